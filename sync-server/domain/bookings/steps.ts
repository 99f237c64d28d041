// One step of a booking: updates the row, adds its message to the conversation, and logs for both members.
import type { Knex } from "knex";
import type { Booking } from "../../../shared/domain/bookings.ts";
import {
  reasonSentence,
  stepLine,
  type BookingStatus,
  type StepReason,
} from "../../../shared/domain/bookings-rules.ts";
import type { Placed } from "../../../shared/domain/locations.ts";
import { planDefaults } from "../../../shared/domain/hours/availability-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { named } from "../../db/knex.ts";
import { userScope, type SignedInContext } from "../../kit/command-handler.ts";
import { postMessage, type Posting } from "../messages/commands.ts";
import { answerInquiries } from "../messages/inquiries.ts";
import { otherMember } from "./members.ts";
import { bookingFields } from "./rows.ts";

/** What a step needs of the aircraft. */
export type Plane = { name: string } & Placed;
type RentedPlane = Plane & { hourlyRate: number; minHours: number };
export type LockedBooking = { booking: Booking; plane: Plane };
type MyBooking = { booking: Booking; plane: RentedPlane; peer: string };

/** Scopes of the two members. */
export function bothOf({ pilotId, ownerId }: Pick<Booking, "pilotId" | "ownerId">): string[] {
  return [userScope(pilotId), userScope(ownerId)];
}

// The inner part locks the aircraft first. Then the outer one locks the booking and reads it as it is by then.
const lockText = (strength: "no key update" | "update") => `
  with plane as materialized (
    select id, name, location, airport, "hourlyRate", "minHours" from aircraft
    where id = (select "aircraftId" from bookings where id = :id) for ${strength}
  )
  select ${bookingFields}, row_to_json(plane) as plane
  from plane join bookings on bookings."aircraftId" = plane.id where bookings.id = :id for update of bookings`;

/**
 * Locks a booking until the commit, its aircraft first: steps, edits and deletion of one aircraft run in order, without
 * deadlocks. Two overlapping acceptances meet at this lock, not at the index. With `blocksNewWatchers` new watchers of the
 * aircraft wait too.
 */
export async function lockBooking(
  tx: Knex.Transaction,
  id: string,
  { blocksNewWatchers = false } = {},
): Promise<{ booking: Booking; plane: RentedPlane } | undefined> {
  const locking = tx.raw(lockText(blocksNewWatchers ? "update" : "no key update"), { id });
  const { rows } = await named(tx, blocksNewWatchers ? "lock-booking-alone" : "lock-booking", locking);
  const [row] = rows as (Booking & { plane: RentedPlane })[];
  if (!row) return undefined;
  const { plane, ...booking } = row;
  return { booking, plane };
}

/**
 * Locks a booking of the caller. `peerId` is the other member, if the caller named one.
 * @throws DomainError booking-not-found, invalid for another member
 */
export async function lockMine(
  { tx, me }: SignedInContext,
  id: string,
  peerId: string | undefined,
): Promise<MyBooking> {
  const locked = await lockBooking(tx, id);
  const peer = locked && otherMember(locked.booking, me.id);
  if (!locked || peer === undefined) throw new DomainError("booking-not-found");
  if (peerId !== undefined && peerId !== peer)
    throw new DomainError("invalid", { fields: { peerId: "This is not the other member of the booking" } });
  return { ...locked, peer };
}

export type Step = {
  to: BookingStatus;
  /** The author of the message. */
  from: string;
  /** Who requested the step; null for a step by time or by the server. */
  by?: string | null;
  /** The server took the step for `by`, by a rule that the user set. */
  isAutomatic?: boolean;
  reason?: StepReason | null;
  note?: string | null;
  /** The member who must be active. */
  needs?: string | undefined;
};

/**
 * Takes a step of a locked booking.
 * @throws DomainError hours-taken, receiver-gone
 */
export async function takeStep(
  posting: Posting,
  { booking: { id }, plane }: LockedBooking,
  { to, from, by = null, isAutomatic = by === null, reason = null, note = null, needs }: Step,
): Promise<Booking> {
  const sentence = reasonSentence(reason, note);
  const row = await updateBooking(posting, id, { status: to, lastStepBy: by, reason, note }, needs);
  const line = `${stepLine(to, plane, row)}${sentence && ` ${sentence}`}`;
  await postLine(posting, row, { from, line, isAutomatic });
  if (to === "completed") await refreshFlightsTogether(posting, row);
  return row;
}

/**
 * Changes a locked booking and logs it for both members. `needs` is a member who must be active. This statement checks
 * that: it begins after the wait for the lock, so it sees a deactivation that committed meanwhile.
 * @throws DomainError hours-taken, receiver-gone
 */
export async function updateBooking(
  { tx, changed }: Posting,
  id: string,
  fields: object,
  needs?: string,
): Promise<Booking> {
  const isActive = (query: Knex.QueryBuilder) =>
    void query.whereExists(tx("users").where({ id: needs, isActive: true }).select("id"));
  const rows = (await tx("bookings")
    .where({ "bookings.id": id })
    .modify((query) => needs !== undefined && isActive(query))
    .update({ ...fields, rev: tx.raw("rev + 1") })
    .returning(tx.raw(bookingFields) as unknown as string)
    .catch(hoursTaken)) as Booking[];
  const [row] = rows;
  if (!row) throw new DomainError("receiver-gone");
  changed("bookings", id, bothOf(row));
  return row;
}

/** Adds a message about a booking to the conversation of its members. A step that its author took answers the other's inquiries. */
export async function postLine(
  posting: Posting,
  { id, aircraftId, pilotId, ownerId }: Booking,
  { from, line, isAutomatic = false }: { from: string; line: string; isAutomatic?: boolean },
): Promise<void> {
  const receiverId = from === pilotId ? ownerId : pilotId;
  const message = { id: newId(), senderId: from, receiverId, content: line, aircraftId, bookingId: id };
  const posted = await postMessage(posting, message);
  if (!isAutomatic) await answerInquiries(posting.tx, posted);
}

/** The owner reads the number of completed flights on each open booking of the two. */
async function refreshFlightsTogether({ tx, changed }: Posting, { pilotId, ownerId }: Booking): Promise<void> {
  const open: string[] = await tx("bookings")
    .where({ pilotId, ownerId })
    .whereIn("status", ["requested", "accepted"])
    .pluck("id");
  for (const id of open) changed("bookings", id, [userScope(ownerId)]);
}

function hoursTaken(error: unknown): never {
  if ((error as { constraint?: unknown }).constraint === "bookings_never_overlap") throw new DomainError("hours-taken");
  throw error;
}

/** Declines open requests of a deleted aircraft, which the caller has locked. */
export async function declineOpenRequests(posting: Posting, aircraftId: string, plane: Plane): Promise<void> {
  const { tx } = posting;
  const open: Booking[] = await tx("bookings")
    .select(tx.raw(bookingFields))
    .where({ aircraftId, status: "requested" })
    .orderBy("createdAt")
    .orderBy("id")
    .forUpdate();
  for (const booking of open)
    await takeStep(posting, { booking, plane }, { to: "declined", from: booking.ownerId, reason: "unlisted" });
}

type Times = { from: string; to: string };

/** Declines open requests of a locked aircraft that cannot be accepted beside a hold, each with its line. */
export async function declineRequestsIn(
  posting: Posting,
  { id: aircraftId, ...plane }: Plane & { id: string },
  { from, to }: Times,
  why: Pick<Step, "by" | "reason">,
): Promise<void> {
  const { tx } = posting;
  const buffer = tx("availability_plans").where({ aircraftId }).select("bufferMin");
  const open: Booking[] = await tx("bookings")
    .select(tx.raw(bookingFields))
    .where({ aircraftId, status: "requested" })
    .where("startDate", "<", to)
    .whereRaw(`"endsAt" + coalesce(?, ?) * interval '1 minute' > ?::timestamptz`, [
      buffer,
      planDefaults.bufferMin,
      from,
    ])
    .orderBy("createdAt")
    .orderBy("id")
    .forUpdate();
  for (const booking of open)
    await takeStep(posting, { booking, plane }, { to: "declined", from: booking.ownerId, ...why });
}

/** Declines the open requests whose hours a booking has just got. */
export async function declineOverlapping(posting: Posting, plane: Plane, accepted: Booking): Promise<void> {
  const { aircraftId: id, startDate: from, endsAt, holdsUntil } = accepted;
  await declineRequestsIn(posting, { ...plane, id }, { from, to: holdsUntil ?? endsAt }, { reason: "taken" });
}
