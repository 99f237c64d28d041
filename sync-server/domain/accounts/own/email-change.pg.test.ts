// The change of an account's address over REST, with the mails that a demo server keeps.
import { beforeAll, describe, expect, it, vi } from "vitest";
import { accountsAt, fresh } from "../../../../tests/accounts.ts";
import { code, send } from "../../../../tests/http.ts";
import { aPilot, PASSWORD, type TestPerson } from "../../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../../tests/server.ts";
import { startSession } from "../sessions.ts";
import { tokenHash } from "../secrets.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { DEMO: "1", RATE_LIMIT_FACTOR: "100" } });
});

const { post, linkTo } = accountsAt(() => server.url);
const ask = ({ headers }: TestPerson, body: object) =>
  send(server.url, "POST /api/account/email-change", { body, headers });
const confirm = (token: string) => send(server.url, "POST /api/account/email-change/confirm", { body: { token } });
const stored = (id: string) => server.db("users").where({ id }).first();
const openChange = ({ headers }: TestPerson) =>
  send<{ change: object | null }>(server.url, "GET /api/account/email-change", { headers });

/** A pilot who asked for a change, with the tokens that both addresses got. */
async function changing(email = fresh(), fields: { isEmailVerified?: boolean } = {}) {
  const pilot = await aPilot(server.db, fields);
  expect((await ask(pilot, { email, password: PASSWORD })).status).toBe(200);
  return { pilot, email, toNew: await linkTo(email), toOld: await linkTo(pilot.email) };
}

describe("the change of an address", () => {
  it("[S1070] happens once both addresses have confirmed, in either order", async () => {
    for (const order of ["new first", "old first"]) {
      const { pilot, email, toNew, toOld } = await changing();
      const links = order === "new first" ? [toNew, toOld] : [toOld, toNew];
      expect((await confirm(links[0]!)).body).toEqual({ waitsFor: order === "new first" ? "old" : "new" });
      expect((await stored(pilot.id)).email).toBe(pilot.email);
      expect((await openChange(pilot)).body.change).toMatchObject({
        email,
        isNewConfirmed: order === "new first",
        isOldConfirmed: order === "old first",
      });
      expect((await confirm(links[1]!)).body).toEqual({ waitsFor: "nobody" });
      expect((await openChange(pilot)).body).toEqual({ change: null });
      expect((await post("login", { email, password: PASSWORD })).status).toBe(200);
      expect((await post("login", { email: pilot.email, password: PASSWORD })).status).toBe(401);
    }
  });

  it("[S1071] needs the password, and stores no link in readable form", async () => {
    const pilot = await aPilot(server.db);
    expect(code(await ask(pilot, { email: fresh(), password: "wrong" }))).toEqual([400, "wrong-password"]);
    expect(code(await ask(pilot, { email: pilot.email.toUpperCase(), password: PASSWORD }))).toEqual([400, "invalid"]);
    expect((await openChange(pilot)).body).toEqual({ change: null });
    const { toNew, toOld, pilot: other } = await changing();
    const row = await server.db("email_changes").where({ userId: other.id }).first();
    expect([row.newToken, row.oldToken]).toEqual([tokenHash(toNew), tokenHash(toOld)]);
  });

  it("[S1072] takes each link once, also when it is pressed forty times at once", async () => {
    const { toNew, toOld, pilot, email } = await changing();
    const first = await Promise.all(Array.from({ length: 40 }, () => confirm(toNew)));
    const byStatus = (answers: typeof first) => answers.map(({ status }) => status).sort();
    expect(byStatus(first)).toEqual([200, ...Array<number>(39).fill(400)]);
    expect((await stored(pilot.id)).email).toBe(pilot.email);
    const second = await Promise.all(Array.from({ length: 40 }, () => confirm(toOld)));
    expect(byStatus(second)).toEqual([200, ...Array<number>(39).fill(400)]);
    expect((await stored(pilot.id)).email).toBe(email);
    expect(code(await confirm(toOld))).toEqual([400, "link-invalid"]);
    expect(code(await confirm("x\u0000"))).toEqual([400, "link-invalid"]);
  });

  it("[S1073] of two people to one address at once gives it to one of them", async () => {
    const email = fresh();
    const one = await changing(email);
    const other = await aPilot(server.db);
    await ask(other, { email, password: PASSWORD });
    const toOther = { toNew: await linkTo(email, 2), toOld: await linkTo(other.email) };
    for (const token of [one.toNew, toOther.toNew]) expect((await confirm(token)).status).toBe(200);
    const answers = await Promise.all([confirm(one.toOld), confirm(toOther.toOld)]);
    expect(answers.map(code).sort()).toEqual([
      [200, undefined],
      [409, "email-taken"],
    ]);
    const rows = await server.db("users").whereIn("id", [one.pilot.id, other.id]).pluck("email");
    expect(rows.filter((address) => address === email)).toHaveLength(1);
  });

  it("[S1074] to an address with an account looks the same to the user who asks, and never happens", async () => {
    const owner = await aPilot(server.db);
    const pilot = await aPilot(server.db);
    const free = await ask(await aPilot(server.db), { email: fresh(), password: PASSWORD });
    const taken = await ask(pilot, { email: owner.email, password: PASSWORD });
    expect([taken.status, Object.keys(taken.body.change as object)]).toEqual([
      free.status,
      Object.keys(free.body.change as object),
    ]);
    expect((await confirm(await linkTo(pilot.email))).body).toEqual({ waitsFor: "new" });
    const path = `GET /api/demo/mail?to=${encodeURIComponent(owner.email)}`;
    const mails = await vi.waitFor(async () => {
      const { body } = await send<{ text: string }[]>(server.url, path);
      expect(body).toHaveLength(1);
      return body;
    });
    expect(mails[0]!.text).toContain("has an account already");
    expect(mails[0]!.text).not.toMatch(/token=/);
  });

  it("[S1075] ends reset links and all sessions but the one that asked", async () => {
    const pilot = await aPilot(server.db);
    await post("forgot-password", { email: pilot.email });
    const reset = await linkTo(pilot.email);
    const elsewhere = await startSession(server.db, pilot.id, "another");
    const email = fresh();
    await ask(pilot, { email, password: PASSWORD });
    await confirm(await linkTo(email));
    await confirm(await linkTo(pilot.email, 2));
    const me = (token: string) =>
      send(server.url, "GET /api/auth/me", { headers: { authorization: `Bearer ${token}` } });
    expect([(await me(pilot.token)).status, (await me(elsewhere)).status]).toEqual([200, 401]);
    const answer = await post("reset-password", { token: reset, newPassword: "another secret" });
    expect(code(answer)).toEqual([400, "token-invalid"]);
  });

  it("[S1076] is stopped from either address, from the settings, and by a new password", async () => {
    const stops = {
      old: ({ toOld }: { toOld: string }) =>
        send(server.url, "POST /api/account/email-change/stop", { body: { token: toOld } }),
      settings: ({ pilot }: { pilot: TestPerson }) =>
        send(server.url, "DELETE /api/account/email-change", { headers: pilot.headers }),
      password: ({ pilot }: { pilot: TestPerson }) =>
        post("change-password", { oldPassword: PASSWORD, newPassword: "another secret" }, pilot.headers),
    };
    for (const stop of Object.values(stops)) {
      const change = await changing();
      expect((await stop(change)).status).toBeLessThan(300);
      for (const token of [change.toNew, change.toOld])
        expect(code(await confirm(token))).toEqual([400, "link-invalid"]);
    }
  });

  it("expires after a day, and a second one replaces the first", async () => {
    const { pilot, toNew, toOld } = await changing();
    await server
      .db("email_changes")
      .where({ userId: pilot.id })
      .update({ expiresAt: server.db.raw("now()") });
    for (const token of [toNew, toOld]) expect(code(await confirm(token))).toEqual([400, "link-invalid"]);
    expect((await openChange(pilot)).body).toEqual({ change: null });
    const email = fresh();
    await ask(pilot, { email, password: PASSWORD });
    await linkTo(email);
    await ask(pilot, { email: fresh(), password: PASSWORD });
    expect(code(await confirm(await linkTo(email)))).toEqual([400, "link-invalid"]);
  });

  it("asks only the new address of an account whose address was never verified", async () => {
    const { pilot, email, toNew } = await changing(fresh(), { isEmailVerified: false });
    expect((await confirm(toNew)).body).toEqual({ waitsFor: "nobody" });
    expect(await stored(pilot.id)).toMatchObject({ email, isEmailVerified: true });
  });

  it("may be asked for five times an hour, wrong passwords included", async () => {
    const strict = await startTestServer();
    const pilot = await aPilot(strict.db);
    const tries = Array.from({ length: 6 }, () =>
      send(strict.url, "POST /api/account/email-change", {
        body: { email: fresh(), password: "wrong" },
        headers: pilot.headers,
      }),
    );
    expect((await Promise.all(tries)).map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 429]);
  });
});

it("[S1077] «Sign out all other devices» ends every session but the caller's", async () => {
  const pilot = await aPilot(server.db);
  const others = await Promise.all(Array.from({ length: 3 }, () => startSession(server.db, pilot.id, "other")));
  const stranger = await aPilot(server.db);
  expect((await send(server.url, "DELETE /api/sessions", { headers: pilot.headers })).status).toBe(204);
  const statusOf = async (token: string) =>
    (await send(server.url, "GET /api/auth/me", { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await Promise.all([pilot.token, stranger.token, ...others].map(statusOf))).toEqual([200, 200, 401, 401, 401]);
});
