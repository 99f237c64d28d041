// Security events, as the log contains them.
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { emailChange } from "../../tests/authorization/command-rows.ts";
import { command, devicesOf } from "../../tests/devices.ts";
import { send } from "../../tests/http.ts";
import { codeOfStep, stepAt } from "../domain/accounts/factors/totp.ts";
import { anOwner, aPilot, aPlane, PASSWORD, type TestPerson } from "../../tests/people.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";
import { anAuthenticator } from "../../tests/passkeys.ts";
import { securityEvents } from "./security-log.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { LIMIT_FORGOT: "1" } });
});

type Line = { event?: string; userId?: string; targetId?: string; code?: string; command?: string };

const seen = new Set<string>();
const secrets: string[] = [];

/** Returns the events that a call logs. */
async function eventsOf(call: () => Promise<unknown>): Promise<Line[]> {
  const before = server.logged.length;
  await call();
  const lines = server.logged.slice(before).map((line) => JSON.parse(line) as Line & { msg: string });
  const events = lines.filter(({ msg }) => msg === "security");
  for (const { event } of events) seen.add(event ?? "");
  return events;
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(server.url, `POST /api/auth/${path}`, { body, headers });

async function person(): Promise<TestPerson> {
  const made = await aPilot(server.db);
  secrets.push(made.email, made.token);
  return made;
}

describe("the log contains", () => {
  it("sign-ups, sign-ins and sign-outs, with the account", async () => {
    const email = `new-${newId()}@test.example`;
    secrets.push(email, PASSWORD);
    const [signedUp] = await eventsOf(() => post("signup", { email, password: PASSWORD, name: "Nia" }));
    const { id }: { id: string } = await server.db("users").where({ email }).first("id");
    expect(signedUp).toMatchObject({ event: "signed-up", userId: id });
    expect(await eventsOf(() => post("login", { email, password: PASSWORD }))).toMatchObject([
      { event: "signed-in", userId: id },
    ]);
    const { headers, id: other } = await person();
    expect(await eventsOf(() => post("logout", {}, headers))).toMatchObject([{ event: "signed-out", userId: other }]);
  });

  it("failed sign-ins, with the account if it exists", async () => {
    const { email, id } = await person();
    const wrong = { password: "a wrong secret" };
    secrets.push(wrong.password);
    expect(await eventsOf(() => post("login", { email, ...wrong }))).toMatchObject([
      { event: "sign-in-failed", userId: id, code: "login-failed" },
    ]);
    const [unknown] = await eventsOf(() => post("login", { email: "nobody@test.example", ...wrong }));
    expect(unknown).toMatchObject({ event: "sign-in-failed" });
    expect(unknown).not.toHaveProperty("userId");
  });

  it("password changes and failed attempts", async () => {
    const { email, headers, id: userId } = await person();
    const change = (oldPassword: string) =>
      post("change-password", { oldPassword, newPassword: "a new secret" }, headers);
    expect(await eventsOf(() => change("nope"))).toMatchObject([{ event: "password-change-failed", userId }]);
    expect(await eventsOf(() => change(PASSWORD))).toMatchObject([{ event: "password-changed", userId }]);
    const forgot = () => post("forgot-password", { email });
    expect(await eventsOf(forgot)).toMatchObject([{ event: "password-reset-requested" }]);
    expect(await eventsOf(forgot)).toMatchObject([{ event: "limit-reached", command: "auth.forgotPassword" }]);
    const reset = { token: "invented-token", newPassword: "a new secret" };
    secrets.push(reset.token, reset.newPassword);
    expect(await eventsOf(() => post("reset-password", reset))).toMatchObject([{ event: "code-rejected" }]);
  });

  it("password resets", async () => {
    const { id } = await person();
    const { newToken, tokenHash } = await import("../domain/accounts/secrets.ts");
    const token = newToken();
    secrets.push(token);
    await server
      .db("users")
      .where({ id })
      .update({
        passwordResetToken: tokenHash(token),
        passwordResetExpiry: server.db.raw("now() + interval '1 hour'"),
      });
    const events = await eventsOf(() => post("reset-password", { token, newPassword: "a new secret" }));
    expect(events).toMatchObject([{ event: "password-reset" }]);
  });

  it("admin actions, with the affected user", async () => {
    const admin = await aPilot(server.db, { isAdmin: true });
    const { id } = await person();
    const path = `PATCH /api/admin/users/${id}/password`;
    const call = () => send(server.url, path, { body: { newPassword: "a new secret" }, headers: admin.headers });
    expect(await eventsOf(call)).toMatchObject([
      { event: "admin-action", command: "admin.setPassword", userId: admin.id, targetId: id },
    ]);
  });

  it("sessions ended from another device", async () => {
    const { id: userId, headers } = await person();
    await post("login", { email: (await server.db("users").where({ id: userId }).first()).email, password: PASSWORD });
    const [session] = await server.db("sessions").where({ userId }).orderBy("createdAt", "desc");
    const call = () => send(server.url, `DELETE /api/sessions/${session.id}`, { headers });
    expect(await eventsOf(call)).toMatchObject([{ event: "session-ended", userId }]);
  });

  it("a new address: asked for, stopped, confirmed", async () => {
    const { id: userId, headers } = await person();
    const change = "/api/account/email-change";
    const body = { email: "moved@test.example", password: PASSWORD };
    const ask = () => send(server.url, `POST ${change}`, { body, headers });
    expect(await eventsOf(ask)).toMatchObject([{ event: "email-change-requested", userId }]);
    const stop = () => send(server.url, `DELETE ${change}`, { headers });
    expect(await eventsOf(stop)).toMatchObject([{ event: "email-change-stopped", userId }]);
    // Another person's link, because the job that mails links may replace those of the change above at any time.
    const token = await emailChange({ db: server.db, owner: await person() });
    secrets.push(token);
    const confirm = () => send(server.url, `POST ${change}/confirm`, { body: { token } });
    expect(await eventsOf(confirm)).toMatchObject([{ event: "email-confirmed" }]);
    expect(await eventsOf(confirm)).toMatchObject([{ event: "code-rejected", code: "link-invalid" }]);
  });

  it("a second factor: turned on, asked for, wrong, renewed, turned off", async () => {
    const { id: userId, email, headers } = await person();
    const factor = (path: string, body: object) => () =>
      send(server.url, `POST /api/account/second-factor${path}`, { body, headers });
    const { secret } = (await factor("", { password: PASSWORD })()).body as { secret: string };
    const code = () => codeOfStep(secret, stepAt(Date.now()));
    const again = () => server.db("second_factors").where({ userId }).update({ lastStep: 0 });
    secrets.push(secret, code());
    expect(await eventsOf(factor("/confirm", { code: code() }))).toMatchObject([{ event: "second-factor-on", userId }]);
    const logIn = (more: object) => () => post("login", { email, password: PASSWORD, ...more });
    expect(await eventsOf(logIn({}))).toMatchObject([{ event: "second-factor-asked", userId }]);
    expect(await eventsOf(logIn({ code: "no code" }))).toMatchObject([
      { event: "code-rejected", code: "factor-invalid", userId },
    ]);
    await again();
    const renew = factor("/recovery-codes", { password: PASSWORD, code: code() });
    expect(await eventsOf(renew)).toMatchObject([{ event: "recovery-codes-renewed", userId }]);
    await again();
    const stop = factor("/stop", { password: PASSWORD, code: code() });
    expect(await eventsOf(stop)).toMatchObject([{ event: "second-factor-off", userId }]);
  });

  it("a passkey: added, used, not fitting, removed", async () => {
    const { id: userId, headers } = await person();
    const device = anAuthenticator(server.url);
    const passkeys = (path: string, body: object) =>
      send(server.url, `POST /api/account/passkeys${path}`, { body, headers });
    const { options } = (await passkeys("/start", { password: PASSWORD })).body as { options: { challenge: string } };
    const response = device.create(options);
    secrets.push(options.challenge, response.id);
    const add = () => passkeys("", { name: "Phone", response });
    expect(await eventsOf(add)).toMatchObject([{ event: "passkey-added", userId }]);
    const started = async () => (await post("passkey/start", {})).body.options as { challenge: string };
    const [asked, other] = [await started(), await started()];
    const logIn = () => post("passkey", { response: device.get(asked) });
    expect(await eventsOf(logIn)).toMatchObject([{ event: "signed-in", userId }]);
    const wrong = () => post("passkey", { response: device.get(other, { isForged: true }) });
    expect(await eventsOf(wrong)).toMatchObject([{ event: "sign-in-failed", code: "passkey-invalid" }]);
    const { id } = await server.db("passkeys").where({ userId }).first("id");
    expect(await eventsOf(() => passkeys(`/${id}/remove`, { password: PASSWORD }))).toMatchObject([
      { event: "passkey-removed", userId },
    ]);
  });

  it("a deleted account", async () => {
    const { id: userId, headers } = await person();
    const remove = () => send(server.url, "POST /api/account/delete", { body: { password: PASSWORD }, headers });
    expect(await eventsOf(remove)).toMatchObject([{ event: "account-deleted", userId }]);
  });

  it("denied access: no rights, another user's listing, another origin, an ended session", async () => {
    const { id: userId, headers } = await person();
    const stats = () => send(server.url, "GET /api/admin/stats", { headers });
    expect(await eventsOf(stats)).toMatchObject([{ event: "access-denied", code: "forbidden", userId }]);
    const plane = await aPlane(server.db, (await anOwner(server.db)).id);
    const edit = () => send(server.url, `PATCH /api/aircraft/${plane}`, { body: { name: "Mine" }, headers });
    expect(await eventsOf(edit)).toMatchObject([{ event: "access-denied", code: "not-your-aircraft", userId }]);
    const foreign = () => post("login", { email: "a", password: "b" }, { origin: "https://evil.example" });
    expect(await eventsOf(foreign)).toMatchObject([{ event: "access-denied", code: "foreign-origin" }]);
    await post("logout", {}, headers);
    const ended = () => send(server.url, "GET /api/auth/me", { headers });
    expect(await eventsOf(ended)).toMatchObject([{ event: "access-denied", code: "not-signed-in" }]);
    expect(await eventsOf(() => send(server.url, "GET /api/auth/me"))).toEqual([]);
  });

  it("denied access of queued commands", async () => {
    const { aDevice, exchange } = devicesOf(() => server);
    const device = await aDevice(await person());
    const plane = await aPlane(server.db, (await anOwner(server.db)).id);
    const events = await eventsOf(() => exchange(device, [command("aircraft.delete", { id: plane })]));
    expect(events).toMatchObject([{ event: "access-denied", code: "not-your-aircraft", userId: device.person.id }]);
  });

  it("every listed event, and no secret or address", () => {
    expect([...seen].sort()).toEqual([...securityEvents].sort());
    const text = server.logged.join("\n");
    for (const secret of secrets) expect(text).not.toContain(secret);
    // Other log lines may contain addresses of the missing mail server.
    const events = server.logged.filter((line) => line.includes(`"msg":"security"`)).join("");
    expect(events).not.toMatch(/127\.0\.0\.1|::1|@test/);
  });
});
