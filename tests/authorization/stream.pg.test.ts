// Runs the cells of the private stream: which rows reach whom, over the exchange and the live line, and what each frame may do.
import { beforeAll, describe, expect, it, vi } from "vitest";
import { entities, type EntityName } from "../../shared/entities.ts";
import { newId } from "../../shared/kit/ids.ts";
import type { Batch } from "../../shared/sync.ts";
import { appendChanges } from "../../sync-server/db/change-log.ts";
import { scheduleNotice } from "../../sync-server/domain/notices/schedule.ts";
import { userScope } from "../../sync-server/kit/command-handler.ts";
import { closeCodes } from "../../sync-server/live/line.ts";
import { send } from "../http.ts";
import { anOwner, aPlane } from "../people.ts";
import { freshDatabase } from "../postgres.ts";
import { startTestServer } from "../server.ts";
import { openLine, type LiveClient } from "../sync/live-client.ts";
import { entityRows } from "./stream-rows.ts";
import { callerNames, readersOnly, verdicts, type Caller, type Verdict } from "./verdicts.ts";
import { aWorld, message, placeAt, type Place, type World } from "./world.ts";

let place: Place;

beforeAll(async () => {
  const { url: databaseUrl, knex: db } = await freshDatabase({ pool: 8 });
  const { url } = await startTestServer({ databaseUrl, env: { RATE_LIMIT_FACTOR: "1000" } });
  place = placeAt(db, url);
});

type Found = Record<Caller, "row" | "no row" | "not-signed-in">;
const everyone = <Cell>(cell: (caller: Caller) => Promise<Cell>): Promise<Record<Caller, Cell>> =>
  Promise.all(callerNames.map(async (caller) => [caller, await cell(caller)])).then(
    (cells) => Object.fromEntries(cells) as Record<Caller, Cell>,
  );

/** All rows for the caller in an exchange from a cursor, or null without a session. */
async function exchange({ url, me, headers }: World, cursor: string | null): Promise<Batch | null> {
  const body = { clientId: newId(), userId: me.id, schema: 1, cursor, commands: [] };
  const answer = await send<Batch>(url, "POST /api/sync", { body, headers });
  if (answer.status === 401) return null;
  expect(answer.status).toBe(200);
  return answer.body;
}

/** A guest's line comes from a page of this site; other callers are no browsers. */
const lineOf = ({ url, caller, me, headers }: World): Promise<LiveClient> =>
  openLine(url, me, { headers: caller === "guest" ? { origin: url } : headers });

const has = (batch: Batch, name: EntityName, key: string) =>
  Object.values(batch.rows[name] ?? []).some((row) => row[entities[name].key] === key);

describe("every caller of the private stream", () => {
  it.each(Object.keys(entities) as EntityName[])(
    "[S1105] gets the rows that the matrix says, from the start, from a cursor and live: %s",
    async (name) => {
      const { readers, make } = entityRows[name];
      const expected = readersOnly(readers);
      const found: Record<string, Found> = {};
      const seen = await everyone(async (caller): Promise<Record<string, Found[Caller]>> => {
        const world = await aWorld(place, caller);
        const start = await exchange(world, null);
        const line = await lineOf(world);
        if (start) await hello(line, start.to);
        const key = await make(world);
        // A line in the caller's own scope, as a fault in a handler would write it.
        const scopes = [...new Set([world.me, world.owner, world.pilot].map(({ id }) => userScope(id)))];
        await appendChanges(
          place.db,
          scopes.map((scope) => ({ scope, entity: entities[name].number, id: key })),
        );
        if (!start) return { ...nothing, line: await closeOf(line) };
        const cell = (batch: Batch) => (has(batch, name, key) ? "row" : "no row");
        const live = await line.next("batch");
        line.socket.close();
        return {
          full: cell((await exchange(world, null))!),
          changes: cell((await exchange(world, start.to))!),
          line: cell(live),
        };
      });
      for (const way of ["full", "changes", "line"])
        found[way] = Object.fromEntries(callerNames.map((caller) => [caller, seen[caller][way]])) as Found;
      expect(found).toEqual({ full: expected, changes: expected, line: expected });
    },
  );
});

const nothing = { full: "not-signed-in", changes: "not-signed-in" } as const;

async function closeOf(line: LiveClient): Promise<Found[Caller]> {
  expect(await line.closed).toBe(closeCodes.signIn);
  return "not-signed-in";
}

async function hello(line: LiveClient, cursor: string): Promise<void> {
  line.hello(cursor);
  await line.next("batch");
}

const verdictOfClose: Record<number, Verdict> = {
  [closeCodes.signIn]: "not-signed-in",
  [closeCodes.wrongUser]: "wrong-user",
};

/** The result of a frame: the verdict of the close code, or `yes` once `stays` resolves. */
async function after(line: LiveClient, stays: Promise<unknown>): Promise<Verdict> {
  const verdict = await Promise.race([
    line.closed.then((code) => verdictOfClose[code] ?? (`closed with ${code}` as Verdict)),
    stays.then((): Verdict => "yes"),
  ]);
  line.socket.close();
  return verdict;
}

describe("every caller of the live line", () => {
  it("[S1106] opens it, stays on it and follows buckets as the matrix says", async () => {
    const owner = await anOwner(place.db);
    const said = await everyone(async (caller) => {
      const world = await aWorld(place, caller);
      const line = await lineOf(world);
      line.hello(null, { buckets: [place.bucket] });
      line.say({ type: "beat" });
      return { line, behind: line.next("behind") };
    });
    const first = { name: "Husky", make: "Aviat", model: "A-1C", location: "Denver CO" };
    const behind = await everyone(async (caller) =>
      Promise.race([said[caller].behind.then(() => "yes"), said[caller].line.closed]),
    );
    await send(place.url, "POST /api/aircraft", { body: first, headers: owner.headers });
    const found = await everyone((caller) => after(said[caller].line, said[caller].line.next("bucket")));
    expect(found).toEqual(verdicts("user", "any"));
    expect(Object.values(behind).filter((cell) => cell === "yes")).toHaveLength(5);
  });

  it("[S1107] cannot say hello as another user", async () => {
    const found = await everyone(async (caller) => {
      const world = await aWorld(place, caller);
      const line = await lineOf(world);
      line.hello(null, { userId: world.owner.id });
      return after(line, line.next("behind"));
    });
    expect(found).toEqual(verdicts("user", "exchangeOfOwner"));
  });

  it("[S1108] cancels no notice of another user with `seen`", async () => {
    const found = await everyone(async (caller): Promise<Verdict> => {
      const world = await aWorld(place, caller);
      const { db, owner, pilot, me } = world;
      const peer = me.id === pilot.id ? owner : pilot;
      const own = newId();
      await db("messages").insert({ id: own, senderId: peer.id, receiverId: me.id, content: "To the caller" });
      const theirs = await message(world);
      await scheduleNotice(db, me.id, peer.id, "conversation");
      if (me.id !== owner.id) await scheduleNotice(db, owner.id, pilot.id, "conversation");
      await db("push_jobs")
        .whereIn("userId", [me.id, owner.id])
        .update({ runAt: db.raw("now() + interval '1 hour'") });
      const line = await lineOf(world);
      line.hello(null);
      if (caller === "guest" || caller === "deactivated" || caller === "ended") return after(line, line.next("behind"));
      line.say({ type: "seen", ids: [own, theirs] });
      const jobsOf = (userId: string) => db("push_jobs").where({ userId });
      await vi.waitFor(async () => expect(await jobsOf(me.id)).toEqual([]), { timeout: 8000, interval: 20 });
      line.socket.close();
      return (await jobsOf(owner.id)).length === 0 ? "yes" : "no effect";
    });
    expect(found).toEqual(verdicts("user", "ownRow"));
  });
});

describe("a deactivation", () => {
  it("[S1109] hides the rows of a user from the devices of others", async () => {
    const world = await aWorld(place, "pilot");
    await message(world);
    const plane = await aPlane(place.db, world.owner.id);
    await place.db("favorites").insert({ id: newId(), userId: world.pilot.id, aircraftId: plane });
    const before = (await exchange(world, null))!;
    expect([has(before, "people", world.owner.id), has(before, "aircraft", plane)]).toEqual([true, true]);
    await place.db("users").where({ id: world.owner.id }).update({ isActive: false });
    const after = (await exchange(world, null))!;
    expect([has(after, "people", world.owner.id), has(after, "aircraft", plane)]).toEqual([false, false]);
  });
});
