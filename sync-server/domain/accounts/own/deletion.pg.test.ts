// The deletion of an account: hidden at once, kept by a log-in, then erased by a job that may be killed at any moment.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import path from "node:path";
import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { accountsAt, fresh } from "../../../../tests/accounts.ts";
import { askFor, setStatus } from "../../../../tests/bookings.ts";
import { code, send } from "../../../../tests/http.ts";
import { anOwner, aPilot, aPlane, PASSWORD, type TestPerson } from "../../../../tests/people.ts";
import { freshDatabase } from "../../../../tests/postgres.ts";
import { startTestServer, type TestServer } from "../../../../tests/server.ts";
import { newId } from "../../../../shared/kit/ids.ts";
import { eraseDueAccounts, erasedTables } from "./erase.ts";

let server: TestServer;
let db: Knex;
let databaseUrl: string;
beforeAll(async () => {
  ({ url: databaseUrl } = await freshDatabase({ pool: 1 }));
  server = await startTestServer({ databaseUrl, env: { DEMO: "1", RATE_LIMIT_FACTOR: "1000" } });
  ({ db } = server);
});

const { post } = accountsAt(() => server.url);
const call = <Body = Record<string, unknown>>(me: TestPerson, route: string, body?: object) =>
  send<Body>(server.url, route, { ...(body && { body }), headers: me.headers });
const remove = (me: TestPerson, password = PASSWORD) => call(me, "POST /api/account/delete", { password });
const logIn = ({ email }: TestPerson, more: object = {}) => post("login", { email, password: PASSWORD, ...more });
const stored = (table: string, where: object) => db(table).where(where).first();
const tell = (from: TestPerson, to: TestPerson, content: string) =>
  call(from, "POST /api/messages", { receiverId: to.id, content, aircraftId: null });
const makeDue = (id: string) =>
  db("account_deletions")
    .where({ userId: id })
    .update({ eraseAt: db.raw("now()") });
const linesOf = async (me: TestPerson, peer: TestPerson) =>
  (await call<{ content: string }[]>(me, `GET /api/messages/${me.id}/${peer.id}`)).body.map(({ content }) => content);

describe("an account whose user deletes it", () => {
  it("[S1081] is signed out everywhere and hidden at once, with its listings", async () => {
    const owner = await anOwner(db);
    const plane = await aPlane(db, owner.id);
    const pilot = await aPilot(db);
    await tell(owner, pilot, "Hello");
    expect(code(await remove(owner, "wrong"))).toEqual([400, "wrong-password"]);
    const answer = await remove(owner);
    expect(answer.status).toBe(200);
    const days = (new Date(answer.body.erasedAt as string).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThan(7.01);
    expect((await call(owner, "GET /api/auth/me")).status).toBe(401);
    expect((await call(pilot, `GET /api/users/${owner.id}`)).status).toBe(404);
    expect((await call(pilot, `GET /api/aircraft/${plane}/with-owner`)).status).toBe(404);
    expect(code(await tell(pilot, owner, "Are you there?"))).toEqual([403, "receiver-gone"]);
    const { body } = await call<{ user: { name: string } }[]>(pilot, `GET /api/messages/conversations/${pilot.id}`);
    expect(body.map(({ user }) => user.name)).toEqual(["Former member"]);
  });

  it("[S1082] comes back whole with a log-in that keeps it, also with twelve at once", async () => {
    const owner = await anOwner(db);
    const plane = await aPlane(db, owner.id);
    await remove(owner);
    const asked = await logIn(owner);
    expect(code(asked)).toEqual([403, "deletion-pending"]);
    expect(asked.body.error).toMatch(/^Your account is deleted on \w{3}, \w{3} \d+\. Keep it\?$/);
    expect(code(await post("login", { email: owner.email, password: "wrong", keepAccount: true }))).toEqual([
      401,
      "login-failed",
    ]);
    const answers = await Promise.all(Array.from({ length: 12 }, () => logIn(owner, { keepAccount: true })));
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
    expect((await send(server.url, `GET /api/aircraft/${plane}/with-owner`)).status).toBe(200);
    expect(await stored("account_deletions", { userId: owner.id })).toBeUndefined();
    expect((await logIn(owner)).status).toBe(200);
    // What the deletion signed out stays so.
    expect((await call(owner, "GET /api/auth/me")).status).toBe(401);
  });

  it("[S1083] cancels its requests and declines those to it, each with a line", async () => {
    const [owner, pilot, other] = [await anOwner(db), await aPilot(db), await anOwner(db)];
    const [mine, theirs] = [await aPlane(db, owner.id), await aPlane(db, other.id)];
    await askFor(server.url, pilot, { aircraftId: mine });
    await askFor(server.url, owner, { aircraftId: theirs });
    expect((await remove(owner)).status).toBe(200);
    const statuses = await db("bookings").whereIn("aircraftId", [mine, theirs]).orderBy("status").pluck("status");
    expect(statuses).toEqual(["cancelled", "declined"]);
    for (const reader of [pilot, other])
      expect((await linesOf(reader, owner)).at(-1)).toMatch(/The account is being deleted\.$/);
  });

  it("[S1084] is refused while an accepted booking is ahead, which is named, and for the last admin", async () => {
    const [owner, pilot] = [await anOwner(db), await aPilot(db)];
    const plane = await aPlane(db, owner.id, { name: "Piper Archer" });
    const { booking } = (await askFor(server.url, pilot, { aircraftId: plane })).body;
    const { id } = booking;
    await setStatus(server.url, owner, id, "accepted");
    for (const member of [owner, pilot]) {
      const answer = await remove(member);
      expect(code(answer)).toEqual([409, "flights-ahead"]);
      expect(answer.body.error).toMatch(/Piper Archer on \w{3}, \w{3} \d+\. Cancel it or fly it first\.$/);
      expect((await call(member, "GET /api/auth/me")).status).toBe(200);
    }
    await setStatus(server.url, pilot, id, "cancelled");
    expect((await remove(pilot)).status).toBe(200);

    const [one, two] = [await aPilot(db, { isAdmin: true }), await aPilot(db, { isAdmin: true })];
    await db("users").where({ isAdmin: true }).whereNotIn("id", [one.id, two.id]).update({ isAdmin: false });
    const answers = await Promise.all([remove(one), remove(two)]);
    expect(answers.map(code).sort()).toEqual([
      [200, undefined],
      [409, "last-admin"],
    ]);
  });

  it("is not kept by an admin, and a new password can be set to keep it", async () => {
    const admin = await aPilot(db, { isAdmin: true });
    const pilot = await aPilot(db);
    await remove(pilot);
    const activate = () => call(admin, `PATCH /api/admin/users/${pilot.id}/toggle-active`, { isActive: true });
    expect(code(await activate())).toEqual([409, "being-deleted"]);
    const { linkTo } = accountsAt(() => server.url);
    await post("forgot-password", { email: pilot.email });
    const token = await linkTo(pilot.email);
    expect((await post("reset-password", { token, newPassword: "another secret" })).status).toBe(200);
    const kept = await post("login", { email: pilot.email, password: "another secret", keepAccount: true });
    expect(kept.status).toBe(200);
  });
});

const someId = async () => (await aPilot(db)).id;

/** An owner with everything that an account can have, and the pilot they know. */
async function aFullAccount() {
  const owner = await anOwner(db, { name: "Olive Oneill", email: fresh() });
  const pilot = await aPilot(db);
  const picture = newId();
  await db("objects").insert({
    id: picture,
    ownerId: owner.id,
    ...{ width: 8, height: 8, widths: [320], placeholder: "", readyAt: db.fn.now(), claimedAt: db.fn.now() },
  });
  const images = [`/objects/${picture}`];
  const plane = await aPlane(db, owner.id, { images, imageUrl: images[0], description: "By Olive Oneill" });
  await db("users").where({ id: owner.id }).update({ bio: "Olive Oneill flies", avatarUrl: images[0] });
  await tell(owner, pilot, "Hello from the owner");
  await tell(pilot, owner, "Hello from the pilot");
  await db("favorites").insert({ id: newId(), userId: pilot.id, aircraftId: plane });
  await db("favorites").insert({ id: newId(), userId: owner.id, aircraftId: await aPlane(db, pilot.id) });
  await call(owner, "POST /api/searches", { name: "Jets", filters: { types: ["jet"] } });
  await call(owner, "POST /api/calendar/feed", {});
  await call(owner, `PUT /api/settings/mutes/${pilot.id}`, {});
  await db("blocked_people").insert({ userId: owner.id, blockedId: await someId(), name: "Somebody" });
  await db("blocked_people").insert({ userId: await someId(), blockedId: owner.id, name: "Olive Oneill" });
  await call(owner, "PATCH /api/settings", { hideText: true });
  await db("reviews").insert({
    id: newId(),
    userId: owner.id,
    targetType: "aircraft",
    targetId: plane,
    ...{ rating: 5, comment: "A review that stays", visibleAt: db.fn.now() },
  });
  await db("outcomes").insert(
    Array.from({ length: 1500 }, () => ({ userId: owner.id, commandId: newId(), command: "x", status: "applied" })),
  );
  expect((await remove(owner)).status).toBe(200);
  await makeDue(owner.id);
  return { owner, pilot, plane, picture };
}

/** Everything that must be true of an erased account. */
async function expectErased({ owner, pilot, plane, picture }: Awaited<ReturnType<typeof aFullAccount>>) {
  const user = await stored("users", { id: owner.id });
  expect(user).toMatchObject({ name: "Former member", bio: null, avatarUrl: null, isActive: false, isAdmin: false });
  expect(user.email).toBe(`${owner.id}@deleted.invalid`);
  for (const [table, column] of erasedTables)
    expect([
      table,
      column,
      await db(table)
        .where({ [column]: owner.id })
        .count({ rows: "*" })
        .first(),
    ]).toEqual([table, column, { rows: 0 }]);
  expect(await stored("aircraft", { id: plane })).toMatchObject({ images: [], description: null });
  expect((await stored("aircraft", { id: plane })).deletedAt).not.toBeNull();
  expect((await stored("objects", { id: picture }))?.removedAt ?? "gone").not.toBeNull();
  expect(await linesOf(pilot, owner)).toEqual(["Hello from the owner", "Hello from the pilot"]);
  expect(await stored("reviews", { userId: owner.id })).toMatchObject({ comment: "A review that stays" });
  expect(code(await logIn(owner, { keepAccount: true }))).toEqual([401, "login-failed"]);
  expect((await stored("account_deletions", { userId: owner.id })).erasedAt).not.toBeNull();
}

const moduleAt = (file: string) => JSON.stringify(pathToFileURL(path.join(import.meta.dirname, file)).href);

/** Erases in another process, which is killed at one of its statements; returns the signal that ended it. */
async function eraseUntil(statement: number): Promise<NodeJS.Signals | null> {
  const script = `
    const { eraseDueAccounts } = await import(${moduleAt("erase.ts")});
    const { openDatabase } = await import(${moduleAt("../../../db/knex.ts")});
    const db = openDatabase(process.env.TARGET);
    let statements = 0;
    db.on("query", () => (statements += 1) === ${statement} && process.kill(process.pid, "SIGKILL"));
    await eraseDueAccounts(db);
    await db.destroy();`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    env: { PATH: process.env["PATH"], TARGET: databaseUrl },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  return signal;
}

describe("the final deletion", () => {
  it("[S1085] erases what names the person, and leaves messages and reviews", async () => {
    const account = await aFullAccount();
    await eraseDueAccounts(db);
    await expectErased(account);
    // Everybody who talked to the user gets the change.
    const lines = await db("change_log").where({ scope: `user:${account.pilot.id}`, id: account.owner.id });
    expect(lines.length).toBeGreaterThanOrEqual(2);
    // The address is free again.
    expect((await post("signup", { email: account.owner.email, password: PASSWORD, name: "New" })).status).toBe(201);
    // A second run changes nothing.
    const before = await stored("users", { id: account.owner.id });
    await eraseDueAccounts(db);
    expect(await stored("users", { id: account.owner.id })).toEqual(before);
  });

  it("[S1086] ends whole after kills at any moment, beside another process", async () => {
    const account = await aFullAccount();
    expect(await Promise.all([5, 16, 27, 38].map(eraseUntil))).toEqual(Array<string>(4).fill("SIGKILL"));
    expect((await stored("account_deletions", { userId: account.owner.id })).erasedAt).toBeNull();
    await Promise.all([eraseDueAccounts(db), eraseDueAccounts(db)]);
    await expectErased(account);
  }, 60_000);

  it("[S1087] leaves no table out that refers to users", async () => {
    const { rows } = await db.raw<{ rows: { table: string; column: string }[] }>(
      `select conrelid::regclass::text as table, attname as column from pg_constraint
       join pg_attribute on attrelid = conrelid and attnum = conkey[1]
       where contype = 'f' and confrelid = 'users'::regclass order by 1, 2`,
    );
    // What stays with the row of the user, and what other steps remove.
    const otherwise = [
      "account_deletions.userId",
      "aircraft.ownerId",
      "blocks.ownerId",
      "bookings.ownerId",
      "bookings.pilotId",
      "messages.receiverId",
      "messages.senderId",
      "objects.ownerId",
      "reports.aboutId",
      "reports.reporterId",
      "reviews.userId",
      "uploads.userId",
    ];
    const known = [...erasedTables.map(([table, column]) => `${table}.${column}`), ...otherwise];
    expect(rows.map(({ table, column }) => `${table}.${column}`).filter((name) => !known.includes(name))).toEqual([]);
  });
});
