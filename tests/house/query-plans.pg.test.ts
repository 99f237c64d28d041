// No statement of the busy paths or about bookings reads a whole table or index, however many rows there are.
import { readFileSync } from "node:fs";
import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { Booking } from "../../shared/domain/bookings.ts";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import { newId } from "../../shared/kit/ids.ts";
import { parseSnapshot } from "../../sync-server/db/snapshot.ts";
import { countStaleCardDays } from "../../sync-server/domain/availability/card-days.ts";
import { availabilityResolvers } from "../../sync-server/domain/availability/queries.ts";
import { advanceBookings, remindOwners } from "../../sync-server/jobs/booking-clock.ts";
import { showDueReviews } from "../../sync-server/jobs/due-reviews.ts";
import type { SignedInReadContext } from "../../sync-server/kit/query-resolver.ts";
import type { Services } from "../../sync-server/kit/services.ts";
import { situationsOf } from "../../sync-server/push/notice.ts";
import { readLog } from "../../sync-server/reads/changes.ts";
import { readAllRows } from "../../sync-server/reads/rows.ts";
import { askFor, HOUR, inHours, setStatus } from "../bookings.ts";
import { runBusyPaths } from "../busy-paths.ts";
import { send } from "../http.ts";
import { seedManyBookings, type ManyBookings } from "../many-bookings.ts";
import type { TestPerson } from "../people.ts";
import { startTestServer, type TestServer } from "../server.ts";
import { servicesOf } from "../services.ts";
import { fullScans, recordPrepared, recordStatements, timesRead, type Statement } from "../statements.ts";

/** `BOOKINGS=1000000 MESSAGES=1000000 AIRCRAFT=100000` for a real size; it prints the slowest statements. */
const BOOKINGS = Number(process.env["BOOKINGS"] ?? 20_000);
const MESSAGES = Number(process.env["MESSAGES"] ?? 10_000);
const AIRCRAFT = Number(process.env["AIRCRAFT"] ?? 1000);
/** Rows of a table that a plan reads as a whole rather than by an index. */
const FEW_ROWS = 2000;
/** Prepared statements must not read all aircraft either; others may, while there are few. */
const tables = [
  "bookings",
  "holds",
  "blocks",
  "availability_plans",
  "reviews",
  "calendar_feeds",
  "inquiries",
  "messages",
];

let db: Knex;
let services: Services;
let many: ManyBookings;
let url: string;
let server: TestServer;
/** A booking of the pilot at hours when every aircraft is held. */
let heldEverywhere: string;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  ({ db, url } = server);
  many = await seedManyBookings(db, BOOKINGS, { messages: MESSAGES, planes: AIRCRAFT });
  const first = db("bookings").where({ pilotId: many.pilot.id, status: "accepted" }).orderBy("startDate");
  heldEverywhere = (await first.first("id")).id;
  services = await servicesOf(db);
}, 900_000);

const call = async <Body = Record<string, unknown>>(me: TestPerson, route: string, body?: object): Promise<Body> => {
  const answer = await send<Body>(url, route, { ...(body && { body }), headers: me.headers });
  expect([route, answer.status, answer.text.slice(0, 200)]).toEqual([
    route,
    expect.toSatisfy((status: number) => status < 300),
    expect.anything(),
  ]);
  return answer.body;
};

/** Requests of one aircraft, two months ahead. */
async function ask(hours: number): Promise<Booking> {
  const fields = { aircraftId: many.planeId, startDate: inHours(60 * 24 + hours) };
  const { status, text, body } = await askFor(url, many.pilot, fields);
  expect([status, text]).toEqual([201, text]);
  return body.booking;
}

async function takeEveryStep(): Promise<void> {
  const { owner, pilot, planeId } = many;
  const [first, rival, third] = [await ask(0), await ask(1), await ask(10)];
  await call(pilot, `PATCH /api/bookings/${first.id}/request`, { hours: 2 });
  await setStatus(url, owner, first.id, "accepted");
  expect((await db("bookings").where({ id: rival.id }).first("status")).status).toBe("declined");
  const proposal = { id: newId(), startDate: inHours(60 * 24 + 20), hours: 2 };
  await call(owner, `POST /api/bookings/${first.id}/proposals`, proposal);
  await call(pilot, `PATCH /api/bookings/${first.id}/proposals/${proposal.id}`, { answer: "accept" });
  await setStatus(url, owner, third.id, "declined");
  await call(pilot, `GET /api/bookings/${third.id}/similar`);
  await call(pilot, `GET /api/bookings/${heldEverywhere}/similar`);
  await call(pilot, `GET /api/bookings/${first.id}/calendar.ics`);
  await call(owner, `PATCH /api/aircraft/${planeId}/availability`, { bufferMin: 60, instant: "returning" });
  expect((await ask(30)).status).toBe("accepted");
  const block = { id: newId(), from: inHours(70 * 24), to: inHours(70 * 24 + 8), reason: "other" };
  await call(owner, `POST /api/aircraft/${planeId}/blocks`, block);
  await call(owner, `GET /api/aircraft/${planeId}/availability/plan`);
  await call(owner, `DELETE /api/blocks/${block.id}`);
  await setStatus(url, pilot, first.id, "cancelled", { reason: "weather" });
}

async function readEveryList(): Promise<void> {
  const { owner, pilot, planeId } = many;
  for (const me of [owner, pilot]) {
    await call(me, "GET /api/bookings");
    const { url: feed } = await call<{ url: string }>(me, "POST /api/calendar/feed");
    await call(me, `GET ${new URL(feed).pathname}`);
  }
  await call(pilot, `GET /api/aircraft/${planeId}/reviews`);
  await call(pilot, `GET /api/aircraft/${planeId}/with-owner`);
  await call(pilot, `GET /api/users/${owner.id}`);
}

/** A flight that is over, reviewed by both, and one that only its pilot reviews. */
async function flyAndReview(): Promise<void> {
  const { owner, pilot, planeId: aircraftId } = many;
  const members = { aircraftId, pilotId: pilot.id, ownerId: owner.id, hours: 1, status: "accepted", totalPrice: 1 };
  for (const both of [true, false]) {
    const [id, start] = [newId(), Date.now() - (both ? 5 : 9) * HOUR];
    await db("bookings").insert({ id, ...members, startDate: new Date(start), endsAt: new Date(start + HOUR) });
    await advanceBookings(db);
    const about = { bookingId: id, rating: 5, comment: "Fine." };
    await call(pilot, "POST /api/reviews", { ...about, targetType: "user", targetId: owner.id });
    if (!both) await db("reviews").where({ bookingId: id }).update({ dueAt: new Date() });
    else {
      const { id: review } = await call(pilot, "POST /api/reviews", {
        ...about,
        targetType: "aircraft",
        targetId: aircraftId,
      });
      await call(owner, "POST /api/reviews", { ...about, targetType: "user", targetId: pilot.id });
      await call(owner, `POST /api/reviews/${String(review)}/reply`, { content: "Thank you." });
      await call(owner, `GET /api/bookings/${id}/reviews`);
    }
  }
}

async function runJobs(): Promise<void> {
  const open = await ask(200);
  await db("bookings")
    .where({ id: open.id })
    .update({ nudgeAt: new Date(Date.now() - 1000), status: "requested" });
  await remindOwners(db);
  await showDueReviews(db);
  await countStaleCardDays(db);
}

/** Prepared statements: what devices mirror, notices, free hours. */
async function readPrepared(): Promise<Statement[]> {
  const { owner, pilot, planeId } = many;
  const { run, statements } = recordPrepared(services.runPrepared);
  const recorded = { ...services, runPrepared: run };
  for (const { id } of [owner, pilot]) {
    let page = await readAllRows(run, id, null, 20);
    while (page.end) page = await readAllRows(run, id, page.end, 20);
    const since = parseSnapshot("1:1:")!;
    await readLog(run, [{ userId: id, since, target: null, last: { entity: 0, after: [id] }, keys: 50 }]);
  }
  const input = { id: planeId, from: inHours(0).slice(0, 10), days: 62 };
  for (const me of [null, owner]) {
    const asker = me && ({ id: me.id, isAdmin: false } as OwnUser);
    await availabilityResolvers["availability.days"]({ services: recorded, me: asker } as SignedInReadContext, input);
  }
  const subjects = (["conversation", "review", "booking"] as const).map((about) => ({
    userId: owner.id,
    peerId: pilot.id,
    about,
  }));
  await situationsOf(recorded, subjects);
  return statements();
}

const brief = ({ text }: Statement) => text.replaceAll(/\s+/g, " ").slice(0, 160);

it(`no statement reads a whole table or index of ${BOOKINGS} bookings`, { timeout: 900_000 }, async () => {
  const recording = recordStatements(db);
  await takeEveryStep();
  await readEveryList();
  await flyAndReview();
  await runJobs();
  recording.stop();
  const isMeant = ({ text }: Statement) =>
    /^[\s(]*(select|with|update|delete|insert)/i.test(text) &&
    tables.some((table) => new RegExp(`\\b${table}\\b`).test(text));
  const found = [...recording.statements(), ...(await readPrepared())].filter(isMeant);
  expect(found.length).toBeGreaterThan(50);
  await db.raw("analyze");
  const wrong: string[] = [];
  for (const statement of found)
    for (const scan of await fullScans(db, statement, statement.isPrepared ? [...tables, "aircraft"] : tables))
      wrong.push(`${scan}: ${brief(statement)}`);
  if (BOOKINGS > 100_000) {
    const slowest = found.sort((a, b) => b.ms - a.ms).slice(0, 30);
    console.warn(slowest.map((one) => `${one.ms.toFixed(1)} ms ${brief(one)}`).join("\n"));
  }
  expect(wrong).toEqual([]);
});

it("reads as few holds for similar aircraft when every aircraft is held", async () => {
  const recording = recordStatements(db);
  expect(await call(many.pilot, `GET /api/bookings/${heldEverywhere}/similar`)).toEqual([]);
  recording.stop();
  const similar = recording.statements().find(({ text }) => text.includes("unnest") && text.includes("holds"))!;
  const reads = await timesRead(db, similar, "holds");
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThanOrEqual(300);
});

/** Most statements of each busy path, as the page about performance states them. */
function stated(): Map<string, number> {
  const page = readFileSync(new URL("../../docs/performance.md", import.meta.url), "utf8");
  const chapter = page.split("\n## Statements of the busy paths\n")[1]!.split("\n## ")[0]!;
  return new Map([...chapter.matchAll(/^\| (.+?) \| (\d+) \|/gm)].map(([, path = "", most]) => [path, Number(most)]));
}

describe("the busy paths", () => {
  let turnsOf: Awaited<ReturnType<typeof runBusyPaths>>;

  beforeAll(async () => {
    turnsOf = await runBusyPaths(server, many);
  }, 300_000);

  it("[S1143] run at most the statements that docs/performance.md states", () => {
    // A background job may run beside an act, but not beside each of its turns.
    const counted = [...turnsOf].map(([path, turns]) => {
      const fewest = turns.reduce((one, other) => (other.length < one.length ? other : one));
      return { path, count: fewest.length, texts: fewest.map(({ text }) => text.replaceAll(/\s+/g, " ").slice(0, 90)) };
    });
    const most = stated();
    expect([...most.keys()].sort()).toEqual(counted.map(({ path }) => path).sort());
    const over = counted.filter(({ path, count }) => count > most.get(path)!);
    // As one text: a report cuts short what lies deep in an object.
    expect(over.map(({ path, texts }) => [path, ...texts].join("\n")).join("\n\n")).toBe("");
  });

  it("[S1144] read no whole table or index", { timeout: 300_000 }, async () => {
    await db.raw("analyze");
    const many: string[] = await db("pg_class")
      .where("reltuples", ">=", FEW_ROWS)
      .where({ relkind: "r" })
      .pluck("relname");
    expect(many).toEqual(
      expect.arrayContaining(["messages", "outcomes", "bookings", "holds", "sessions", "favorites"]),
    );
    const all = [...turnsOf.values()]
      .flat(2)
      .filter(({ text }) => /^[\s(]*(select|with|update|delete|insert)/i.test(text));
    const different = [...new Map(all.map((one) => [one.text, one])).values()];
    expect(different.length).toBeGreaterThan(30);
    const wrong: string[] = [];
    // An index of the inactive users alone: a statement that excludes them may read it.
    const isMeant = (scan: string) => !scan.endsWith("users_inactive");
    for (const one of different)
      for (const scan of await fullScans(db, one, one.isPrepared ? [...many, "aircraft"] : many))
        if (isMeant(scan)) wrong.push(`${scan}: ${brief(one)}`);
    expect(wrong).toEqual([]);
  });
});
