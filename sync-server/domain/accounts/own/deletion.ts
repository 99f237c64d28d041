// The deletion of an account by its user, until it is erased: the account is hidden like a deactivated one.
import type { Knex } from "knex";
import { DELETION_DAYS, type deletionCommands } from "../../../../shared/domain/accounts/deletion.ts";
import type { Booking } from "../../../../shared/domain/bookings.ts";
import { shortDay, dayIn } from "../../../../shared/kit/dates.ts";
import { DomainError } from "../../../../shared/kit/errors.ts";
import { zoneOf, type Placed } from "../../../../shared/domain/locations.ts";
import { userScope, type Handlers, type WriteContext } from "../../../kit/command-handler.ts";
import { enqueue } from "../../../kit/job-queue.ts";
import { logAircraftOfOwner } from "../../aircraft/commands.ts";
import { lockBooking, takeStep } from "../../bookings/steps.ts";
import type { Posting } from "../../messages/commands.ts";
import { noteOwnerChange } from "../../searches/aircraft-changes.ts";
import { requirePassword } from "../passwords.ts";
import { partnerScopes } from "../people.ts";
import { endSessionsOf } from "../sessions.ts";
import { cancelEmailChange } from "./email-change.ts";

export const deletionHandlers: Handlers<typeof deletionCommands> = {
  "account.delete": {
    async prepare({ db, me }, { password }) {
      const isStillRight = await requirePassword(db, me.id, password);
      return async (context) => {
        const { tx } = context;
        await requireOtherAdmin(tx, me.id);
        await isStillRight(tx);
        await endRequests(context, me.id);
        await requireNothingAhead(tx, me.id);
        await cancelEmailChange(tx, me.id);
        const [deletion]: { eraseAt: string }[] = await tx("account_deletions")
          .insert({ userId: me.id, eraseAt: tx.raw("now() + ? * interval '1 day'", [DELETION_DAYS]) })
          .onConflict("userId")
          .merge()
          .returning("eraseAt");
        await setActive(context, me.id, false);
        await enqueue(tx, "deletion-mail", { userId: me.id });
        await context.closeSession();
        await endSessionsOf(tx, me.id, null);
        return { erasedAt: deletion!.eraseAt };
      };
    },
  },
};

/** When an account that its user deletes is erased; null if the user cannot keep it any more, or never deleted it. */
async function openDeletion(db: Knex, userId: string): Promise<Date | null> {
  const row: { eraseAt: Date } | undefined = await db("account_deletions")
    .where({ userId, erasedAt: null })
    .whereRaw(`"eraseAt" > now()`)
    .first("eraseAt");
  return row ? new Date(row.eraseAt) : null;
}

/** @throws DomainError deactivated; deletion-pending, unless the user keeps the account */
export async function requireActive(context: WriteContext, userId: string, keeps: boolean): Promise<void> {
  const isActive: unknown = await context.tx("users").where({ id: userId, isActive: true }).first("id");
  if (isActive) return;
  const eraseAt = await openDeletion(context.tx, userId);
  if (!eraseAt) throw new DomainError("deactivated");
  if (!keeps) throw deletionPending(eraseAt);
  await keepAccount(context, userId);
}

/** The refusal of a log-in that does not say whether to keep the account. */
function deletionPending(eraseAt: Date): DomainError {
  const day = shortDay(dayIn(eraseAt, "UTC"));
  return new DomainError("deletion-pending", { message: `Your account is deleted on ${day}. Keep it?` });
}

/** Ends a deletion: the profile and the listings are visible again. The caller has locked the user. */
async function keepAccount(context: WriteContext, userId: string): Promise<void> {
  await context.tx("account_deletions").where({ userId }).delete();
  await setActive(context, userId, true);
}

/** Shows or hides the account, its listings and its name, and logs that for everybody who sees them. */
async function setActive(context: WriteContext, userId: string, isActive: boolean): Promise<void> {
  const { tx, changed, logged } = context;
  await tx("users")
    .where({ id: userId })
    .update({ isActive, passwordResetToken: null, passwordResetExpiry: null, rev: tx.raw("rev + 1") });
  changed("me", userId, [userScope(userId)]);
  changed("people", userId, await partnerScopes(tx, userId));
  logged(await logAircraftOfOwner(tx, userId));
  await noteOwnerChange(tx, userId, isActive);
}

/**
 * Locks the user, and all admins where the user is one, in the order of their ids.
 * @throws DomainError last-admin
 */
async function requireOtherAdmin(tx: Knex.Transaction, userId: string): Promise<void> {
  const locked: { id: string; isAdmin: boolean }[] = await tx("users")
    .select("id", "isAdmin")
    .where({ id: userId })
    .orWhere({ isAdmin: true, isActive: true })
    .orderBy("id")
    .forNoKeyUpdate();
  const isAdmin = locked.some((one) => one.id === userId && one.isAdmin);
  if (isAdmin && locked.length === 1) throw new DomainError("last-admin");
}

const NOTE = "The account is being deleted.";

/** Cancels the user's open requests, and declines those to the user, each with its line. */
export async function endRequests(posting: Posting, userId: string): Promise<void> {
  for (const id of await bookingsOf(posting.tx, userId, "requested")) {
    const locked = await lockBooking(posting.tx, id);
    if (locked?.booking.status !== "requested") continue;
    const to = locked.booking.pilotId === userId ? "cancelled" : "declined";
    await takeStep(posting, locked, { to, from: userId, by: userId, isAutomatic: true, reason: "other", note: NOTE });
  }
}

/** Cancels accepted bookings ahead, each with its line. None are left by a deletion; another statement may have added one. */
export async function cancelAhead(posting: Posting, userId: string): Promise<void> {
  for (const id of await bookingsOf(posting.tx, userId, "accepted")) {
    const locked = await lockBooking(posting.tx, id);
    if (locked?.booking.status !== "accepted") continue;
    const step = { to: "cancelled" as const, from: userId, by: userId, isAutomatic: true };
    await takeStep(posting, locked, { ...step, reason: "other", note: NOTE });
  }
}

/** Each side through its index; in the order in which bookings are locked. */
async function bookingsOf(tx: Knex, userId: string, status: Booking["status"]): Promise<string[]> {
  const { rows } = await tx.raw<{ rows: { id: string }[] }>(
    `select id, "aircraftId" from bookings where "pilotId" = :userId and status = :status and "endsAt" > now()
     union select id, "aircraftId" from bookings where "ownerId" = :userId and status = :status and "endsAt" > now()
     order by "aircraftId", id`,
    { userId, status },
  );
  return rows.map(({ id }) => id);
}

/**
 * An accepted booking protects its other member: the user cancels it with a reason, or flies it, before deleting.
 * @throws DomainError flights-ahead, naming the first one
 */
async function requireNothingAhead(tx: Knex.Transaction, userId: string): Promise<void> {
  const ids = await bookingsOf(tx, userId, "accepted");
  if (ids.length === 0) return;
  const first: Placed & { name: string; startDate: Date } = await tx("bookings")
    .join("aircraft", "aircraft.id", "bookings.aircraftId")
    .whereIn("bookings.id", ids)
    .orderBy("bookings.startDate")
    .first("aircraft.name", "aircraft.location", "aircraft.airport", "bookings.startDate");
  const day = shortDay(dayIn(new Date(first.startDate), zoneOf(first)));
  const more = ids.length === 1 ? "" : ` It is the first of ${ids.length}.`;
  throw new DomainError("flights-ahead", {
    message: `You have an accepted booking ahead: ${first.name} on ${day}.${more} Cancel it or fly it first.`,
  });
}
