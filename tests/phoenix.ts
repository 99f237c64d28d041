// An owner's aircraft in Phoenix, whose clocks never change: blocks and requests on a day within the horizon, over REST.
import type { Knex } from "knex";
import type { Block } from "../shared/domain/availability.ts";
import type { Booking } from "../shared/domain/bookings.ts";
import { askFor, HOUR, setStatus, type Made } from "./bookings.ts";
import { send, type Answer } from "./http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "./people.ts";
import { startTestServer } from "./server.ts";

/** A day within the horizon of the default plan. */
export const DAY = new Date(Date.now() + 30 * 24 * HOUR).toISOString().slice(0, 10);
/** An instant of the day on the clock of the aircraft: always 7 hours behind UTC. */
export const at = (time: string, day = DAY) => new Date(`${day}T${time}:00-07:00`).toISOString();

export type Phoenix = {
  url: string;
  db: Knex;
  pilot: TestPerson;
  other: TestPerson;
  owner: TestPerson;
  /** A listing whose owner has not edited the plan. */
  plain(fields?: Record<string, unknown>): Promise<string>;
  block(me: TestPerson, aircraftId: string, from: string, to: string, more?: object): Promise<Answer<Block>>;
  ask(me: TestPerson, aircraftId: string, startDate: string, hours?: number): Promise<Answer<Made>>;
  step(me: TestPerson, id: string, status: string): Promise<Answer<Booking>>;
};

/** Starts a server with an owner and two pilots. */
export async function startPhoenix(): Promise<Phoenix> {
  const { url, db } = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  const [pilot, other, owner] = [await aPilot(db, { name: "Sade Mbeki" }), await aPilot(db), await anOwner(db)];
  return {
    ...{ url, db, pilot, other, owner },
    async plain(fields = {}) {
      const id = await aPlane(db, owner.id, { location: "Phoenix AZ", ...fields });
      await db("availability_plans").where({ aircraftId: id }).delete();
      return id;
    },
    block: (me, aircraftId, from, to, more = {}) =>
      send<Block>(url, `POST /api/aircraft/${aircraftId}/blocks`, {
        body: { from, to, reason: "maintenance", ...more },
        headers: me.headers,
      }),
    ask(me, aircraftId, startDate, hours = 3) {
      const fields = { aircraftId, startDate, hours };
      return askFor(url, me, fields);
    },
    step: (me, id, status) => setStatus(url, me, id, status),
  };
}
