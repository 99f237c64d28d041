import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { Favorite } from "../../../shared/domain/favorites.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { send } from "../../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";

let server: TestServer;
let db: Knex;
let owner: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  owner = await anOwner(db);
});

const call = <Body>(route: string, who: TestPerson | null, body?: unknown) =>
  send<Body>(server.url, route, { headers: who?.headers, body });

const add = (who: TestPerson, aircraftId: string) => call<Favorite>("POST /api/favorites", who, { aircraftId });

const desc = (column: string) => ({ column, order: "desc" });

async function saved(who: TestPerson): Promise<string[]> {
  return (await call<{ id: string }[]>("GET /api/favorites", who)).body.map(({ id }) => id);
}

describe("favorites", () => {
  it("[S167] are stored once however often they are added, and can be removed repeatedly", async () => {
    const [pilot, plane] = [await aPilot(db), await aPlane(db, owner.id)];
    const first = await add(pilot, plane);
    expect(first).toMatchObject({ status: 201, body: { userId: pilot.id, aircraftId: plane } });
    const again = await add(pilot, plane);
    expect([200, 201]).toContain(again.status);
    expect(again.body.id).toBe(first.body.id);
    expect(await saved(pilot)).toEqual([plane]);
    for (let times = 0; times < 2; times++)
      expect((await call(`DELETE /api/favorites/${plane}`, pilot)).status).toBe(204);
    expect((await call(`DELETE /api/favorites/${newId()}`, pilot)).status).toBe(204);
    expect(await saved(pilot)).toEqual([]);
  });

  it("[S166] are stored once for twenty concurrent taps", async () => {
    const [pilot, plane] = [await aPilot(db), await aPlane(db, owner.id)];
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(pilot, plane)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await db("favorites").where({ aircraftId: plane })).toHaveLength(1);
  });

  it("[S269] are visible only to their user", async () => {
    const [pilot, other, plane] = [await aPilot(db), await aPilot(db), await aPlane(db, owner.id)];
    await add(pilot, plane);
    expect(await saved(other)).toEqual([]);
    const check = (who: TestPerson) => call<{ isFavorite: boolean }>(`GET /api/favorites/check/${plane}`, who);
    expect((await check(pilot)).body).toEqual({ isFavorite: true });
    expect((await check(other)).body).toEqual({ isFavorite: false });
    expect((await call("GET /api/favorites", null)).status).toBe(401);
    const scopes = await db("change_log").where({ id: plane }).distinct("scope").pluck("scope");
    expect(scopes).toEqual([`user:${pilot.id}`]);
  });

  it("answer 404 for an unknown aircraft or a malformed id", async () => {
    const pilot = await aPilot(db);
    const hidden = await aPlane(db, owner.id, { isActive: false });
    for (const id of [newId(), hidden]) expect((await add(pilot, id)).status).toBe(404);
    expect((await call("GET /api/favorites/check/nonsense", pilot)).body).toEqual({ isFavorite: false });
  });

  it("omit an inactive aircraft but keep it saved, and return it with its owner", async () => {
    const [pilot, away] = [await aPilot(db), await anOwner(db)];
    const plane = await aPlane(db, away.id);
    await add(pilot, plane);
    await db("users").where({ id: away.id }).update({ isActive: false });
    expect(await saved(pilot)).toEqual([]);
    expect((await call(`GET /api/favorites/check/${plane}`, pilot)).body).toEqual({ isFavorite: true });
    await db("users").where({ id: away.id }).update({ isActive: true });
    expect(await saved(pilot)).toEqual([plane]);
  });

  it("come in pages of a thousand, linked, and refuse other cursors", async () => {
    const pilot = await aPilot(db);
    await db.raw(
      `with planes as (
         insert into aircraft (id, "ownerId", name, model, make, type, year, location, "hourlyRate", seats, "cruiseSpeed",
           range, "fuelCapacity", "maxWeight", "imageUrl", bucket)
         select gen_random_uuid(), ?, 'a', 'b', 'c', 'jet', '2000', 'Miami FL', 100, 4, 100, 100, 'x', 'y', 'z', 'miami-fl'
         from generate_series(1, 1003) returning id)
       -- Some share their moment, so that the id decides.
       insert into favorites (id, "userId", "aircraftId", "createdAt")
       select gen_random_uuid(), ?, id, now() - (row_number() over ()) / 5 * interval '1 second' from planes`,
      [owner.id, pilot.id],
    );
    const first = await call<{ id: string }[]>("GET /api/favorites", pilot);
    expect(first.body).toHaveLength(1000);
    const [, next] = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))!;
    const second = await call<{ id: string }[]>(`GET ${next}`, pilot);
    expect([second.body.length, second.headers.link]).toEqual([3, undefined]);
    const planes = db("favorites").where({ userId: pilot.id });
    expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(
      await planes.orderBy([desc("createdAt"), desc("id")]).pluck("aircraftId"),
    );
    const asked: { sql: string; bindings: Knex.Value[] }[] = [];
    const listen = (one: (typeof asked)[number]) => void asked.push(one);
    db.on("query", listen);
    await call(`GET ${next}`, pilot);
    db.off("query", listen);
    const { sql, bindings } = asked.find((one) => one.sql.includes('order by "favorites"'))!;
    await db.raw("analyze favorites, aircraft, users");
    const { rows } = await db.raw(`explain ${sql.replaceAll(/\$\d+/g, "?")}`, bindings);
    expect(JSON.stringify(rows)).toContain("favorites_of_person");
    const wrong = await call<{ fields?: object }>("GET /api/favorites?cursor=nonsense", pilot);
    expect([wrong.status, wrong.body.fields]).toEqual([400, { cursor: expect.any(String) }]);
  });

  it("[S268] come latest saved first", async () => {
    const pilot = await aPilot(db);
    const planes = [await aPlane(db, owner.id), await aPlane(db, owner.id), await aPlane(db, owner.id)];
    for (const plane of [planes[1]!, planes[0]!, planes[2]!]) await add(pilot, plane);
    expect(await saved(pilot)).toEqual([planes[2], planes[0], planes[1]]);
  });
});
