import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { Aircraft } from "../../../shared/domain/aircraft.ts";
import type { ErrorBody } from "../../../shared/kit/errors.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";

let server: TestServer;
let db: Knex;
let owner: TestPerson;
let stranger: TestPerson;
let pilot: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  owner = await anOwner(db);
  stranger = await anOwner(db);
  pilot = await aPilot(db);
  admin = await aPilot(db, { isAdmin: true });
});

const call = <Body = Aircraft & ErrorBody>(route: string, who: TestPerson | null = null, body?: unknown) =>
  send<Body>(server.url, route, { headers: who?.headers, body });

const form = { name: "Cessna 172", make: "Cessna", model: "172", location: "Denver CO" };

/** Scopes with a log line for a row since the last call. */
async function loggedScopes(id: string): Promise<string[]> {
  const rows: { scope: string }[] = await db("change_log").where({ id }).delete().returning("scope");
  return [...new Set(rows.map(({ scope }) => scope))].sort();
}

describe("listing an aircraft", () => {
  it("[S003] applies defaults, and logs for bucket and owner", async () => {
    const { status, body } = await call("POST /api/aircraft", owner, {
      ...form,
      ownerId: pilot.id,
      rating: 5,
      verified: true,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...form,
      ...{ ownerId: owner.id, type: "single-engine", year: String(new Date().getFullYear()), hourlyRate: 150 },
      ...{ minHours: 2, seats: 4, cruiseSpeed: 120, range: 400, fuelCapacity: "50 gal", maxWeight: "2,500 lbs" },
      ...{ description: null, imageUrl: "/illustrations/default-aircraft.svg", images: [], features: [] },
      ...{ verified: false, rating: 0, reviewCount: 0, isActive: true, rev: 0 },
    });
    expect(await loggedScopes(body.id)).toEqual(["bucket:denver-co", `user:${owner.id}`]);
  });

  it("uses the client's id, and refuses one in use", async () => {
    const id = newId();
    expect((await call("POST /api/aircraft", owner, { ...form, id })).body.id).toBe(id);
    const again = await call("POST /api/aircraft", stranger, { ...form, id });
    expect(again).toMatchObject({ status: 409, body: { code: "id-taken" } });
  });

  it("[S263] makes the first picture the main one", async () => {
    const images = ["/illustrations/cessna-citation-cj3.svg", "/illustrations/beechcraft-baron-g58.svg"];
    const { body } = await call("POST /api/aircraft", owner, { ...form, images });
    expect(body).toMatchObject({ images, imageUrl: images[0] });
  });

  it("[S215] refuses pictures of other sites", async () => {
    for (const path of [
      "https://example.com/a.jpg",
      "//example.com/a.svg",
      "/illustrations/../x.svg",
      "/objects/other",
    ]) {
      const one = await call("POST /api/aircraft", owner, { ...form, images: [path] });
      expect(one).toMatchObject({
        status: 400,
        body: { code: "invalid", fields: { images: expect.any(String) as string } },
      });
      const other = await call("POST /api/aircraft", owner, { ...form, imageUrl: path });
      expect(other).toMatchObject({ status: 400, body: { fields: { imageUrl: expect.any(String) as string } } });
    }
    const seven = Array.from({ length: 7 }, () => "/illustrations/cessna-citation-cj3.svg");
    expect((await call("POST /api/aircraft", owner, { ...form, images: seven })).body.fields).toHaveProperty("images");
  });

  it("[S213] names each invalid field, and converts no types", async () => {
    const wrong = { ...form, hourlyRate: 0, seats: 0, cruiseSpeed: 0, range: 0, minHours: "2", location: "Boise ID" };
    const { status, body } = await call("POST /api/aircraft", owner, wrong);
    expect(status).toBe(400);
    expect(body.fields).toMatchObject({
      hourlyRate: "Hourly rate must be at least $1",
      seats: "Must have at least 1 seat",
      cruiseSpeed: "Cruise speed required",
      range: "Range required",
      minHours: expect.any(String) as string,
      location: expect.any(String) as string,
    });
  });

  it("[S234] requires an owner or admin with a verified address", async () => {
    const unverified = await anOwner(db, { isEmailVerified: false });
    expect((await call("POST /api/aircraft", null, form)).status).toBe(401);
    expect(await call("POST /api/aircraft", pilot, form)).toMatchObject({ status: 403, body: { code: "owner-only" } });
    expect(await call("POST /api/aircraft", unverified, form)).toMatchObject({
      status: 403,
      body: { code: "email-unverified" },
    });
    expect((await call("POST /api/aircraft", admin, form)).status).toBe(201);
  });
});

describe("editing an aircraft", () => {
  it("changes the sent fields, raises the revision and returns the whole record", async () => {
    const id = await aPlane(db, owner.id);
    const { status, body } = await call(`PATCH /api/aircraft/${id}`, owner, { hourlyRate: 199, description: "Quiet." });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, hourlyRate: 199, description: "Quiet.", name: "Cessna 172", rev: 1 });
    expect(await loggedScopes(id)).toEqual(["bucket:denver-co", `user:${owner.id}`]);
  });

  it("accepts an edit without changes, and logs nothing", async () => {
    const id = await aPlane(db, owner.id);
    expect(await call(`PATCH /api/aircraft/${id}`, owner, {})).toMatchObject({ status: 200, body: { id, rev: 0 } });
    expect(await call(`PATCH /api/aircraft/${id}`, owner, { name: "Cessna 172" })).toMatchObject({ body: { rev: 0 } });
    expect(await loggedScopes(id)).toEqual([]);
  });

  it("[S171] ignores server fields, except verified and isActive from an admin", async () => {
    const id = await aPlane(db, owner.id);
    const extras = { ownerId: stranger.id, rating: 5, reviewCount: 9, verified: true, isActive: false };
    const own = await call(`PATCH /api/aircraft/${id}`, owner, extras);
    expect(own.body).toMatchObject({ ownerId: owner.id, rating: 0, reviewCount: 0, verified: false, isActive: true });
    const admins = await call(`PATCH /api/aircraft/${id}`, admin, extras);
    expect(admins.body).toMatchObject({ ownerId: owner.id, rating: 0, verified: true, isActive: false });
  });

  it("[S235] requires its owner or an admin; for others an inactive one does not exist", async () => {
    const id = await aPlane(db, owner.id);
    expect(await call(`PATCH /api/aircraft/${id}`, stranger, { seats: 2 })).toMatchObject({
      status: 403,
      body: { code: "not-your-aircraft" },
    });
    expect((await call(`PATCH /api/aircraft/${id}`, null, { seats: 2 })).status).toBe(401);
    await db("aircraft").where({ id }).update({ isActive: false });
    expect((await call(`PATCH /api/aircraft/${id}`, stranger, { seats: 2 })).status).toBe(404);
    expect((await call(`PATCH /api/aircraft/${id}`, owner, { seats: 2 })).status).toBe(200);
    expect((await call(`PATCH /api/aircraft/${newId()}`, owner, { seats: 2 })).status).toBe(404);
    expect((await call("PATCH /api/aircraft/nonsense", owner, { seats: 2 })).status).toBe(404);
  });

  it("logs a move for the old and new bucket and for its watchers", async () => {
    const id = await aPlane(db, owner.id);
    await call("POST /api/favorites", pilot, { aircraftId: id });
    await db("messages").insert({
      id: newId(),
      senderId: stranger.id,
      receiverId: owner.id,
      aircraftId: id,
      content: "Hi",
    });
    await loggedScopes(id);
    await call(`PATCH /api/aircraft/${id}`, owner, { location: "Austin TX" });
    expect(await loggedScopes(id)).toEqual(
      ["bucket:austin-tx", "bucket:denver-co", ...[owner, pilot, stranger].map((one) => `user:${one.id}`)].sort(),
    );
    expect(await db("aircraft").where({ id }).first("bucket")).toEqual({ bucket: "austin-tx" });
  });

  it("[S264] updates the main picture with the pictures", async () => {
    const [first, second] = ["/illustrations/cessna-citation-cj3.svg", "/illustrations/beechcraft-baron-g58.svg"];
    const id = await aPlane(db, owner.id);
    const patch = async (body: unknown) => (await call(`PATCH /api/aircraft/${id}`, owner, body)).body;
    expect(await patch({ images: [first, second] })).toMatchObject({ imageUrl: first });
    expect(await patch({ imageUrl: second })).toMatchObject({ imageUrl: first });
    expect(await patch({ images: [second, first] })).toMatchObject({ imageUrl: second });
    expect(await patch({ images: [] })).toMatchObject({ imageUrl: "/illustrations/default-aircraft.svg" });
  });

  it("lets an admin keep the owner's pictures", async () => {
    const images = ["/objects/owners-own"];
    const id = await aPlane(db, owner.id, { images, imageUrl: images[0] });
    const { status } = await call(`PATCH /api/aircraft/${id}`, admin, { images, imageUrl: images[0], seats: 3 });
    expect(status).toBe(200);
  });

  it("applies two concurrent edits of different fields", async () => {
    const id = await aPlane(db, owner.id);
    await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        call(`PATCH /api/aircraft/${id}`, owner, turn % 2 ? { seats: turn + 10 } : { range: 500 + turn }),
      ),
    );
    expect((await call(`GET /api/aircraft/${id}/with-owner`)).body).toMatchObject({ aircraft: { rev: 10 } });
  });
});

describe("deleting an aircraft", () => {
  it("[S265] removes it from lists and favorites, and logs for everyone who saw it", async () => {
    const id = await aPlane(db, owner.id);
    await call("POST /api/favorites", pilot, { aircraftId: id });
    await loggedScopes(id);
    expect((await call(`DELETE /api/aircraft/${id}`, stranger)).status).toBe(403);
    expect((await call(`DELETE /api/aircraft/${id}`, owner)).status).toBe(204);
    expect(await loggedScopes(id)).toEqual(["bucket:denver-co", `user:${owner.id}`, `user:${pilot.id}`].sort());
    expect((await call(`GET /api/aircraft/${id}/with-owner`, admin)).status).toBe(404);
    expect((await call(`GET /api/aircraft/${id}/reviews`)).status).toBe(404);
    expect((await call<Aircraft[]>("GET /api/aircraft")).body.map((one) => one.id)).not.toContain(id);
    expect(await db("favorites").where({ aircraftId: id })).toEqual([]);
    expect((await call(`DELETE /api/aircraft/${id}`, owner)).status).toBe(404);
  });

  it("declines open requests, and is refused before the end of an accepted booking", async () => {
    const id = await aPlane(db, owner.id);
    const start = new Date(Date.now() + 86_400_000);
    const hour = { startDate: start, endsAt: new Date(start.getTime() + 3_600_000), hours: 1, totalPrice: 165 };
    const [accepted, asked] = [newId(), newId()];
    const booking = { aircraftId: id, pilotId: pilot.id, ownerId: owner.id, ...hour };
    await db("bookings").insert({ ...booking, id: accepted, status: "accepted" });
    await db("bookings").insert({ ...booking, id: asked, status: "requested" });
    expect(await call(`DELETE /api/aircraft/${id}`, owner)).toMatchObject({
      status: 409,
      body: { code: "booked-ahead" },
    });
    await db("bookings").where({ id: accepted }).update({ status: "cancelled" });
    expect((await call(`DELETE /api/aircraft/${id}`, owner)).status).toBe(204);
    expect(await db("bookings").where({ id: asked }).first("status", "rev")).toEqual({ status: "declined", rev: 1 });
    expect(await loggedScopes(asked)).toEqual([`user:${owner.id}`, `user:${pilot.id}`].sort());
  });
});
