import { expect, it } from "vitest";
import { aPilot } from "../../tests/people.ts";
import { freshDatabase } from "../../tests/postgres.ts";
import { servicesOf } from "../../tests/services.ts";
import { appendChanges, ensureSyncMeta, renewGeneration } from "../db/change-log.ts";
import { parseStarts, recordStart } from "../db/starts.ts";
import { readChanges } from "./changes.ts";

it("[R4] cursors written while processes start among writers all stay usable, until more starts than are kept", async () => {
  const { knex } = await freshDatabase({ pool: 8 });
  const { generation } = await ensureSyncMeta(knex);
  const services = await servicesOf(knex);
  const { id } = await aPilot(knex);
  await recordStart(knex);
  let isOver = false;
  const cursors = [(await readChanges(services, id, null)).to];
  const writer = async () => {
    while (!isOver) await knex.transaction((tx) => appendChanges(tx, [{ scope: `user:${id}`, entity: 1, id }]));
  };
  const reader = async () => {
    while (!isOver) cursors.push((await readChanges(services, id, cursors.at(-1)!)).to);
  };
  const working = [writer(), writer(), reader(), reader()];
  for (let at = 0; at < 40; at++) await Promise.all([recordStart(knex), at % 4 === 0 ? recordStart(knex) : null]);
  isOver = true;
  await Promise.all(working);
  for (const cursor of cursors) expect((await readChanges(services, id, cursor)).isReset).toBe(false);
  for (let at = 0; at < 65; at++) await recordStart(knex);
  expect((await readChanges(services, id, cursors[0]!)).isReset).toBe(true);
  // A cursor too old to compare does not start a new generation.
  expect((await ensureSyncMeta(knex)).generation).toBe(generation);
});

it("[R4] a cursor stays usable that is older than a start in progress", async () => {
  const { knex } = await freshDatabase({ pool: 4 });
  await ensureSyncMeta(knex);
  const services = await servicesOf(knex);
  const { id } = await aPilot(knex);
  await recordStart(knex);
  const starting = await knex.transaction();
  await starting("sync_meta").update({ starts: knex.raw(`starts || ' next@' || pg_current_xact_id()::text`) });
  await knex.transaction((tx) => appendChanges(tx, [{ scope: `user:${id}`, entity: 1, id }]));
  const { to } = await readChanges(services, id, null);
  await starting.commit();
  expect((await readChanges(services, id, to)).isReset).toBe(false);
});

it("[R4] a start ends after the statements that cannot see it, so that their own changes do not lie above it", async () => {
  const { knex } = await freshDatabase({ pool: 4 });
  await ensureSyncMeta(knex);
  const sending = await knex.transaction({ isolationLevel: "repeatable read" });
  await sending("sync_meta").first("starts");
  const starting = recordStart(knex);
  await expect.poll(async () => parseStarts((await knex("sync_meta").first("starts")).starts)).toHaveLength(1);
  const { rows } = await sending.raw("select pg_current_xact_id()::text as xid");
  await sending.commit();
  await starting;
  const [start] = parseStarts((await knex("sync_meta").first("starts")).starts);
  expect(start!.seen).toBeGreaterThan(Number(rows[0].xid));
});

it("[R4] a cursor of a foreign generation starts a new one once, and one of a past generation does not", async () => {
  const { knex } = await freshDatabase();
  const services = await servicesOf(knex);
  await recordStart(knex);
  const { id } = await aPilot(knex);
  const copied = (await readChanges(services, id, null)).to;
  const copy: unknown = await knex("sync_meta").first();
  await renewGeneration(knex);
  const foreign = [(await readChanges(services, id, null)).to, (await readChanges(services, id, null)).to] as const;
  // Restores the copy, without the later generation.
  await knex("sync_meta").update(copy as object);
  await recordStart(knex);
  const { generation } = await ensureSyncMeta(knex);
  expect((await readChanges(services, id, foreign[0])).isReset).toBe(true);
  const next = (await ensureSyncMeta(knex)).generation;
  expect(next).not.toBe(generation);
  for (const past of [foreign[1], copied]) expect((await readChanges(services, id, past)).isReset).toBe(true);
  expect((await ensureSyncMeta(knex)).generation).toBe(next);
});
