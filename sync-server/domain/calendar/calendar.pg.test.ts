import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { Booking } from "../../../shared/domain/bookings.ts";
import { calendarBooking, calendarText } from "../../../shared/domain/hours/calendar-text.ts";
import { askFor, setStatus } from "../../../tests/bookings.ts";
import { code, send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";

let server: TestServer;
let db: Knex;
let pilot: TestPerson;
let other: TestPerson;
let owner: TestPerson;
let bookingId: string;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
  [pilot, other, owner] = [await aPilot(db), await aPilot(db), await anOwner(db)];
  const plane = await aPlane(db, owner.id, { location: "San Diego CA" });
  bookingId = (await askFor(server.url, pilot, { aircraftId: plane })).body.booking.id;
});

const get = (path: string, me?: TestPerson) => send(server.url, `GET ${path}`, { headers: me?.headers ?? {} });
const open = (me: TestPerson) =>
  send<{ url: string; openedAt: string }>(server.url, "POST /api/calendar/feed", { headers: me.headers });
const pathOf = (url: string) => new URL(url).pathname;

describe("the file of a booking", () => {
  it("[S431] is for its two members alone", async () => {
    const path = `/api/bookings/${bookingId}/calendar.ics`;
    for (const me of [pilot, owner]) {
      const { status, headers, text } = await get(path, me);
      expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
        200,
        "text/calendar; charset=utf-8",
        "private, no-store",
      ]);
      expect(text).toContain("STATUS:TENTATIVE");
    }
    expect(code(await get(path, other))).toEqual([404, "booking-not-found"]);
    expect(code(await get("/api/bookings/none/calendar.ics", pilot))).toEqual([404, "booking-not-found"]);
    expect((await get(path)).status).toBe(401);
  });

  it("[S490] is the same text on a device without a network, from the rows that it keeps", async () => {
    const phoenix = { location: "Phoenix AZ", name: "Cirrus SR22, G5" };
    const plane = await aPlane(db, owner.id, phoenix);
    const asking = await aPilot(db);
    const { id } = (await askFor(server.url, asking, { aircraftId: plane })).body.booking;
    await setStatus(server.url, owner, id, "accepted");
    for (const [me, peer] of [
      [asking, owner],
      [owner, asking],
    ] as const) {
      const [kept] = (await send<Booking[]>(server.url, "GET /api/bookings", { headers: me.headers })).body.filter(
        (one) => one.id === id,
      );
      const there = (await get(`/api/bookings/${id}/calendar.ics`, me)).text;
      expect(calendarText([calendarBooking(kept!, me.id, { ...phoenix, airport: null }, peer.name)], server.url)).toBe(
        there,
      );
    }
  });
});

describe("the calendar address", () => {
  it("[S433] shows the user's bookings to everybody who has it, as they are now", async () => {
    const { body } = await open(pilot);
    const path = pathOf(body.url);
    const before = await get(path);
    expect([before.status, before.headers["cache-control"]]).toEqual([200, "private, max-age=300"]);
    expect(before.text).toContain(`UID:${bookingId}@tailhour`);
    expect(before.text.match(/@\w+/g)).toEqual(["@tailhour"]);
    await setStatus(server.url, owner, bookingId, "accepted");
    expect((await get(path)).text).toContain("STATUS:CONFIRMED");
    expect((await get("/api/calendar/feed", pilot)).body).toEqual({ openedAt: body.openedAt });
    const owners = await open(owner);
    expect((await get(pathOf(owners.body.url))).text).toContain(`UID:${bookingId}@tailhour`);
    expect((await get(pathOf((await open(other)).body.url))).text).not.toContain("BEGIN:VEVENT");
  });

  it("[S434] ends when it is closed, and when another is opened", async () => {
    const first = pathOf((await open(pilot)).body.url);
    const second = pathOf((await open(pilot)).body.url);
    expect(code(await get(first))).toEqual([404, "not-found"]);
    expect((await get(second)).status).toBe(200);
    expect((await send(server.url, "DELETE /api/calendar/feed", { headers: pilot.headers })).status).toBe(204);
    expect(code(await get(second))).toEqual([404, "not-found"]);
    expect((await get("/api/calendar/feed", pilot)).body).toEqual({ openedAt: null });
    expect(code(await get("/calendar/none.ics"))).toEqual([404, "not-found"]);
    expect(code(await get("/calendar/none"))).toEqual([404, "not-found"]);
  });

  it("ends while the account is deactivated", async () => {
    const path = pathOf((await open(other)).body.url);
    await db("users").where({ id: other.id }).update({ isActive: false });
    expect(code(await get(path))).toEqual([404, "not-found"]);
  });

  it("stores no secret, neither in its table nor as an outcome", async () => {
    const key = crypto.randomUUID();
    const sent = await send<{ url: string }>(server.url, "POST /api/calendar/feed", {
      headers: { ...pilot.headers, "Idempotency-Key": key },
    });
    const token = /([^/]+)\.ics$/.exec(sent.body.url)?.[1] ?? "";
    expect(token).toHaveLength(43);
    const stored = [await db("calendar_feeds"), await db("outcomes").where({ userId: pilot.id })];
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it("is limited by address", async () => {
    const limited = await startTestServer({ env: { LIMIT_READS: "20", RATE_LIMIT_FACTOR: "1" } });
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++) statuses.push((await send(limited.url, "GET /calendar/none.ics")).status);
    expect(statuses.at(-1)).toBe(429);
    expect(new Set(statuses.slice(0, 20))).toEqual(new Set([404]));
  });
});
