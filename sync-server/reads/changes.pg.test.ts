import type { Knex } from "knex";
import { describe, expect, it } from "vitest";
import { addAircraft, addPerson } from "../../tests/sync/busy-market.ts";
import { anyTwo, apply, phoneOf } from "../../tests/sync/reading-phone.ts";
import { entities, type EntityName } from "../../shared/entities.ts";
import { newId } from "../../shared/kit/ids.ts";
import { appendChanges, renewGeneration } from "../db/change-log.ts";
import { userScope } from "../kit/command-handler.ts";
import type { Services } from "../kit/services.ts";
import { readChanges, type ChangesPage } from "./changes.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { parseSnapshot } from "../db/snapshot.ts";

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

/** Above all that has ended: nothing may have been written since a cursor, which then lies at the next transaction. */
const raiseFloor = (knex: Knex) =>
  knex("sync_meta").update({ floor: knex.raw("(pg_current_xact_id()::text::bigint + 1)::text::xid8") });

describe("a user's changes", () => {
  it("[R4] start with all rows, then bring only changes", async () => {
    const { knex, services, pilot, owner } = await anyTwo();
    await addAircraft(knex, owner);
    const first = await readChanges(services, owner, null);
    expect(shape(first)).toEqual({ ...nothing, rows: { me: 1, aircraft: 1 }, isFirst: true });
    expect(shape(await readChanges(services, owner, first.to))).toEqual(nothing);
    await message(knex, pilot, owner);
    const next = await readChanges(services, owner, first.to);
    expect(shape(next)).toEqual({ ...nothing, rows: { people: 1, messages: 1 } });
    expect(next.from).toBe(first.to);
    expect(shape(await readChanges(services, owner, next.to))).toEqual(nothing);
  });

  it("[S1041] a new device reads all its rows with one statement, in pages that miss and repeat nothing", async () => {
    const { knex, services, pilot, owner } = await anyTwo();
    const planes = [await addAircraft(knex, owner), await addAircraft(knex, owner), await addAircraft(knex, owner)];
    const sent = [
      await message(knex, pilot, owner),
      await message(knex, owner, pilot, planes[0]),
      await message(knex, pilot, owner),
    ];
    const statements: string[] = [];
    const run: Services["runPrepared"] = (statement, values) => {
      statements.push(statement.name);
      return services.runPrepared(statement, values);
    };
    const inKnex: string[] = [];
    knex.on("query", ({ sql }: { sql: string }) => void inKnex.push(sql));
    const counted = { ...services, runPrepared: run };
    const whole = await readChanges(counted, owner, null);
    expect([statements, inKnex]).toEqual([["fresh"], []]);
    for (let pageKeys = 1; pageKeys <= 9; pageKeys++) {
      const got: [string, string][] = [];
      let page = await readChanges(counted, owner, null, { pageKeys });
      for (;;) {
        for (const [name, texts] of page.rows) for (const text of texts) got.push([name, text]);
        if (!page.hasMore) break;
        page = await readChanges(counted, owner, page.to, { pageKeys });
      }
      expect(got).toEqual([...whole.rows].flatMap(([name, texts]) => texts.map((text) => [name, text])));
    }
    const ids = (whole.rows.get("messages") ?? []).map((text) => (JSON.parse(text) as { id: string }).id);
    expect(ids.sort()).toEqual(sent.sort());
    expect(whole.rows.get("aircraft")).toHaveLength(3);
  });

  it("[R4] are a resync for a cursor that is invalid, of another user, or of another generation", async () => {
    const { knex, services, pilot, owner } = await anyTwo();
    const { to } = await readChanges(services, pilot, null);
    const fresh = { ...nothing, rows: { me: 1 }, isFirst: true, isReset: true };
    for (const bad of ["", ".", "nonsense", `${to}x`, to.slice(1), `x${to}`, "a.".repeat(30_000)])
      expect(shape(await readChanges(services, pilot, bad)), bad).toEqual(fresh);
    expect(shape(await readChanges(services, owner, to))).toEqual(fresh);
    await renewGeneration(knex);
    expect(shape(await readChanges(services, pilot, to))).toEqual(fresh);
  });

  it("[R4] are a resync below the floor, from the future, and for another schema", async () => {
    const { knex, services, pilot } = await anyTwo();
    const { to } = await readChanges(services, pilot, null);
    const key = services.installationKey;
    const cursor = readCursor(key, to)!;
    // Far ahead, because all files that run now count in the same cluster.
    const ahead = cursor.position!.xmax + 1_000_000;
    const wrong = [
      { ...cursor, schema: 0 },
      { ...cursor, position: parseSnapshot(`${ahead}:${ahead}:`) },
    ];
    for (const one of wrong) expect((await readChanges(services, pilot, writeCursor(key, one))).isReset).toBe(true);
    expect((await readChanges(services, pilot, to)).isReset).toBe(false);
    await raiseFloor(knex);
    expect((await readChanges(services, pilot, to)).isReset).toBe(true);
  });

  it("[R24] finds the planted fault: a purged log without a floor", async () => {
    const { knex, services, pilot, owner } = await anyTwo();
    const { to } = await readChanges(services, pilot, null);
    await message(knex, owner, pilot);
    await knex("change_log").delete();
    expect(shape(await readChanges(services, pilot, to))).toEqual(nothing);
    await raiseFloor(knex);
    expect(shape(await readChanges(services, pilot, to))).toMatchObject({ isReset: true, rows: { messages: 1 } });
  });

  it("[R3] page a resync newest messages first and include changes between the pages", async () => {
    const { knex, services, pilot, owner } = await anyTwo();
    const sent: string[] = [];
    for (let index = 0; index < 30; index++) sent.push(await message(knex, pilot, owner));
    const phone = phoneOf(owner);
    let page = await readChanges(services, owner, null, { pageKeys: 7 });
    const pages = [page];
    apply(phone, page, {});
    sent.push(await message(knex, pilot, owner));
    while (page.hasMore) {
      page = await readChanges(services, owner, page.to, { pageKeys: 7 });
      pages.push(page);
      apply(phone, page, {});
    }
    expect(pages.map((one) => one.isReset)).not.toContain(true);
    expect(pages.length).toBe(5);
    const newest = JSON.parse(pages[0]!.rows.get("messages")![0]!) as { id: string };
    expect(newest.id).toBe(sent[29]);
    apply(phone, await readChanges(services, owner, page.to), {});
    expect([...phone.rows.keys()].filter((key) => key.startsWith("messages")).length).toBe(31);
  });

  it("[R4] are a reset when the cursor of a later resync page is no longer usable", async () => {
    const { knex, services, pilot, owner } = await anyTwo();
    for (let index = 0; index < 5; index++) await message(knex, pilot, owner);
    const first = await readChanges(services, owner, null, { pageKeys: 2 });
    await renewGeneration(knex);
    expect(shape(await readChanges(services, owner, first.to, { pageKeys: 2 }))).toMatchObject({
      isReset: true,
      isFirst: true,
    });
  });
});

describe("visible rows", () => {
  it("[R15] an aircraft disappears when its owner deactivates it, and returns", async () => {
    const { knex, services, pilot, owner } = await anyTwo();
    const plane = await addAircraft(knex, owner);
    await knex("favorites").insert({ id: newId(), userId: pilot, aircraftId: plane });
    const first = await readChanges(services, pilot, null);
    expect(shape(first).rows).toEqual({ me: 1, favorites: 1, aircraft: 1 });
    const line = { scope: userScope(pilot), entity: entities.aircraft.number, id: plane };
    async function set(table: string, id: string, fields: object) {
      await knex(table).where({ id }).update(fields);
      await appendChanges(knex, [line]);
    }
    await set("aircraft", plane, { isActive: false });
    const off = await readChanges(services, pilot, first.to);
    expect(shape(off)).toEqual({ ...nothing, drops: { aircraft: [plane] } });
    await set("aircraft", plane, { isActive: true });
    const on = await readChanges(services, pilot, off.to);
    expect(shape(on).rows).toEqual({ aircraft: 1 });
    await set("users", owner, { isActive: false });
    const gone = await readChanges(services, pilot, on.to);
    expect(shape(gone).drops).toEqual({ aircraft: [plane] });
    expect(shape(await readChanges(services, pilot, null)).rows).toEqual({ me: 1, favorites: 1 });
  });

  it("[R15] a log line about an invisible row brings only a drop", async () => {
    const { knex, services, pilot, owner } = await anyTwo();
    const third = await addPerson(knex);
    const secret = await message(knex, owner, third);
    const { to } = await readChanges(services, pilot, null);
    const scope = userScope(pilot);
    await appendChanges(knex, [
      { scope, entity: entities.messages.number, id: secret },
      { scope, entity: entities.people.number, id: owner },
      { scope, entity: entities.me.number, id: owner },
      { scope, entity: 99, id: owner },
    ]);
    const drops = { me: [owner], people: [owner], messages: [secret] };
    expect(shape(await readChanges(services, pilot, to))).toEqual({ ...nothing, drops });
  });
});
