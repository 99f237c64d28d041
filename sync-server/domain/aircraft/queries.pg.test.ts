import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { Aircraft, AircraftWithOwner } from "../../../shared/domain/aircraft.ts";
import type { ErrorBody } from "../../../shared/kit/errors.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { servicesOf } from "../../../tests/services.ts";
import { openAirfieldFacts } from "../airfields/facts-file.ts";
import { aircraftWithOwner } from "./queries.ts";

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

const call = <Body = ErrorBody>(route: string, who: TestPerson | null = null, body?: unknown) =>
  send<Body>(server.url, route, { headers: who?.headers, body });

describe("reading an aircraft", () => {
  it("[S169] returns its owner without private fields", async () => {
    const id = await aPlane(db, owner.id);
    const { status, body, text } = await call<AircraftWithOwner>(`GET /api/aircraft/${id}/with-owner`);
    expect(status).toBe(200);
    expect(body.aircraft.id).toBe(id);
    expect(Object.keys(body.owner).sort()).toEqual(
      [
        "aircraftCount",
        "avatarUrl",
        "bio",
        "id",
        "memberSince",
        "name",
        "rating",
        "responseTime",
        "reviewCount",
        "verified",
      ]
        .concat(["replyMinutes", "replyRate", "verifiedAt"])
        .sort(),
    );
    expect(text).not.toMatch(/@|password|isAdmin|bucket|deletedAt/);
  });

  it("[S981] answers without the airfield where its facts cannot be read", async () => {
    const id = await aPlane(db, owner.id);
    const services = await servicesOf(db);
    expect((await aircraftWithOwner(services, id, null))?.airfield).toBeTruthy();
    const airfields = openAirfieldFacts("/none/facts.bin", () => undefined);
    const found = await aircraftWithOwner({ ...services, airfields }, id, null);
    expect([found?.aircraft.id, found && "airfield" in found]).toEqual([id, false]);
  });

  it("answers 404 for an unknown, malformed or inactive one, or one of a deactivated owner", async () => {
    const away = await anOwner(db);
    await db("users").where({ id: away.id }).update({ isActive: false });
    const [hidden, theirs] = [await aPlane(db, owner.id, { isActive: false }), await aPlane(db, away.id)];
    for (const id of [newId(), "nonsense", hidden, theirs]) {
      const answer = await call(`GET /api/aircraft/${id}/with-owner`, pilot);
      expect(answer).toMatchObject({ status: 404, body: { error: "Aircraft not found", code: "aircraft-not-found" } });
    }
    expect((await call(`GET /api/aircraft/${hidden}/with-owner`, owner)).status).toBe(200);
    expect((await call(`GET /api/aircraft/${theirs}/with-owner`, admin)).status).toBe(200);
  });

  it("[S1313] answers each of many that ask together as it would answer them alone", async () => {
    const blocked = await aPilot(db);
    await db("blocked_people").insert({ userId: owner.id, blockedId: blocked.id, name: "Blocked" });
    const planes = [await aPlane(db, owner.id), await aPlane(db, owner.id, { isActive: false }), newId()];
    const askers = [null, owner, pilot, blocked, admin];
    const expected = [
      [200, 404, 404],
      [200, 200, 404],
      [200, 404, 404],
      [404, 404, 404],
      [200, 200, 404],
    ];
    const asked = Array.from({ length: 90 }, (_, at) => ({ who: at % askers.length, plane: (at * 7) % planes.length }));
    const answers = await Promise.all(
      asked.map(({ who, plane }) =>
        call<Partial<AircraftWithOwner>>(`GET /api/aircraft/${planes[plane]}/with-owner`, askers[who]),
      ),
    );
    answers.forEach(({ status, body }, at) => {
      const { who, plane } = asked[at]!;
      expect([who, plane, status]).toEqual([who, plane, expected[who]![plane]]);
      if (status === 200) expect([body.aircraft?.id, body.owner?.id]).toEqual([planes[plane], owner.id]);
    });
  });

  it("[S165] returns reviews as cards, newest first", async () => {
    const id = await aPlane(db, owner.id);
    const review = { aircraftId: id, targetType: "aircraft", targetId: id, comment: "Fine." };
    await db("reviews").insert([
      { ...review, id: newId(), userId: pilot.id, rating: 4, createdAt: "2026-10-01T10:00:00Z" },
      { ...review, id: newId(), userId: stranger.id, rating: 5, createdAt: "2026-11-01T10:00:00Z" },
    ]);
    const { body } = await call<unknown[]>(`GET /api/aircraft/${id}/reviews`);
    expect(body).toEqual([
      {
        id: expect.any(String) as string,
        userName: "Olive Owner",
        userAvatar: null,
        rating: 5,
        date: "2026-11-01T10:00:00.000Z",
        comment: "Fine.",
      },
      {
        id: expect.any(String) as string,
        userName: "Pat Pilot",
        userAvatar: null,
        rating: 4,
        date: "2026-10-01T10:00:00.000Z",
        comment: "Fine.",
      },
    ]);
  });

  it("names the fields of an invalid query, and links pages", async () => {
    const odd = await call("GET /api/aircraft?seats=many&types=glider&date=soon&minPrice=-1&sort=age&ownerId=me");
    expect(odd.status).toBe(400);
    expect(Object.keys(odd.body.fields ?? {}).sort()).toEqual([
      "date",
      "minPrice",
      "ownerId",
      "seats",
      "sort",
      "types",
    ]);
    expect((await call("GET /api/aircraft?seats=&types=&date=&minPrice=&unknown=1")).status).toBe(200);
    await db.raw(
      `insert into aircraft (id, "ownerId", name, model, make, type, year, location, "hourlyRate", seats, "cruiseSpeed",
         range, "fuelCapacity", "maxWeight", "imageUrl", bucket)
       select gen_random_uuid(), ?, 'a', 'b', 'c', 'jet', '2000', 'Miami FL', 100, 4, 100, 100, 'x', 'y', 'z', 'miami-fl'
       from generate_series(1, 1001)`,
      [owner.id],
    );
    const first = await call<Aircraft[]>("GET /api/aircraft?location=miami&types=jet");
    expect(first.body).toHaveLength(1000);
    const [, next] = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))!;
    const second = await call<Aircraft[]>(
      `GET ${new URL(next!, server.url).pathname}${new URL(next!, server.url).search}`,
    );
    expect(second.body).toHaveLength(1);
    expect(second.headers.link).toBeUndefined();
    expect(second.headers["x-total-count"]).toBeUndefined();
    const counted = await call<Aircraft[]>("GET /api/aircraft?location=miami&types=jet&total=1");
    expect([counted.body.length, counted.headers["x-total-count"]]).toEqual([1000, "1001"]);
    expect((await call("GET /api/aircraft?total=all")).status).toBe(400);
  });
});
