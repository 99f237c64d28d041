import { beforeAll, describe, expect, it } from "vitest";
import type { Knex } from "knex";
import { newId } from "../../shared/kit/ids.ts";
import { devicesOf } from "../../tests/devices.ts";
import { code, fieldsOf, send } from "../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../tests/people.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";

let server: TestServer;
let db: Knex;
let pilot: TestPerson;
let owner: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  pilot = await aPilot(db);
  owner = await anOwner(db);
  admin = await aPilot(db, { isAdmin: true });
});

const call = (route: string, who?: TestPerson, body?: unknown) =>
  send(server.url, route, { headers: who?.headers, body });
const { aDevice, post } = devicesOf(() => server);

describe("ids in upper case", () => {
  it("identify the same users and records", async () => {
    const plane = await aPlane(db, owner.id);
    const [me, peer, thing] = [pilot.id, owner.id, plane].map((id) => id.toUpperCase()) as [string, string, string];
    const content = "Hello";
    expect(code(await call("POST /api/messages", pilot, { receiverId: me, content }))).toEqual([
      400,
      "message-to-self",
    ]);
    const sent = await call("POST /api/messages", pilot, { receiverId: peer, content, aircraftId: thing });
    expect([sent.status, sent.body.receiverId]).toEqual([201, owner.id]);
    const scopes = await db("change_log").where({ id: sent.body.id }).pluck("scope");
    expect(scopes.sort()).toEqual([`user:${pilot.id}`, `user:${owner.id}`].sort());
    expect((await call(`POST /api/messages/${peer}/${me}/read`, owner)).status).toBe(204);
    expect((await call(`PATCH /api/users/${me}`, pilot, { name: "Ada" })).status).toBe(200);
    expect((await call(`PATCH /api/admin/users/${me}/verify`, admin, { verified: true })).body.id).toBe(pilot.id);
    expect((await call(`GET /api/aircraft/${thing}/with-owner`)).status).toBe(200);
    expect((await call(`GET /api/messages/${me}/${peer}`, pilot)).body).toHaveLength(1);
    await db("aircraft").where({ id: plane }).update({ isActive: false });
    expect((await call(`GET /api/aircraft?ownerId=${peer}`, owner)).body).toHaveLength(1);
    await call("POST /api/favorites", owner, { aircraftId: thing });
    const received = await db("change_log")
      .where({ id: plane, scope: `user:${owner.id}` })
      .count({ count: "*" })
      .first();
    expect(received?.count).toBeGreaterThan(0);
  });

  it("in a queued message to oneself get a final refusal under the sent id", async () => {
    const device = await aDevice();
    const id = newId().toUpperCase();
    const input = { id, receiverId: device.person.id.toUpperCase(), content: "Hello", aircraftId: null };
    const { body } = await post(device, { commands: [{ id, name: "messages.send", input }] });
    expect(body.outcomes).toEqual([expect.objectContaining({ id, status: "refused", code: "message-to-self" })]);
  });
});

describe("extreme values", () => {
  const cursor = (place: object) => Buffer.from(JSON.stringify(place)).toString("base64url");

  it("for days are accepted up to the last valid day", async () => {
    expect((await call("GET /api/aircraft?date=9999-12-31")).status).toBe(200);
    expect(fieldsOf(await call("GET /api/aircraft?date=0000-01-01"))).toEqual(["date"]);
  });

  it("in a list's cursor are named", async () => {
    const id = newId();
    const createdAt = new Date().toISOString();
    const never = "0000-01-01T00:00:00Z";
    const places: [string, object][] = [
      ["/api/aircraft?sort=price-asc", { sort: "price-asc", value: 1.5, createdAt, id }],
      ["/api/aircraft?sort=price-desc", { sort: "price-desc", value: 1e30, createdAt, id }],
      ["/api/aircraft?sort=rating", { sort: "rating", value: 1e300, createdAt, id }],
      ["/api/aircraft?sort=rating", { sort: "rating", value: -1, createdAt, id }],
      ["/api/aircraft", { sort: "newest", createdAt: never, id }],
      ["/api/bookings", { createdAt: never, id }],
      ["/api/favorites", { createdAt: never, id }],
      [`/api/messages/${admin.id}/${pilot.id}`, { createdAt: never, id }],
      [`/api/messages/conversations/${admin.id}`, { createdAt: never, id }],
    ];
    for (const value of ["x", "", "0000-01-01 00:00:00+00", "2026-02-31 00:00:00+00", "infinity", "now"])
      places.push(["/api/admin/users?sort=newest", { sort: "newest", value, id }]);
    for (const value of ["x", "", "1.5", "99999999999", "1e3"])
      places.push(["/api/admin/aircraft?sort=price-asc", { sort: "price-asc", value, id }]);
    for (const [path, place] of places) {
      const answer = await call(`GET ${path}${path.includes("?") ? "&" : "?"}cursor=${cursor(place)}`, admin);
      expect([JSON.stringify(place), answer.status, fieldsOf(answer)]).toEqual([
        JSON.stringify(place),
        400,
        ["cursor"],
      ]);
    }
  });

  it("of server fields are ignored", async () => {
    for (const memberSince of [2026, "since the summer of 1999", null, {}]) {
      const email = `${newId()}@test.example`;
      const answer = await call("POST /api/auth/signup", undefined, {
        email,
        password: "a fair secret",
        name: "Ada",
        memberSince,
      });
      expect([answer.status, answer.body.user]).toMatchObject([201, { memberSince: String(new Date().getFullYear()) }]);
    }
  });

  it("of admin fields are ignored", async () => {
    const plane = await aPlane(db, owner.id);
    for (const odd of [{ verified: "yes" }, { isActive: null }, { verified: 1, isActive: [] }]) {
      const answer = await call(`PATCH /api/aircraft/${plane}`, owner, { name: "Skylane", ...odd });
      expect([answer.status, answer.body]).toMatchObject([200, { name: "Skylane", verified: false, isActive: true }]);
    }
    expect((await call(`PATCH /api/aircraft/${plane}`, admin, { verified: true })).body.verified).toBe(true);
  });

  it("for the end of a mute are named", async () => {
    const answer = await call(`PUT /api/settings/mutes/${owner.id}`, pilot, { until: "0000-01-01T00:00:00Z" });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["until"]]);
  });
});
