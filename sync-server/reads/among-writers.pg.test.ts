import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../tests/postgres.ts";
import { servicesOf } from "../../tests/services.ts";
import {
  addAircraft,
  addFavorite,
  runLoad,
  openMarket,
  switchAircraft,
  type Market,
} from "../../tests/sync/busy-market.ts";
import { anyTwo, checkedPull, phoneOf, pullPages, type Fault } from "../../tests/sync/reading-phone.ts";
import type { Services } from "../kit/services.ts";

/** Pulls while writers write. Returns the number of checked pulls, and of those with wrong rows. */
async function watch(market: Market, pulls: number, writers: number, fault: Fault = {}) {
  let [checked, wrong] = [0, 0];
  const isFound = () => Object.keys(fault).length > 0 && wrong > 0;
  const isOver = () => checked >= pulls || isFound();
  const writing = runLoad(market, writers, isOver);
  const phones = market.people.map(phoneOf);
  const reading = phones.map(async (phone, index) => {
    for (let turn = 0; !isOver(); turn++) {
      if ((turn + index) % 3 === 0) await pullPages(services, phone, 9 + ((turn * 7) % 23), fault);
      if (!(await checkedPull(services, phone, fault))) wrong++;
      checked++;
      // Sometimes a device resyncs, as after a long time offline.
      if ((turn + index) % 97 === 96) phones[index]!.token = null;
    }
  });
  await Promise.all([writing, ...reading]);
  return { checked, wrong, committed: await writing };
}

let market: Market;
let db: Knex;
let services: Services;

beforeAll(async () => {
  ({ knex: db } = await freshDatabase({ pool: 60 }));
  services = await servicesOf(db);
  market = await openMarket(db, { people: 8, aircraft: 12 });
});

describe("a cursor among many writers", () => {
  it("[R1] [R2] [R15] holds the truth at each of 3,000 pulls, 16 to 48 writers", { timeout: 300_000 }, async () => {
    let [checked, wrong, committed] = [0, 0, 0];
    for (const writers of [16, 24, 48]) {
      const seen = await watch(market, 1000, writers);
      [checked, wrong, committed] = [checked + seen.checked, wrong + seen.wrong, committed + seen.committed];
    }
    console.warn(`cursor: ${checked} pulls checked among ${committed} transactions, ${wrong} mismatches`);
    expect(checked).toBeGreaterThanOrEqual(3000);
    expect(wrong).toBe(0);
  });

  it.each<[string, Fault]>([
    ["the last page's snapshot as cursor", { takesLastPage: true }],
    ["drops left out", { keepsDrops: true }],
    ["the newest number as cursor", { serial: true }],
  ])("[R24] finds the planted fault: %s", { timeout: 120_000 }, async (_, fault) => {
    const { wrong } = await watch(market, 3000, 24, fault);
    expect(wrong).toBeGreaterThan(0);
  });
});

describe("a user who starts to watch during a change", () => {
  /** Reads the watchers of a change, then adds a watcher, and reads that user's changes. */
  async function meanwhile(locks: boolean): Promise<boolean> {
    const { knex, services, pilot, owner } = await anyTwo();
    const plane = await addAircraft(knex, owner);
    const phone = phoneOf(pilot);
    await pullPages(services, phone, 1000, {});
    const saved = await knex.transaction(async (change) => {
      await switchAircraft(change, plane, { locks });
      const saving = knex.transaction((tx) => addFavorite(tx, pilot, plane));
      if (!locks) {
        await saving;
        await pullPages(services, phone, 1000, {});
      }
      return [saving];
    });
    await Promise.all(saved);
    return checkedPull(services, phone, {});
  }

  it("[R1] waits for the change, because its row is locked before its watchers are read", async () => {
    expect(await meanwhile(true)).toBe(true);
  });

  it("[R24] finds the planted fault: watchers read without the lock", async () => {
    expect(await meanwhile(false)).toBe(false);
  });
});
