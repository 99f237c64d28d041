// Inserts a booking request into the database, without the rules of the command.
import type { Knex } from "knex";
import { newId } from "../../shared/kit/ids.ts";
import { scheduleNotice } from "../../sync-server/domain/notices/schedule.ts";
import { aPlane, type TestPerson } from "../people.ts";

/** `from` requests an aircraft of `to`. A booking's message is delivered like a plain one although it has another kind. */
export async function storeRequest(db: Knex, from: TestPerson, to: TestPerson): Promise<void> {
  const booking = { id: newId(), aircraftId: await aPlane(db, to.id, {}), pilotId: from.id, ownerId: to.id };
  const times = { startDate: "2030-01-05T10:00:00.000Z", endsAt: "2030-01-05T12:00:00.000Z", hours: 2 };
  await db("bookings").insert({ ...booking, ...times, status: "requested", totalPrice: 100 });
  const ids = { senderId: from.id, receiverId: to.id, bookingId: booking.id };
  await db("messages").insert({ id: newId(), ...ids, content: "May I fly on Saturday?" });
  await scheduleNotice(db, to.id, from.id, "conversation");
}
