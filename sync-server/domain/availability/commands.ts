import type { Knex } from "knex";
import type { availabilityCommands, Block, StoredPlan } from "../../../shared/domain/availability.ts";
import { hoursRange } from "../../../shared/domain/hours/texts.ts";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { userScope, type Handlers } from "../../kit/command-handler.ts";
import { lockOwnAircraft, type OwnAircraft } from "../aircraft/own-aircraft.ts";
import { declineRequestsIn } from "../bookings/steps.ts";
import { blockColumns, planColumns, planOf } from "./rows.ts";

export const availabilityHandlers: Handlers<typeof availabilityCommands> = {
  async "availability.edit"({ tx, me, merge, changed }, { id, ...wanted }) {
    await lockOwnAircraft(tx, id, me);
    const stored = await planOf(tx, id);
    const changes = merge(stored, wanted);
    if (Object.keys(changes).length === 0) return stored;
    const { rev, ...fields } = { ...stored, ...changes };
    const [row]: StoredPlan[] = await tx("availability_plans")
      .insert({ ...fields, rev: Number(rev) + 1 })
      .onConflict("aircraftId")
      .merge()
      .returning(planColumns);
    changed("plans", id, [userScope(me.id)]);
    return row!;
  },

  async "availability.block"(context, { id: _, aircraftId, ...fields }) {
    const { tx, me, id, changed } = context;
    const plane = await lockOwnAircraft(tx, aircraftId, me);
    if (Date.parse(fields.to) <= Date.now())
      throw new DomainError("invalid", {
        message: "That time has passed. Choose a later one.",
        fields: { to: "That time has passed. Choose a later one." },
      });
    await requireNoBooking(tx, plane, fields);
    await declineRequestsIn(context, plane, fields, { by: me.id, reason: "blocked" });
    const [row]: Block[] = await tx("blocks")
      .insert({ ...fields, id, aircraftId, ownerId: me.id })
      .returning(blockColumns)
      .catch(alreadyBlocked);
    changed("blocks", id, [userScope(me.id)]);
    return row!;
  },

  async "availability.unblock"({ tx, me, changed }, { id, aircraftId }) {
    const found: { aircraftId: string } | undefined = await tx("blocks")
      .where({ id, ownerId: me.id })
      .first("aircraftId");
    if (!found) throw new DomainError("block-not-found");
    if (aircraftId !== undefined && aircraftId !== found.aircraftId)
      throw new DomainError("invalid", { fields: { aircraftId: "This block is of another aircraft" } });
    // Runs in order with acceptances and other blocks of the aircraft.
    await tx("aircraft").where({ id: found.aircraftId }).forNoKeyUpdate().first("id");
    await tx("blocks").where({ id }).delete();
    changed("blocks", id, [userScope(me.id)]);
    return undefined;
  },
};

type Times = { from: string; to: string };

const bookedIn = `
  select users.name as "pilotName", bookings."startDate", bookings."endsAt", bookings."holdsUntil"
  from holds join bookings on bookings.id = holds."bookingId" join users on users.id = bookings."pilotId"
  where holds."aircraftId" = :aircraftId and holds.during && tstzrange(:from, :to)
  order by holds.during limit 1`;

/** @throws DomainError booking-in-the-way, which names the pilot and the hours */
async function requireNoBooking(tx: Knex, plane: OwnAircraft, { from, to }: Times): Promise<void> {
  type Row = { pilotName: string; startDate: string; endsAt: string; holdsUntil: string };
  const { rows } = await tx.raw(bookedIn, { aircraftId: plane.id, from, to });
  const [first] = rows as Row[];
  if (!first) return;
  const zone = zoneOf(plane);
  const hours = hoursRange(Date.parse(first.startDate), Date.parse(first.endsAt), zone);
  const has = `${first.pilotName} has ${hours}`;
  // Only the time that stays free after the booking is in the way.
  const isBuffer = Date.parse(from) >= Date.parse(first.endsAt);
  const minutes = (Date.parse(first.holdsUntil) - Date.parse(first.endsAt)) / 60_000;
  const message = isBuffer
    ? `${has}, and ${minutes} minutes after it stay free. Choose a later start.`
    : `${has}. Move or cancel that booking first.`;
  throw new DomainError("booking-in-the-way", { message });
}

function alreadyBlocked(error: unknown): never {
  if ((error as { constraint?: unknown }).constraint === "bookings_never_overlap")
    throw new DomainError("already-blocked");
  throw error;
}
