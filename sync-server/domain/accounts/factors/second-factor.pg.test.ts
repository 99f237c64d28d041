// The second factor over REST: turned on, asked for at log-in, used up, required of admins, turned off, erased.
import { beforeAll, describe, expect, it, vi } from "vitest";
import { commands, type CommandName } from "../../../../shared/commands.ts";
import type { Command } from "../../../../shared/kit/command.ts";
import { newId } from "../../../../shared/kit/ids.ts";
import { fillPath, splitRoute } from "../../../../shared/kit/routes.ts";
import { accountsAt } from "../../../../tests/accounts.ts";
import { code, send } from "../../../../tests/http.ts";
import { anOwner, aPilot, aPlane, PASSWORD, type TestPerson } from "../../../../tests/people.ts";
import { startTestServer, testWalletKeys, type TestServer } from "../../../../tests/server.ts";
import { walletKeys } from "../../../config.ts";
import { createSealer } from "../../../kit/sealer.ts";
import { eraseAccount } from "../own/erase.ts";
import { startSession } from "../sessions.ts";
import { placeOf, sealSecretsAgain } from "./codes.ts";
import { codeOfStep, stepAt } from "./totp.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { DEMO: "1", RATE_LIMIT_FACTOR: "100", ADMIN_SECOND_FACTOR: "1" } });
});

const { post } = accountsAt(() => server.url);
const logIn = ({ email }: TestPerson, more: object = {}, password = PASSWORD) =>
  post("login", { email, password, ...more });
const call = <Body = Record<string, unknown>>(me: TestPerson, route: string, body?: object) =>
  send<Body>(server.url, route, { ...(body && { body }), headers: me.headers });
const start = (me: TestPerson, password = PASSWORD) =>
  call<{ secret: string; address: string }>(me, "POST /api/account/second-factor", { password });
const confirm = (me: TestPerson, typed: string) =>
  call<{ recoveryCodes: string[] }>(me, "POST /api/account/second-factor/confirm", { code: typed });
const stop = (me: TestPerson, body: object) => call(me, "POST /api/account/second-factor/stop", body);
const facts = async (me: TestPerson) => (await call(me, "GET /api/account/second-factor")).body;
const stored = (table: string, userId: string) => server.db(table).where({ userId });

/** The app's code, now or some steps of 30 seconds later. */
const codeNow = (secret: string, later = 0) => codeOfStep(secret, stepAt(Date.now()) + later);
const wrongFor = (secret: string) => String((Number(codeNow(secret)) + 1) % 1_000_000).padStart(6, "0");
/** Lets the code of this step work again. */
const forgetStep = (userId: string) => stored("second_factors", userId).update({ lastStep: 0 });

/** A user with the factor on, whose code of this step was not used. */
async function enrolled(me: Promise<TestPerson> = aPilot(server.db)) {
  const pilot = await me;
  const { secret } = (await start(pilot)).body;
  const answer = await confirm(pilot, codeNow(secret));
  expect(answer.status).toBe(200);
  await forgetStep(pilot.id);
  return { pilot, secret, recoveryCodes: answer.body.recoveryCodes };
}

/** Waits for the mails to a user with this subject; returns their number. */
async function mails({ email }: TestPerson, subject: string, count: number): Promise<void> {
  await vi.waitFor(async () => expect(await server.db("demo_mail").where({ to: email, subject })).toHaveLength(count), {
    timeout: 8000,
    interval: 50,
  });
}

describe("a second factor", () => {
  it("[S1182] is on after the password and a code of the app, which ends all other sessions", async () => {
    const pilot = await aPilot(server.db);
    const elsewhere = {
      ...pilot,
      headers: { authorization: `Bearer ${await startSession(server.db, pilot.id, "b")}` },
    };
    expect(code(await start(pilot, "wrong"))).toEqual([400, "wrong-password"]);
    expect(code(await confirm(pilot, "123456"))).toEqual([409, "factor-is-on"]);
    const { secret, address } = (await start(pilot)).body;
    expect(address).toContain(`secret=${secret}&`);
    expect(code(await confirm(pilot, wrongFor(secret)))).toEqual([400, "factor-invalid"]);
    expect((await logIn(pilot)).status).toBe(200);
    expect(await facts(pilot)).toEqual({ isOn: false, recoveryCodesLeft: 0, isAvailable: true, isRequired: false });
    const { body } = await confirm(pilot, codeNow(secret));
    expect(new Set(body.recoveryCodes).size).toBe(10);
    expect(body.recoveryCodes[0]).toMatch(/^([a-z2-7]{6}-){3}[a-z2-7]{6}$/);
    expect(await facts(pilot)).toEqual({ isOn: true, recoveryCodesLeft: 10, isAvailable: true, isRequired: false });
    expect((await call(pilot, "GET /api/auth/me")).body).toMatchObject({ hasSecondFactor: true });
    expect((await call(elsewhere, "GET /api/auth/me")).status).toBe(401);
    expect(code(await start(pilot))).toEqual([409, "factor-is-on"]);
    await mails(pilot, "Your second factor is on", 1);
  });

  it("[S1183] is in the database encrypted for its user, and recovery codes are as digests", async () => {
    const { pilot, secret, recoveryCodes } = await enrolled();
    const [row] = await stored("second_factors", pilot.id);
    expect(Buffer.from(row.sealed).includes(secret)).toBe(false);
    const sealer = createSealer(walletKeys.parse(testWalletKeys));
    expect(sealer.open(placeOf(pilot.id), row)).toBe(secret);
    expect(sealer.open(placeOf(newId()), row)).toBeNull();
    const digests = JSON.stringify(await stored("recovery_codes", pilot.id));
    for (const one of recoveryCodes) expect(digests).not.toContain(one.replaceAll("-", ""));
  });
});

describe("a log-in with a second factor", () => {
  it("[S1184] opens no session before the code, and takes a code of the next step from a fast clock", async () => {
    const { pilot, secret } = await enrolled();
    const sessions = async () => (await stored("sessions", pilot.id)).length;
    const before = await sessions();
    const asked = await logIn(pilot);
    expect(code(asked)).toEqual([403, "second-factor-needed"]);
    expect([asked.body.token, asked.headers["set-cookie"]]).toEqual([undefined, undefined]);
    expect(code(await logIn(pilot, { code: wrongFor(secret) }))).toEqual([400, "factor-invalid"]);
    expect(code(await logIn(pilot, { code: codeNow(secret) }, "wrong"))).toEqual([401, "login-failed"]);
    expect(await sessions()).toBe(before);
    expect((await logIn(pilot, { code: ` ${codeNow(secret, 1).replace(/^.../, "$& ")} ` })).status).toBe(200);
    expect(code(await logIn(pilot, { code: codeNow(secret) }))).toEqual([400, "factor-invalid"]);
    expect(await sessions()).toBe(before + 1);
  });

  it("[S1185] takes each code once, also of forty at once, and each recovery code", async () => {
    const { pilot, secret, recoveryCodes } = await enrolled();
    const atOnce = async (times: number, typed: string) => {
      const sent = Array.from({ length: times }, () => logIn(pilot, { code: typed }));
      return (await Promise.all(sent)).filter(({ status }) => status === 200).length;
    };
    expect(await atOnce(40, codeNow(secret))).toBe(1);
    await stored("second_factors", pilot.id).update({ tries: 0 });
    expect(await atOnce(8, recoveryCodes[3]!.toUpperCase())).toBe(1);
    expect((await stored("recovery_codes", pilot.id)).length).toBe(9);
    // The tries at once count.
    await stored("second_factors", pilot.id).update({ tries: 0 });
    expect(code(await logIn(pilot, { code: recoveryCodes[3] }))).toEqual([400, "factor-invalid"]);
    await mails(pilot, "A recovery code was used", 1);
  });

  it("[S1186] is refused after ten wrong codes, also with the right one, and its user gets a mail", async () => {
    const { pilot, secret } = await enrolled();
    const statuses: number[] = [];
    for (let time = 0; time < 10; time++) statuses.push((await logIn(pilot, { code: wrongFor(secret) })).status);
    expect(statuses).toEqual(Array<number>(10).fill(400));
    expect(code(await logIn(pilot, { code: codeNow(secret) }))).toEqual([429, "too-many"]);
    await mails(pilot, "Wrong codes for your account", 1);
    await stored("second_factors", pilot.id).update({ triesSince: server.db.raw("now() - interval '16 minutes'") });
    expect((await logIn(pilot, { code: codeNow(secret) })).status).toBe(200);
  });

  it("[S1187] can keep an account that is being deleted, only with the code", async () => {
    const { pilot, secret } = await enrolled();
    expect((await call(pilot, "POST /api/account/delete", { password: PASSWORD })).status).toBe(200);
    expect(code(await logIn(pilot, { keepAccount: true }))).toEqual([403, "second-factor-needed"]);
    expect(code(await logIn(pilot, { keepAccount: true, code: wrongFor(secret) }))).toEqual([400, "factor-invalid"]);
    expect((await stored("account_deletions", pilot.id)).length).toBe(1);
    expect((await logIn(pilot, { keepAccount: true, code: codeNow(secret) })).status).toBe(200);
    expect((await stored("account_deletions", pilot.id)).length).toBe(0);
  });
});

describe("the user of a second factor", () => {
  it("[S1188] turns it off with password and code, and gets new recovery codes with both", async () => {
    const { pilot, secret, recoveryCodes } = await enrolled();
    const renew = (body: object) =>
      call<{ recoveryCodes: string[] }>(pilot, "POST /api/account/second-factor/recovery-codes", body);
    expect(code(await renew({ password: "wrong", code: codeNow(secret) }))).toEqual([400, "wrong-password"]);
    const renewed = await renew({ password: PASSWORD, code: recoveryCodes[0] });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    await mails(pilot, "You have new recovery codes", 1);
    expect(code(await logIn(pilot, { code: recoveryCodes[1] }))).toEqual([400, "factor-invalid"]);
    const signedIn = await logIn(pilot, { code: renewed.body.recoveryCodes[1] });
    expect(code(await stop(pilot, { password: "wrong", code: codeNow(secret) }))).toEqual([400, "wrong-password"]);
    expect(code(await stop(pilot, { password: PASSWORD, code: wrongFor(secret) }))).toEqual([400, "factor-invalid"]);
    expect((await stop(pilot, { password: PASSWORD, code: codeNow(secret) })).status).toBe(204);
    expect((await logIn(pilot)).status).toBe(200);
    const other = { ...pilot, headers: { authorization: `Bearer ${String(signedIn.body.token)}` } };
    expect((await call(other, "GET /api/auth/me")).status).toBe(401);
    expect((await stored("recovery_codes", pilot.id)).length).toBe(0);
    await mails(pilot, "Your second factor is off", 1);
  });

  it("[S1241] needs a code for another password and for another address", async () => {
    const { pilot, secret } = await enrolled();
    const newPassword = "short-final-7";
    for (const [route, body] of [
      ["POST /api/account/email-change", { email: `new-${pilot.email}`, password: PASSWORD }],
      ["POST /api/auth/change-password", { oldPassword: PASSWORD, newPassword }],
    ] as const) {
      expect(code(await call(pilot, route, body))).toEqual([403, "second-factor-needed"]);
      expect(code(await call(pilot, route, { ...body, code: wrongFor(secret) }))).toEqual([400, "factor-invalid"]);
      expect(await stored("email_changes", pilot.id)).toEqual([]);
      expect((await call(pilot, route, { ...body, code: codeNow(secret) })).status).toBe(200);
      // A change of the password ends an open change of the address.
      await forgetStep(pilot.id);
      await stored("email_changes", pilot.id).delete();
    }
    expect((await logIn(pilot, { code: codeNow(secret) }, newPassword)).status).toBe(200);
  });

  it("[S1189] leaves nothing of it behind when the account is erased", async () => {
    const { pilot } = await enrolled();
    await eraseAccount(server.db, pilot.id);
    for (const table of ["second_factors", "recovery_codes"]) expect(await stored(table, pilot.id)).toEqual([]);
    expect(await server.db("users").where({ id: pilot.id }).first("hasSecondFactor")).toEqual({
      hasSecondFactor: false,
    });
  });

  it("[S1190] still logs in after the operator has changed the key, also without the former one", async () => {
    const { pilot, secret } = await enrolled();
    const [row] = await stored("second_factors", pilot.id);
    const next = { id: "next", key: Buffer.alloc(32, 9) };
    const [present] = walletKeys.parse(testWalletKeys);
    expect(row.keyId).toBe(present!.id);
    await sealSecretsAgain(server.db, createSealer([next, present!]));
    const [again] = await stored("second_factors", pilot.id);
    expect(again.keyId).toBe("next");
    expect(createSealer([next]).open(placeOf(pilot.id), again)).toBe(secret);
    await sealSecretsAgain(server.db, createSealer([present!, next]));
    expect((await logIn(pilot, { code: codeNow(secret) })).status).toBe(200);
  });
});

const adminCommands = (Object.entries(commands) as [CommandName, Command][]).filter(
  ([, { access }]) => access === "admin",
);

describe("an admin of whom the operator requires a second factor", () => {
  it("[S1191] has no power before it is on, all of it afterwards, and cannot turn it off", async () => {
    const admin = await aPilot(server.db, { isAdmin: true });
    const plane = await aPlane(server.db, (await anOwner(server.db)).id, { isActive: false });
    const edit = () => call(admin, `PATCH /api/aircraft/${plane}`, { verified: true });
    const look = () => call(admin, `GET /api/aircraft/${plane}/with-owner`);
    expect(adminCommands.length).toBeGreaterThan(3);
    for (const [name, { route }] of adminCommands) {
      const [method, path] = splitRoute(route);
      const target = `${method} ${fillPath(path, { id: newId() }).path}`;
      expect([name, code(await call(admin, target, {}))]).toEqual([name, [403, "second-factor-required"]]);
    }
    for (const path of ["stats", "users", "aircraft", "reports", "audit", "audit/admins", "audit.csv"])
      expect(code(await call(admin, `GET /api/admin/${path}`))).toEqual([403, "second-factor-required"]);
    expect(code(await edit())).toEqual([404, "aircraft-not-found"]);
    expect(code(await look())).toEqual([404, "aircraft-not-found"]);
    expect((await call(admin, "GET /api/auth/me")).body).toMatchObject({ isAdmin: true });
    expect(await facts(admin)).toMatchObject({ isOn: false, isRequired: true });

    const { secret } = await enrolled(Promise.resolve(admin));
    expect((await call(admin, "GET /api/admin/stats")).status).toBe(200);
    expect([(await edit()).status, (await look()).status]).toEqual([200, 200]);
    expect(code(await stop(admin, { password: PASSWORD, code: codeNow(secret) }))).toEqual([
      403,
      "second-factor-required",
    ]);
  });

  it("[S1242] removes that of a user who lost it, with a reason, an audit line and a mail", async () => {
    const { pilot: admin } = await enrolled(aPilot(server.db, { isAdmin: true }));
    const { pilot } = await enrolled();
    const remove = (id: string, reason?: string) =>
      call(admin, `DELETE /api/admin/users/${id}/second-factor`, reason === undefined ? {} : { reason });
    const reason = "Showed a passport in a video call";
    for (const missing of [undefined, " "]) expect(code(await remove(pilot.id, missing))).toEqual([400, "invalid"]);
    expect(code(await remove(admin.id, reason))).toEqual([403, "own-admin"]);
    expect(code(await remove(newId(), reason))).toEqual([404, "user-not-found"]);
    expect((await call(pilot, "GET /api/auth/me")).status).toBe(200);
    for (let time = 0; time < 2; time++) expect(await remove(pilot.id, reason)).toMatchObject({ status: 200 });
    expect((await call(pilot, "GET /api/auth/me")).status).toBe(401);
    for (const table of ["second_factors", "recovery_codes"]) expect(await stored(table, pilot.id)).toEqual([]);
    const answer = await logIn(pilot);
    expect([answer.status, answer.body.user]).toMatchObject([200, { hasSecondFactor: false }]);
    const { body: lines } = await call<Record<string, unknown>[]>(admin, `GET /api/admin/audit?target=${pilot.id}`);
    expect(lines.map(({ action, before, after, reason: why }) => ({ action, before, after, why }))).toEqual([
      {
        action: "admin.removeSecondFactor",
        before: { hasSecondFactor: true },
        after: { hasSecondFactor: false },
        why: reason,
      },
    ]);
    await mails(pilot, "Your second factor was removed", 1);
  });
});
