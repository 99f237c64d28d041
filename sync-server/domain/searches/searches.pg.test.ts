import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { SavedSearch } from "../../../shared/domain/searches.ts";
import { MOST_SEARCHES } from "../../../shared/domain/searches-rules.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { command, devicesOf, statuses } from "../../../tests/devices.ts";
import { code, fieldsOf, send } from "../../../tests/http.ts";
import { aPilot, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { renewGeneration } from "../../db/change-log.ts";
import { lockUsers } from "../../db/locks.ts";
import { tryLockMatching } from "./rows.ts";

let server: TestServer;
let db: Knex;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
});

const { aDevice, post, exchange } = devicesOf(() => server);

const call = <Body = SavedSearch>(route: string, who: TestPerson | null, body?: unknown) =>
  send<Body>(server.url, route, { headers: who?.headers, body });
const save = (who: TestPerson, fields: object = {}) => call("POST /api/searches", who, { name: "Denver", ...fields });

/** An overloaded server has done nothing, so the test sends the same again, as clients do. */
async function saveUnlessBusy(who: TestPerson): ReturnType<typeof save> {
  const id = newId();
  for (;;) {
    const answer = await save(who, { id });
    if (answer.status !== 503) return answer;
  }
}

const listed = async (who: TestPerson) => (await call<SavedSearch[]>("GET /api/searches", who)).body;

describe("a saved search", () => {
  it("stores the given fields, and null for the others", async () => {
    const pilot = await aPilot(db);
    const fields = { name: " Jets ", location: " denver ", types: ["jet"], maxPrice: 900, words: "  " };
    const { status, body } = await save(pilot, fields);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      userId: pilot.id,
      name: "Jets",
      location: "denver",
      types: ["jet"],
      minPrice: null,
      maxPrice: 900,
      seats: null,
      date: null,
      words: null,
      notify: true,
      matches: 0,
      matchedAircraftId: null,
      matchedAt: null,
      rev: 0,
    });
    expect(await listed(pilot)).toEqual([body]);
  });

  it("is refused with the names of invalid fields", async () => {
    const pilot = await aPilot(db);
    const wrong = { name: " ", types: ["glider"], minPrice: -1, seats: 0, date: "2026-02-30", words: "x".repeat(121) };
    const answer = await save(pilot, wrong);
    expect(answer.status).toBe(400);
    expect(
      fieldsOf(answer)
        .map((field) => field.split(".")[0])
        .sort(),
    ).toEqual(["date", "minPrice", "name", "seats", "types", "words"].sort());
  });

  it("changes by field, and null removes a filter", async () => {
    const pilot = await aPilot(db);
    const { body } = await save(pilot, { location: "Denver", maxPrice: 300 });
    const edited = await call(`PATCH /api/searches/${body.id}`, pilot, { maxPrice: null, notify: false });
    expect(edited).toMatchObject({
      status: 200,
      body: { ...body, maxPrice: null, notify: false, rev: 1 },
    });
    expect(await listed(pilot)).toEqual([edited.body]);
  });

  it("belongs to its user only", async () => {
    const [pilot, other] = [await aPilot(db), await aPilot(db)];
    const { body } = await save(pilot);
    expect(await listed(other)).toEqual([]);
    const stolen = await call(`PATCH /api/searches/${body.id}`, other, { name: "Mine" });
    expect(code(stolen)).toEqual([404, "search-not-found"]);
    expect((await call(`DELETE /api/searches/${body.id}`, other)).status).toBe(204);
    expect(await listed(pilot)).toEqual([body]);
    expect((await call("GET /api/searches", null)).status).toBe(401);
    expect(code(await save(other, { id: body.id }))).toEqual([409, "id-taken"]);
    expect(await db("change_log").where({ id: body.id }).distinct("scope").pluck("scope")).toEqual([
      `user:${pilot.id}`,
    ]);
  });

  it("can be removed repeatedly", async () => {
    const pilot = await aPilot(db);
    const { body } = await save(pilot);
    for (let times = 0; times < 2; times++)
      expect((await call(`DELETE /api/searches/${body.id}`, pilot)).status).toBe(204);
    expect(await listed(pilot)).toEqual([]);
    expect(code(await call(`PATCH /api/searches/${body.id}`, pilot, { name: "x" }))).toEqual([404, "search-not-found"]);
  });
});

/** Starts a call while locks are held, and ends the transaction once the call waits for them. */
async function whileLocked<Result>(
  lock: (tx: Knex) => Promise<unknown>,
  start: () => Promise<Result>,
): Promise<Result> {
  const tx = await db.transaction();
  await lock(tx);
  const started = start();
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => ((await tx.raw(waiting)).rows as unknown[]).length).toBe(1);
  await tx.commit();
  return started;
}

describe("saving", () => {
  it("waits for running comparisons", async () => {
    const pilot = await aPilot(db);
    const answer = await whileLocked(tryLockMatching, () => save(pilot));
    expect(answer.status).toBe(201);
  });
});

describe("the limit", () => {
  it("applies to 40 concurrent saves", async () => {
    const pilot = await aPilot(db);
    const answers = await Promise.all(Array.from({ length: 40 }, () => saveUnlessBusy(pilot)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(40 - MOST_SEARCHES);
    for (const answer of refused)
      expect([code(answer), (answer.body as unknown as { error: string }).error]).toEqual([
        [409, "too-many-searches"],
        "You can save up to 20 searches.",
      ]);
    expect(await listed(pilot)).toHaveLength(MOST_SEARCHES);
  });

  it("counts another uncommitted save of the user", async () => {
    const pilot = await aPilot(db);
    const rows = Array.from({ length: MOST_SEARCHES }, () => ({ id: newId(), userId: pilot.id, name: "One" }));
    await db("searches").insert(rows.slice(1));
    const late = await whileLocked(
      async (tx) => {
        await lockUsers(tx, [pilot.id], "change");
        await tx("searches").insert(rows[0]!);
      },
      () => save(pilot),
    );
    expect(code(late)).toEqual([409, "too-many-searches"]);
  });

  it("allows a new search after one is removed", async () => {
    const pilot = await aPilot(db);
    for (let count = 0; count < MOST_SEARCHES; count++) await save(pilot);
    const [first] = await listed(pilot);
    await call(`DELETE /api/searches/${first!.id}`, pilot);
    expect((await save(pilot)).status).toBe(201);
    expect((await save(pilot)).status).toBe(409);
  });
});

describe("a device that was offline", () => {
  it("saves, edits and removes in order, once also with repeats", async () => {
    const device = await aDevice();
    const [kept, gone] = [
      command("searches.save", { name: "Kept", location: "Miami" }),
      command("searches.save", { name: "Gone" }),
    ];
    const commands = [
      kept,
      command("searches.edit", { id: kept.id, seats: 4 }),
      gone,
      command("searches.remove", { id: gone.id }),
    ];
    const first = await exchange(device, commands);
    expect(statuses(first)).toEqual(["applied", "applied", "applied", "applied"]);
    expect(first.rows.searches).toMatchObject([{ id: kept.id, name: "Kept", location: "Miami", seats: 4, rev: 1 }]);
    const twins = await Promise.all([1, 2, 3].map(() => post(device, { commands })));
    for (const { body } of twins) expect(body.outcomes).toEqual(first.outcomes);
    expect(await listed(device.person)).toMatchObject([{ id: kept.id, seats: 4 }]);
  });

  it("receives the refusal of the limit and the other commands' outcomes", async () => {
    const device = await aDevice();
    const commands = Array.from({ length: MOST_SEARCHES + 2 }, () => command("searches.save", { name: "One" }));
    const answer = await exchange(device, commands);
    expect(statuses(answer).filter((status) => status === "applied")).toHaveLength(MOST_SEARCHES);
    expect(statuses(answer).filter((status) => status === "too-many-searches")).toHaveLength(2);
  });

  it("receives all its searches with a full resync", async () => {
    const device = await aDevice();
    const { body } = await save(device.person);
    const { rows } = await exchange(device, []);
    expect(rows.searches).toEqual([body]);
  });

  it("receives a conflict for a field that another device edited", async () => {
    const device = await aDevice();
    const { body } = await save(device.person, { maxPrice: 300 });
    await call(`PATCH /api/searches/${body.id}`, device.person, { maxPrice: 400 });
    const base = { rev: 0, values: { maxPrice: 300 } };
    const edit = { ...command("searches.edit", { id: body.id, maxPrice: 500 }), base };
    const answer = await exchange(device, [edit]);
    expect(answer.outcomes[0]).toMatchObject({ code: "conflict", fields: { maxPrice: { theirs: 400, yours: 500 } } });
  });
});

describe("after a restore", () => {
  it("treats present matches as known, by a snapshot of this cluster", async () => {
    const pilot = await aPilot(db);
    const { body } = await save(pilot);
    await db("searches").where({ id: body.id }).update({ since: "900000000:900000000:" });
    await db("aircraft_changes").insert({ aircraftId: newId(), before: null, after: null });
    await renewGeneration(db);
    const shows = await db("searches")
      .where({ id: body.id })
      .first(db.raw("pg_snapshot_xmax(since)::text::bigint < 900000000 as ok"));
    expect(shows).toEqual({ ok: true });
    expect(await db("aircraft_changes")).toEqual([]);
  });
});
