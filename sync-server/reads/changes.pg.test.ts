import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../tests/postgres.ts";
import {
  addAircraft,
  addFavorite,
  addPerson,
  bustle,
  openMarket,
  switchAircraft,
  truthFor,
  type Market,
} from "../../tests/sync/busy-market.ts";
import { entities, type EntityName } from "../../shared/entities.ts";
import { newId } from "../../shared/kit/ids.ts";
import { appendChanges, ensureSyncMeta, renewGeneration } from "../db/change-log.ts";
import { userScope } from "../writes/handler.ts";
import { readChanges } from "./changes.ts";
import { cursorKey } from "./cursor-key.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import type { ChangesPage } from "./page.ts";
import { parseSnapshot } from "./snapshot.ts";

/** A phone without its screen: what it holds and how far it heard. */
type Phone = { me: string; token: string | null; rows: Map<string, unknown>; seen: Set<string> | null };

/** What a faulty phone or server would do; each must be found. */
type Fault = { keepsDrops?: boolean; takesLastPage?: boolean; serial?: boolean };

function phoneOf(me: string): Phone {
  return { me, token: null, rows: new Map(), seen: null };
}

function apply(phone: Phone, page: ChangesPage, fault: Fault): void {
  if (page.from === null) phone.seen = new Set();
  for (const [name, texts] of page.rows)
    for (const text of texts) {
      const row = entities[name].schema.strict().parse(JSON.parse(text)) as Record<string, unknown>;
      const key = `${name} ${String(row[entities[name].key])}`;
      phone.rows.set(key, row);
      phone.seen?.add(key);
    }
  for (const [name, ids] of page.drops) for (const id of ids) if (!fault.keepsDrops) phone.rows.delete(`${name} ${id}`);
  if (!page.hasMore && phone.seen) {
    for (const key of phone.rows.keys()) if (!phone.seen.has(key)) phone.rows.delete(key);
    phone.seen = null;
  }
  phone.token = page.to;
}

/** All pages of an answer, each from a snapshot of its own. */
async function pullPages(db: Knex, phone: Phone, pageKeys: number, fault: Fault): Promise<void> {
  let pages = 0;
  for (let hasMore = true; hasMore; pages++) {
    const page = await readChanges(db, phone.me, phone.token, { pageKeys });
    apply(phone, page, fault);
    hasMore = page.hasMore;
  }
  if (fault.takesLastPage && pages > 1) phone.token = await tokenOfNow(db, phone);
}

async function tokenOfNow(db: Knex, phone: Phone): Promise<string> {
  const key = await cursorKey(db);
  const { rows } = await db.raw("select pg_current_snapshot()::text as now");
  return writeCursor(key, { ...readCursor(key, phone.token ?? "")!, heard: parseSnapshot(rows[0].now as string) });
}

/** A pull in the same snapshot as a plain look at everything; says whether the phone then holds exactly that. */
async function checkedPull(db: Knex, phone: Phone, fault: Fault): Promise<boolean> {
  return db.transaction(
    async (tx) => {
      if (fault.serial) await serialPull(tx, phone);
      else await pullPages(tx, phone, 1000, fault);
      const truth = await truthFor(tx, phone.me);
      return same(truth, phone.rows);
    },
    { isolationLevel: "repeatable read", readOnly: true },
  );
}

function same(truth: Map<string, unknown>, rows: Map<string, unknown>): boolean {
  if (truth.size !== rows.size) return false;
  for (const [key, row] of truth) if (JSON.stringify(row) !== JSON.stringify(rows.get(key))) return false;
  return true;
}

/** How others do it: the newest number seen is the cursor. */
async function serialPull(tx: Knex, phone: Phone): Promise<void> {
  if (phone.token === null) await pullPages(tx, phone, 1000, {});
  const key = await cursorKey(tx);
  const cursor = readCursor(key, phone.token ?? "")!;
  const { rows } = await tx.raw(`select coalesce(max(xid)::text, '3') as newest from change_log where scope = ?`, [
    userScope(phone.me),
  ]);
  const heard = parseSnapshot(`${cursor.heard!.xmax}:${cursor.heard!.xmax}:`);
  phone.token = writeCursor(key, { ...cursor, heard });
  await pullPages(tx, phone, 1000, {});
  const xmax = Math.max(cursor.heard!.xmax, Number(rows[0].newest) + 1);
  phone.token = writeCursor(key, { ...cursor, heard: parseSnapshot(`${xmax}:${xmax}:`) });
}

/** Pulls while writers write; gives how many pulls were checked and how many of them did not hold the truth. */
async function watch(market: Market, pulls: number, writers: number, fault: Fault = {}) {
  let [checked, wrong] = [0, 0];
  const isFound = () => Object.keys(fault).length > 0 && wrong > 0;
  const isOver = () => checked >= pulls || isFound();
  const writing = bustle(market, writers, isOver);
  const phones = market.people.map(phoneOf);
  const reading = phones.map(async (phone, index) => {
    for (let turn = 0; !isOver(); turn++) {
      if ((turn + index) % 3 === 0) await pullPages(market.db, phone, 9 + ((turn * 7) % 23), fault);
      if (!(await checkedPull(market.db, phone, fault))) wrong++;
      checked++;
      // A device that was away for long starts again from nothing, now and then.
      if ((turn + index) % 97 === 96) phones[index]!.token = null;
    }
  });
  await Promise.all([writing, ...reading]);
  return { checked, wrong, committed: await writing };
}

let market: Market;
let db: Knex;

beforeAll(async () => {
  ({ knex: db } = await freshDatabase({ pool: 60 }));
  await ensureSyncMeta(db);
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

describe("who begins to watch while a change is under way", () => {
  /** A switch whose watchers were read before somebody began to watch; then that person's phone is asked. */
  async function meanwhile(locks: boolean): Promise<boolean> {
    const { knex, pilot, owner } = await anyTwo();
    const plane = await addAircraft(knex, owner);
    const phone = phoneOf(pilot);
    await pullPages(knex, phone, 1000, {});
    const saved = await knex.transaction(async (change) => {
      await switchAircraft(change, plane, { locks });
      const saving = knex.transaction((tx) => addFavorite(tx, pilot, plane));
      if (!locks) {
        await saving;
        await pullPages(knex, phone, 1000, {});
      }
      return [saving];
    });
    await Promise.all(saved);
    return checkedPull(knex, phone, {});
  }

  it("[R1] waits for the change, because its row is locked before its watchers are read", async () => {
    expect(await meanwhile(true)).toBe(true);
  });

  it("[R24] finds the planted fault: watchers read without the lock", async () => {
    expect(await meanwhile(false)).toBe(false);
  });
});

async function anyTwo() {
  const { knex } = await freshDatabase({ pool: 4 });
  await ensureSyncMeta(knex);
  const [pilot, owner] = [await addPerson(knex), await addPerson(knex, { userType: "owner" })];
  return { knex, pilot, owner };
}

async function message(
  knex: Knex,
  senderId: string,
  receiverId: string,
  aircraftId: string | null = null,
): Promise<string> {
  const id = newId();
  await knex.transaction(async (tx) => {
    await tx("messages").insert({ id, senderId, receiverId, content: "Is it free on Friday?", aircraftId });
    const line = (scope: string, entity: EntityName, key: string) => ({
      scope,
      entity: entities[entity].number,
      id: key,
    });
    const both = [senderId, receiverId].map(userScope);
    await appendChanges(
      tx,
      both.map((scope) => line(scope, "messages", id)),
    );
    await appendChanges(tx, [line(both[0]!, "people", receiverId), line(both[1]!, "people", senderId)]);
  });
  return id;
}

const shape = ({ rows, drops, from, isReset, hasMore }: ChangesPage) => ({
  rows: Object.fromEntries([...rows].map(([name, texts]) => [name, texts.length])),
  drops: Object.fromEntries(drops),
  isFirst: from === null,
  isReset,
  hasMore,
});
const nothing = { rows: {}, drops: {}, isFirst: false, isReset: false, hasMore: false };

describe("a person's changes", () => {
  it("[R4] begin with everything, then bring only what is new", async () => {
    const { knex, pilot, owner } = await anyTwo();
    await addAircraft(knex, owner);
    const first = await readChanges(knex, owner, null);
    expect(shape(first)).toEqual({ ...nothing, rows: { me: 1, aircraft: 1 }, isFirst: true });
    expect(shape(await readChanges(knex, owner, first.to))).toEqual(nothing);
    await message(knex, pilot, owner);
    const next = await readChanges(knex, owner, first.to);
    expect(shape(next)).toEqual({ ...nothing, rows: { people: 1, messages: 1 } });
    expect(next.from).toBe(first.to);
    expect(shape(await readChanges(knex, owner, next.to))).toEqual(nothing);
  });

  it("[R4] start afresh for a cursor that is bad, another person's, or of another generation", async () => {
    const { knex, pilot, owner } = await anyTwo();
    const { to } = await readChanges(knex, pilot, null);
    const fresh = { ...nothing, rows: { me: 1 }, isFirst: true, isReset: true };
    for (const bad of ["", ".", "nonsense", `${to}x`, to.slice(1), `x${to}`, "a.".repeat(30_000)])
      expect(shape(await readChanges(knex, pilot, bad)), bad).toEqual(fresh);
    expect(shape(await readChanges(knex, owner, to))).toEqual(fresh);
    await renewGeneration(knex);
    expect(shape(await readChanges(knex, pilot, to))).toEqual(fresh);
  });

  it("[R4] start afresh below the floor, from the future, and for rows of another shape", async () => {
    const { knex, pilot } = await anyTwo();
    const { to } = await readChanges(knex, pilot, null);
    const key = await cursorKey(knex);
    const cursor = readCursor(key, to)!;
    const ahead = cursor.heard!.xmax + 1000;
    const wrong = [
      { ...cursor, schema: 0 },
      { ...cursor, heard: parseSnapshot(`${ahead}:${ahead}:`) },
    ];
    for (const one of wrong) expect((await readChanges(knex, pilot, writeCursor(key, one))).isReset).toBe(true);
    expect((await readChanges(knex, pilot, to)).isReset).toBe(false);
    await knex("sync_meta").update({ floor: knex.raw("pg_current_xact_id()") });
    expect((await readChanges(knex, pilot, to)).isReset).toBe(true);
  });

  it("[R24] finds the planted fault: a purged log without a floor", async () => {
    const { knex, pilot, owner } = await anyTwo();
    const { to } = await readChanges(knex, pilot, null);
    await message(knex, owner, pilot);
    await knex("change_log").delete();
    expect(shape(await readChanges(knex, pilot, to))).toEqual(nothing);
    await knex("sync_meta").update({ floor: knex.raw("pg_current_xact_id()") });
    expect(shape(await readChanges(knex, pilot, to))).toMatchObject({ isReset: true, rows: { messages: 1 } });
  });

  it("[R3] page a fresh start newest messages first and miss nothing that happens between the pages", async () => {
    const { knex, pilot, owner } = await anyTwo();
    const sent: string[] = [];
    for (let index = 0; index < 30; index++) sent.push(await message(knex, pilot, owner));
    const phone = phoneOf(owner);
    let page = await readChanges(knex, owner, null, { pageKeys: 7 });
    const pages = [page];
    apply(phone, page, {});
    sent.push(await message(knex, pilot, owner));
    while (page.hasMore) {
      page = await readChanges(knex, owner, page.to, { pageKeys: 7 });
      pages.push(page);
      apply(phone, page, {});
    }
    expect(pages.map((one) => one.isReset)).not.toContain(true);
    expect(pages.length).toBe(5);
    const newest = JSON.parse(pages[0]!.rows.get("messages")![0]!) as { id: string };
    expect(newest.id).toBe(sent[29]);
    apply(phone, await readChanges(knex, owner, page.to), {});
    expect([...phone.rows.keys()].filter((key) => key.startsWith("messages")).length).toBe(31);
  });

  it("[R4] answer a later page of a start that no longer counts with a reset", async () => {
    const { knex, pilot, owner } = await anyTwo();
    for (let index = 0; index < 5; index++) await message(knex, pilot, owner);
    const first = await readChanges(knex, owner, null, { pageKeys: 2 });
    await renewGeneration(knex);
    expect(shape(await readChanges(knex, owner, first.to, { pageKeys: 2 }))).toMatchObject({
      isReset: true,
      isFirst: true,
    });
  });
});

describe("what a person may see", () => {
  it("[R15] an aircraft leaves when its owner switches it off, and comes back", async () => {
    const { knex, pilot, owner } = await anyTwo();
    const plane = await addAircraft(knex, owner);
    await knex("favorites").insert({ id: newId(), userId: pilot, aircraftId: plane });
    const first = await readChanges(knex, pilot, null);
    expect(shape(first).rows).toEqual({ me: 1, favorites: 1, aircraft: 1 });
    const line = { scope: userScope(pilot), entity: entities.aircraft.number, id: plane };
    async function set(table: string, id: string, fields: object) {
      await knex(table).where({ id }).update(fields);
      await appendChanges(knex, [line]);
    }
    await set("aircraft", plane, { isActive: false });
    const off = await readChanges(knex, pilot, first.to);
    expect(shape(off)).toEqual({ ...nothing, drops: { aircraft: [plane] } });
    await set("aircraft", plane, { isActive: true });
    const on = await readChanges(knex, pilot, off.to);
    expect(shape(on).rows).toEqual({ aircraft: 1 });
    await set("users", owner, { isActive: false });
    const gone = await readChanges(knex, pilot, on.to);
    expect(shape(gone).drops).toEqual({ aircraft: [plane] });
    expect(shape(await readChanges(knex, pilot, null)).rows).toEqual({ me: 1, favorites: 1 });
  });

  it("[R15] a line about a stranger's row brings nothing but a drop", async () => {
    const { knex, pilot, owner } = await anyTwo();
    const third = await addPerson(knex);
    const secret = await message(knex, owner, third);
    const { to } = await readChanges(knex, pilot, null);
    const scope = userScope(pilot);
    await appendChanges(knex, [
      { scope, entity: entities.messages.number, id: secret },
      { scope, entity: entities.people.number, id: owner },
      { scope, entity: entities.me.number, id: owner },
      { scope, entity: 99, id: owner },
    ]);
    const drops = { me: [owner], people: [owner], messages: [secret] };
    expect(shape(await readChanges(knex, pilot, to))).toEqual({ ...nothing, drops });
  });
});
