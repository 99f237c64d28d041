import type { Knex } from "knex";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import {
  catalogueBase,
  catalogueSegment,
  exchangeAnswer,
  manifest,
  type ExchangeAnswer,
} from "../../../shared/sync.ts";
import { send, type Answer } from "../../../tests/http.ts";
import { anOwner, aPilot, PASSWORD, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { openLine } from "../../../tests/sync/live-client.ts";

let server: TestServer;
let db: Knex;
let admin: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  admin = await aPilot(db, { isAdmin: true });
});

async function setActive({ id }: { id: string }, isActive: boolean): Promise<void> {
  const route = `PATCH /api/admin/users/${id}/toggle-active`;
  const answer = await send(server.url, route, { body: { isActive }, headers: admin.headers });
  expect([answer.status, answer.body]).toMatchObject([200, { id, isActive }]);
}

function get<Body = Record<string, unknown>>(path: string, me?: TestPerson): Promise<Answer<Body>> {
  return send<Body>(server.url, `GET ${path}`, { headers: me?.headers ?? {} });
}

type Device = { person: TestPerson; clientId: string; cursor: string | null };

async function exchange(device: Device): Promise<ExchangeAnswer> {
  const { person, clientId, cursor } = device;
  const body = { clientId, userId: person.id, schema: 1, cursor, commands: [] };
  const answer = await send(server.url, "POST /api/sync", { body, headers: person.headers });
  const parsed = exchangeAnswer.parse(answer.body);
  device.cursor = parsed.to;
  return parsed;
}

/** Ids of the Denver cards of a client that fetched every file. */
async function denver(): Promise<Set<string>> {
  // Catalogue files are always compressed; fetch decompresses them.
  const read = async (path: string): Promise<unknown> => (await fetch(server.url + path)).json();
  const { generation, buckets } = manifest.parse(await read("/api/catalogue"));
  const { base, head } = buckets.find(({ bucket }) => bucket === "denver-co")!;
  const file = (kind: string, n: number) => read(`/api/catalogue/denver-co/${kind}/${n}?g=${generation}`);
  const cards = new Set(base === 0 ? [] : catalogueBase.parse(await file("base", base)).rows.map(({ id }) => id));
  for (let n = base + 1; n <= head; n++) {
    const { put, drop } = catalogueSegment.parse(await file("segment", n));
    for (const { id } of put) cards.add(id);
    for (const id of drop) cards.delete(id);
  }
  return cards;
}

/** Creates an owner of two listings, and a pilot who saved one and wrote to the owner. */
async function aMarket() {
  const [owner, pilot] = [await anOwner(db), await aPilot(db)];
  const made = async (me: TestPerson, route: string, body: object) => {
    const answer = await send<{ id: string }>(server.url, route, { body, headers: me.headers });
    expect(answer.status).toBe(201);
    return answer.body.id;
  };
  const form = { name: "Husky", make: "Aviat", model: "A-1C", location: "Denver CO" };
  const planes = [await made(owner, "POST /api/aircraft", form), await made(owner, "POST /api/aircraft", form)];
  await made(pilot, "POST /api/favorites", { aircraftId: planes[0] });
  await made(pilot, "POST /api/messages", { receiverId: owner.id, content: "Is it free?", aircraftId: planes[1] });
  return { owner, pilot, planes };
}

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000 });

describe("a deactivated user", () => {
  it("[S239] loses sessions, live lines and reset links at once, also after a reactivation", async () => {
    const { owner } = await aMarket();
    await db("users")
      .where({ id: owner.id })
      .update({ passwordResetToken: "digest", passwordResetExpiry: db.raw("now() + interval '1 hour'") });
    const line = await openLine(server.url, owner);
    line.hello(null);
    await line.next("behind");
    await setActive(owner, false);
    expect(await line.closed).toBe(4401);
    expect((await get("/api/auth/me", owner)).status).toBe(401);
    const logIn = (password: string) =>
      send(server.url, "POST /api/auth/login", { body: { email: owner.email, password } });
    expect(await logIn(PASSWORD)).toMatchObject({
      status: 403,
      body: { code: "deactivated", error: "This account has been deactivated." },
    });
    expect((await logIn("guessed")).status).toBe(401);
    expect(await db("users").where({ id: owner.id }).first()).toMatchObject({ passwordResetToken: null });

    await setActive(owner, true);
    expect((await get("/api/auth/me", owner)).status).toBe(401);
    expect((await logIn(PASSWORD)).status).toBe(200);
  });

  it("[S198] disappears from lists with all listings, and returns; favorites stay", async () => {
    const { owner, pilot, planes } = await aMarket();
    await eventually(async () => expect([...(await denver())]).toEqual(expect.arrayContaining(planes)));
    const ids = async (path: string, me?: TestPerson) =>
      (await get<{ id: string }[]>(path, me)).body.map((row) => row.id);
    const isFavorite = async () => (await get(`/api/favorites/check/${planes[0]}`, pilot)).body;

    await setActive(owner, false);
    await eventually(async () => expect([...(await denver())]).not.toEqual(expect.arrayContaining(planes)));
    expect(await ids(`/api/aircraft?ownerId=${owner.id}`)).toEqual([]);
    expect(await ids("/api/favorites", pilot)).toEqual([]);
    expect(await isFavorite()).toEqual({ isFavorite: true });
    expect((await get(`/api/aircraft/${planes[0]}/with-owner`, pilot)).status).toBe(404);
    expect((await get(`/api/users/${owner.id}`)).status).toBe(404);
    const talk = await get<{ user: object }[]>(`/api/messages/conversations/${pilot.id}`, pilot);
    expect(talk.body[0]?.user).toMatchObject({ id: owner.id, name: "Former member", verified: false });
    const listed = await get<{ id: string }[]>("/api/admin/aircraft", admin);
    expect(listed.body).toContainEqual(
      expect.objectContaining({ id: planes[0], ownerName: owner.name, ownerIsActive: false }),
    );

    await setActive(owner, true);
    await eventually(async () => expect([...(await denver())]).toEqual(expect.arrayContaining(planes)));
    expect((await ids(`/api/aircraft?ownerId=${owner.id}`)).sort()).toEqual([...planes].sort());
    expect(await ids("/api/favorites", pilot)).toEqual([planes[0]]);
  });

  it("appears as a former member in their reviews", async () => {
    const { owner, pilot, planes } = await aMarket();
    const review = {
      id: newId(),
      userId: pilot.id,
      targetType: "aircraft",
      targetId: planes[0],
      aircraftId: planes[0],
    };
    await db("reviews").insert({ ...review, rating: 5, comment: "Starts at once." });
    const cards = async () => (await get<object[]>(`/api/aircraft/${planes[0]}/reviews`, owner)).body;
    expect(await cards()).toMatchObject([{ userName: pilot.name, comment: "Starts at once." }]);
    await setActive(pilot, false);
    expect(await cards()).toMatchObject([{ userName: "Former member", userAvatar: null, comment: "Starts at once." }]);
  });

  it("[S1311] waits for none of their running commands, which may wait for it", async () => {
    const pilot = await aPilot(db);
    const passwordResetExpiry = db.raw("now() + interval '1 hour'");
    await db("users").where({ id: pilot.id }).update({ passwordResetToken: newId(), passwordResetExpiry });
    // The entry of a command in the ledger holds its user like this until the commit.
    const running = await db.transaction();
    await running("users").where({ id: pilot.id }).forKeyShare().select("id");
    await setActive(pilot, false);
    await running.rollback();
    expect(await db("users").where({ id: pilot.id }).pluck("passwordResetToken")).toEqual([null]);
  });

  it("disappears from other users' devices, and returns", async () => {
    const { owner, pilot, planes } = await aMarket();
    const device: Device = { person: pilot, clientId: newId(), cursor: null };
    await exchange(device);
    const line = await openLine(server.url, pilot);
    line.hello(device.cursor);
    await line.next("batch");
    await setActive(owner, false);
    const told = await line.next("batch");
    expect(told.drops.people).toEqual([owner.id]);
    expect([...(told.drops.aircraft ?? [])].sort()).toEqual([...planes].sort());
    expect(told.drops.favorites).toBeUndefined();
    line.socket.close();
    expect((await exchange(device)).drops.people).toEqual([owner.id]);
    const fresh = await exchange({ person: pilot, clientId: newId(), cursor: null });
    expect([fresh.rows.people, fresh.rows.aircraft]).toEqual([undefined, undefined]);
    expect(fresh.rows.favorites).toHaveLength(1);

    await setActive(owner, true);
    const back = await exchange(device);
    expect(back.rows.people).toEqual([expect.objectContaining({ id: owner.id, name: owner.name })]);
    expect(back.rows.aircraft?.map(({ id }) => id).sort()).toEqual([...planes].sort());
  });
});
