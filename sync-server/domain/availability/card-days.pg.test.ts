import type { Knex } from "knex";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dayNumber } from "../../../shared/kit/day-numbers.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { instantsAt } from "../../../shared/kit/zoned-days.ts";
import { cardGrowth } from "../../../tests/card-growth.ts";
import { anOwner, aPilot, aPlane } from "../../../tests/people.ts";
import { freshDatabase } from "../../../tests/postgres.ts";
import { seedFleet } from "../../db/seed/fleet.ts";
import { cardColumns, toCard } from "../aircraft/rows.ts";
import { countStaleCardDays } from "./card-days.ts";

const zone = "America/Denver";
const tomorrow = dayNumber(new Date().toISOString().slice(0, 10)) + 1;
const now = instantsAt(tomorrow - 1, 600, zone).first;

let db: Knex;
let owner: string;
let pilot: string;
let plane: string;

beforeAll(async () => {
  ({ knex: db } = await freshDatabase());
  owner = (await anOwner(db)).id;
  pilot = (await aPilot(db)).id;
});

beforeEach(async () => {
  plane = await aPlane(db, owner);
  await db("availability_plans").where({ aircraftId: plane }).delete();
  await countStaleCardDays(db, now);
});

/** An accepted booking on a day, from and to in local hours. */
async function booked(day: number, from: number, to: number): Promise<string> {
  const [start, end] = [from, to].map((hour) => instantsAt(day, hour * 60, zone).first);
  const id = newId();
  await db("bookings").insert({
    ...{ id, aircraftId: plane, pilotId: pilot, ownerId: owner, status: "accepted", totalPrice: 100, hours: to - from },
    ...{ startDate: new Date(start!), endsAt: new Date(end!) },
  });
  return id;
}

const shown = () => db("aircraft").where({ id: plane }).first("closedDays", "fullDays", "noticeHours", "horizonDays");
const lines = async () => Number((await db("change_log").where({ id: plane }).count("* as n").first())!.n);
const usual = { closedDays: null, fullDays: null, noticeHours: null, horizonDays: null };

describe("the days of a card", () => {
  it("change with a booking that fills a day, and with its cancellation", async () => {
    const id = await booked(tomorrow, 7, 20);
    expect(await countStaleCardDays(db, now)).toBe(1);
    expect(await shown()).toEqual({ ...usual, fullDays: [tomorrow] });
    expect(await lines()).toBe(2);
    await db("bookings").where({ id }).update({ status: "cancelled" });
    await countStaleCardDays(db, now);
    expect(await shown()).toEqual(usual);
  });

  it("[S375] publish nothing for a booking that fills no day, also after a full day has passed", async () => {
    await booked(tomorrow, 7, 20);
    await countStaleCardDays(db, now);
    const before = await lines();
    const later = instantsAt(tomorrow + 2, 600, zone).first;
    await booked(tomorrow + 5, 9, 12);
    expect(await countStaleCardDays(db, later)).toBe(1);
    expect(await lines()).toBe(before);
    expect(await countStaleCardDays(db, later)).toBe(0);
  });

  it("change with a block, the plan, the least hours and the location", async () => {
    const [from, to] = [0, 2].map((days) => new Date(instantsAt(tomorrow + days, 0, zone).first));
    await db("blocks").insert({ id: newId(), aircraftId: plane, ownerId: owner, from, to, reason: "maintenance" });
    await countStaleCardDays(db, now);
    expect((await shown()).fullDays).toEqual([tomorrow, tomorrow + 1]);
    await db("aircraft").where({ id: plane }).update({ minHours: 15 });
    await countStaleCardDays(db, now);
    expect(await shown()).toEqual({ ...usual, closedDays: 127 });
  });

  it("are counted by two runs at once, and lose no change that comes meanwhile", async () => {
    await booked(tomorrow, 7, 20);
    const running = [countStaleCardDays(db, now), countStaleCardDays(db, now), booked(tomorrow + 1, 7, 20)];
    await Promise.all(running);
    await countStaleCardDays(db, now);
    expect((await shown()).fullDays).toEqual([tomorrow, tomorrow + 1]);
    expect(await db("stale_card_days").select()).toEqual([]);
  });

  it("[S644] let the cards of a busy fleet grow by less than 12 %", async () => {
    const { knex } = await freshDatabase();
    await seedFleet(knex, 300);
    const cards = (await knex("aircraft").select(...cardColumns)).map(toCard);
    const { size, zipped } = cardGrowth(cards, Date.UTC(2026, 11, 5, 17));
    expect(cards).toHaveLength(300);
    for (const percent of [size, zipped]) {
      expect(percent).toBeGreaterThan(0);
      expect(percent).toBeLessThan(12);
    }
  });
});
