// Two paths store messages: a statement for many at once, and the command's handler. The same random requests run on both
// paths, each with a separate database, and must leave equal rows and outcomes.
// `SEND_SEED` repeats a run; `SENDS=10000` makes it longer.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Knex } from "knex";
import { afterAll, expect, it } from "vitest";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import { freshDatabase } from "../../tests/postgres.ts";
import { replayServicesOf, servicesOf } from "../../tests/services.ts";
import { aGroup, randomRequests, storeGroup, type Group, type SendRequest } from "../../tests/sync/random-sends.ts";
import { readConfig } from "../config.ts";
import { ownUserColumns } from "../domain/accounts/people.ts";
import { createSendBatcher, type SendBatcher } from "../domain/messages/send-batcher.ts";
import { unseenText } from "../reads/result-changes.ts";
import type { RequestContext } from "./call.ts";
import { runBatched } from "./message-batches.ts";
import { replay, type ReplayServices } from "./replay.ts";

const SEED = Number(process.env["SEND_SEED"] ?? Date.now() % 2 ** 31);
const SENDS = Number(process.env["SENDS"] ?? 1000);
const GROUPS = 4;

const folder = mkdtempSync(path.join(tmpdir(), "tailhour-sends-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Path = { db: Knex; services: ReplayServices; batched: () => number };

/** A database with the groups, and the services of a server on it. */
async function aPath(groups: readonly Group[], change: (batcher: SendBatcher) => SendBatcher): Promise<Path> {
  const { knex: db, url } = await freshDatabase();
  for (const group of groups) await storeGroup(db, group);
  const services = await servicesOf(db);
  const config = readConfig({
    NODE_ENV: "test",
    DATABASE_URL: url,
    DEMO: "0",
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: "100000",
  });
  let batched = 0;
  const batcher = createSendBatcher(services.runPrepared, unseenText, ({ length }) => (batched += length));
  return { db, batched: () => batched, services: replayServicesOf(services, config, change(batcher)) };
}

const withBatches = (batcher: SendBatcher) => batcher;
const withoutBatches = (batcher: SendBatcher): SendBatcher => ({ ...batcher, accept: () => null, itemOf: () => null });

/** Runs a request as an exchange does, and returns the outcome of each command. */
async function run({ db, services }: Path, { sender: { id, sessionHash, clientId }, commands }: SendRequest) {
  const me: OwnUser = await db("users").where({ id }).first(ownUserColumns);
  const caller = { network: "127.0.0.1", userAgent: "", browserPage: false, origin: null };
  const context: RequestContext = { me, sessionHash, clientId, caller };
  const { rows } = await db.raw("select pg_current_snapshot()::text as now");
  if (await runBatched(services, context, commands, String(rows[0].now)))
    return commands.map((command) => ({ id: command.id, status: "applied" }));
  return replay(services, context, commands);
}

/** Reads all rows that sends write, without their times. */
async function traces(db: Knex) {
  const read = async (sql: string) => (await db.raw<{ rows: unknown[] }>(sql)).rows;
  return {
    messages: await read(`select id, "senderId", "receiverId", "aircraftId", "bookingId", content, read, rev,
      row_number() over (partition by least("senderId", "receiverId"), greatest("senderId", "receiverId")
        order by "createdAt", id) as place from messages order by id`),
    outcomes: await read(
      `select "userId", "commandId", "clientId", command, lane, status, code from outcomes order by 1, 2`,
    ),
    changes: await read(`select scope, entity, id, count(*) from change_log group by 1, 2, 3 order by 1, 2, 3`),
    notices: await read(`select "userId", "peerId", about from push_jobs order by 1, 2, 3`),
    inquiries: await read(`select id, "userId", "peerId", "bookingId" from inquiries order by id`),
    blocks: await read(`select "userId", "blockedId" from blocked_people order by 1, 2`),
  };
}

async function compare(path: Path, other: Path, groups: readonly Group[], sends: number): Promise<void> {
  const differences: unknown[] = [];
  await Promise.all(
    groups.map(async (group, index) => {
      for (const request of randomRequests(group, sends / groups.length, SEED + index)) {
        const [outcomes, others] = await Promise.all([run(path, request), run(other, request)]);
        request.commands.forEach((command, at) => {
          if (isDeepStrictEqual(outcomes[at], others[at])) return;
          differences.push({ sender: request.sender.id, command, at, outcome: outcomes[at], other: others[at] });
        });
      }
    }),
  );
  expect(differences, `seed ${SEED}`).toEqual([]);
  const [left, right] = [await traces(path.db), await traces(other.db)];
  for (const table of ["messages", "outcomes", "changes", "notices", "inquiries", "blocks"] as const)
    expect(left[table], `${table}, seed ${SEED}`).toEqual(right[table]);
}

it(
  "[S1010] a batch and the handler treat the same sends in the same way, also between blocked pairs",
  { timeout: 240_000 },
  async () => {
    const groups = Array.from({ length: GROUPS }, () => aGroup(10));
    const [batches, handlers] = [await aPath(groups, withBatches), await aPath(groups, withoutBatches)];
    await compare(batches, handlers, groups, SENDS);
    console.warn(`sends: ${SENDS} compared, ${batches.batched()} of them in batches, seed ${SEED}`);
    expect(batches.batched()).toBeGreaterThan(SENDS / 4);
    const refused = await batches.db("outcomes").where({ code: "receiver-gone" });
    expect(refused.length).toBeGreaterThan(SENDS / 100);
    expect(handlers.batched()).toBe(0);
  },
);
