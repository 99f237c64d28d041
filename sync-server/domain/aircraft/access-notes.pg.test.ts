import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import type { ExchangeAnswer, Manifest, SentCommand } from "../../../shared/sync.ts";
import { askFor, inHours, setStatus } from "../../../tests/bookings.ts";
import { send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { advanceBookings } from "../../jobs/booking-clock.ts";

let server: TestServer;
let db: Knex;
let owner: TestPerson;
let aircraftId: string;

const SECRET = "Gate 4711, key under the tug";

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
});

const save = (me: TestPerson, accessNotes: string | null, id = aircraftId) =>
  send(server.url, `PUT /api/aircraft/${id}/access-notes`, { headers: me.headers, body: { accessNotes } });
/** As devices of the previous version do. */
const saveWithListing = (me: TestPerson, accessNotes: string) =>
  send(server.url, `PATCH /api/aircraft/${aircraftId}`, { headers: me.headers, body: { accessNotes } });
const exchange = async (me: TestPerson, cursor: string | null = null, commands: SentCommand[] = []) => {
  const body = { clientId: newId(), userId: me.id, schema: 1, cursor, commands };
  return (await send<ExchangeAnswer>(server.url, "POST /api/sync", { body, headers: me.headers })).body;
};
/** The notes of each booking and aircraft in what a device reads. */
const notesIn = ({ rows }: ExchangeAnswer) =>
  [...(rows["bookings"] ?? []), ...(rows["aircraft"] ?? [])].map((row) => row["accessNotes"]).filter(Boolean);
const request = async (me: TestPerson) => (await askFor(server.url, me, { aircraftId })).body.booking.id;

async function aNotedPlane(): Promise<void> {
  owner = await anOwner(db);
  aircraftId = await aPlane(db, owner.id);
  expect((await save(owner, SECRET)).status).toBe(204);
}

describe("access notes", () => {
  it("[S760] are in the mirror of their owner, and blank ones remove them", async () => {
    await aNotedPlane();
    const first = await exchange(owner);
    expect(notesIn(first)).toEqual([SECRET]);
    await save(owner, "Gate 1");
    const second = await exchange(owner, first.to);
    expect(notesIn(second)).toEqual(["Gate 1"]);
    await save(owner, " \n");
    const third = await exchange(owner, second.to);
    expect([third.rows["aircraft"]?.length, notesIn(third)]).toEqual([1, []]);
  });

  it("of a new listing are stored with it", async () => {
    const me = await anOwner(db);
    const body = { name: "Husky", make: "Aviat", model: "A-1C", location: "Chicago IL", accessNotes: SECRET };
    const made = await send(server.url, "POST /api/aircraft", { headers: me.headers, body });
    expect([made.status, made.text.includes(SECRET)]).toEqual([201, false]);
    expect(notesIn(await exchange(me))).toEqual([SECRET]);
  });

  it("[S761] are in no answer to anybody over REST, in no page, no catalogue file and no log line", async () => {
    await aNotedPlane();
    const pilot = await aPilot(db);
    const stranger = await aPilot(db);
    const admin = await aPilot(db, { isAdmin: true });
    await send(server.url, "POST /api/favorites", { headers: pilot.headers, body: { aircraftId } });
    const id = await request(pilot);
    const answers = [(await setStatus(server.url, owner, id, "accepted")).text];
    // `fetch` unpacks the files of the catalogue.
    const read = async (path: string, headers: Record<string, string> = {}) =>
      answers.push(await (await fetch(server.url + path, { headers })).text());
    await read("/api/catalogue");
    const { generation, buckets } = JSON.parse(answers.at(-1)!) as Manifest;
    const paths = [
      ...["/", `/aircraft/${aircraftId}`, "/api/aircraft?location=Denver+CO", `/api/aircraft/${aircraftId}/with-owner`],
      ...["/api/favorites", "/api/bookings", `/api/bookings/${id}/calendar.ics`, `/api/bookings/${id}/similar`],
      ...[`/api/users/${owner.id}`, "/api/admin/aircraft", `/api/messages/${pilot.id}/${owner.id}`],
    ];
    for (const { bucket, base } of buckets) await read(`/api/catalogue/${bucket}/base/${base}?g=${generation}`);
    for (const { headers } of [{ headers: {} }, pilot, stranger, owner, admin])
      for (const path of paths) await read(path, headers);
    const body = { seats: 3 };
    const edited = await send(server.url, `PATCH /api/aircraft/${aircraftId}`, { headers: owner.headers, body });
    answers.push(edited.text);
    expect(answers.filter((text) => text.includes(aircraftId)).length).toBeGreaterThan(15);
    expect(answers.filter((text) => text.includes("4711"))).toEqual([]);
    expect(notesIn(await exchange(stranger)).concat(notesIn(await exchange(admin)))).toEqual([]);
    expect(server.logged.filter((line) => line.includes("4711"))).toEqual([]);
    expect(JSON.stringify(await db("outcomes"))).not.toContain("4711");
  });

  it("[S762] reach a pilot with the acceptance, and leave with the cancellation", async () => {
    await aNotedPlane();
    const [pilot, other] = [await aPilot(db), await aPilot(db)];
    const [id] = [await request(pilot), await askFor(server.url, other, { aircraftId })];
    const asked = await exchange(pilot);
    expect(notesIn(asked)).toEqual([]);
    await setStatus(server.url, owner, id, "accepted");
    const accepted = await exchange(pilot, asked.to);
    expect(notesIn(accepted)).toEqual([SECRET]);
    await save(owner, "Gate 1");
    const edited = await exchange(pilot, accepted.to);
    expect(notesIn(edited)).toEqual(["Gate 1"]);
    await setStatus(server.url, pilot, id, "cancelled");
    const cancelled = await exchange(pilot, edited.to);
    expect([cancelled.rows["bookings"]?.length, notesIn(cancelled)]).toEqual([1, []]);
    await save(owner, SECRET);
    expect(notesIn(await exchange(pilot, cancelled.to)).concat(notesIn(await exchange(other)))).toEqual([]);
  });

  it("[S767] leave with the end of the flight", async () => {
    await aNotedPlane();
    const pilot = await aPilot(db);
    const id = await request(pilot);
    await setStatus(server.url, owner, id, "accepted");
    const accepted = await exchange(pilot);
    expect(notesIn(accepted)).toEqual([SECRET]);
    await db("bookings")
      .where({ id })
      .update({ startDate: inHours(-4), endsAt: inHours(-1), hours: 3 });
    expect(notesIn(await exchange(pilot))).toEqual([]);
    await advanceBookings(db);
    const ended = await exchange(pilot, accepted.to);
    expect([ended.rows["bookings"]?.[0]?.["status"], notesIn(ended)]).toEqual(["completed", []]);
  });

  it("[S971] of a device of the previous version are stored with its edit of the listing", async () => {
    await aNotedPlane();
    expect((await saveWithListing(owner, "Gate 1")).status).toBe(200);
    expect(notesIn(await exchange(owner))).toEqual(["Gate 1"]);
  });

  it("[S972] that two devices changed are a conflict, and equal ones are none", async () => {
    await aNotedPlane();
    const edit = (accessNotes: string) => ({
      id: newId(),
      name: "accessNotes.save",
      lane: `aircraft:${aircraftId}`,
      input: { id: aircraftId, accessNotes },
      base: { rev: 1, values: { accessNotes: "Gate 0" } },
    });
    const outcomes = (await exchange(owner, null, [edit(SECRET), edit("Gate 2")])).outcomes;
    expect(outcomes.map(({ status, code }) => code ?? status)).toEqual(["applied", "conflict"]);
    expect(outcomes[1]?.fields).toEqual({ accessNotes: { base: "Gate 0", theirs: SECRET, yours: "Gate 2" } });
  });

  it("[S763] are written by the owner alone", async () => {
    await aNotedPlane();
    const admin = await aPilot(db, { isAdmin: true });
    expect((await save(admin, "Gate 9")).body.code).toBe("not-your-aircraft");
    expect((await saveWithListing(admin, "Gate 9")).status).toBe(200);
    expect((await save(await anOwner(db), "Gate 9")).status).toBe(403);
    expect((await saveWithListing(await anOwner(db), "Gate 9")).status).toBe(403);
    expect((await save(owner, "x".repeat(2001))).status).toBe(400);
    expect((await save(owner, "Gate 9", newId())).body.code).toBe("aircraft-not-found");
    expect(await db("access_notes").where({ aircraftId })).toEqual([{ aircraftId, notes: SECRET }]);
    await send(server.url, `DELETE /api/aircraft/${aircraftId}`, { headers: owner.headers });
    expect(await db("access_notes").where({ aircraftId })).toEqual([]);
  });
});
