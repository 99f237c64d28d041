// Requests bookings over REST for tests, and reads the answers.
import type { Knex } from "knex";
import type { Booking } from "../shared/domain/bookings.ts";
import type { Message } from "../shared/domain/messages.ts";
import { send, type Answer } from "./http.ts";
import type { TestPerson } from "./people.ts";

export type Made = { booking: Booking; message: Message };

export const HOUR = 3_600_000;
const HALF_HOUR = HOUR / 2;
/** The last half hour that is at most `hours` ahead. */
export const inHours = (hours: number) =>
  new Date(Math.floor((Date.now() + hours * HOUR) / HALF_HOUR) * HALF_HOUR).toISOString();
export const content = "Booking request for Cessna 172";

/** A request for three hours in two days; `fields` override it. */
export function askFor(
  url: string,
  me: TestPerson,
  fields: { aircraftId: string },
  headers: Record<string, string> = {},
): Promise<Answer<Made>> {
  const body = { startDate: inHours(48), hours: 3, content, ...fields };
  return send<Made>(url, "POST /api/bookings", { body, headers: { ...me.headers, ...headers } });
}

export function setStatus(
  url: string,
  me: TestPerson,
  id: string,
  status: string,
  more: object = {},
): Promise<Answer<Booking>> {
  return send<Booking>(url, `PATCH /api/bookings/${id}`, { body: { status, ...more }, headers: me.headers });
}

/** The messages about a booking in the conversation, in order. */
export const linesAbout = (db: Knex, id: string) =>
  db("messages").where({ bookingId: id }).orderBy("createdAt").select("senderId", "receiverId", "content", "read");
