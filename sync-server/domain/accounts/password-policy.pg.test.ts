// The password policy, in each command that sets a password.
import { beforeAll, describe, expect, it } from "vitest";
import { accountsAt, fresh } from "../../../tests/accounts.ts";
import { bearer, send } from "../../../tests/http.ts";
import { aPilot, PASSWORD } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { demoLogins } from "../../db/seed/demo-people.ts";
import { commonPasswordsList } from "./common-passwords-list.ts";
import { requireAllowedPassword } from "./password-policy.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { DEMO: "1", RATE_LIMIT_FACTOR: "100" } });
});

const { post, signUp, linkTo } = accountsAt(() => server.url);
const sentence = "This password is among the most common ones. Choose another.";

/** Runs every command that sets a password, with the given one. */
async function everyWayToSet(password: string) {
  const { email, token, user } = await signUp();
  const admin = await aPilot(server.db, { isAdmin: true });
  await post("forgot-password", { email });
  const path = `PATCH /api/admin/users/${String(user.id)}/password`;
  return [
    await post("signup", { email: fresh(), password, name: "Nia" }),
    await post("change-password", { oldPassword: PASSWORD, newPassword: password }, bearer(token)),
    await post("reset-password", { token: await linkTo(email), newPassword: password }),
    await send(server.url, path, { body: { newPassword: password }, headers: admin.headers }),
  ];
}

describe("a common password", () => {
  it.each(["123456", "Password1", "QWERTY123"])("%s is refused by every command, with the reason", async (password) => {
    const answers = await everyWayToSet(password);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    for (const { body } of answers) expect(body).toMatchObject({ code: "password-common", error: sentence });
    const fields = answers.map(({ body }) => body.fields);
    expect(fields).toEqual([{ password: sentence }, ...Array<object>(3).fill({ newPassword: sentence })]);
  });

  it("is one of 3,000; no demo login uses one", () => {
    const list = commonPasswordsList.trim().split(/\s+/);
    expect(new Set(list).size).toBe(3000);
    expect(list.filter((one) => one.length < 6 || one !== one.toLowerCase())).toEqual([]);
    for (const { password } of demoLogins())
      expect(() => requireAllowedPassword(password, { min: 6, field: "password" })).not.toThrow();
  });

  it("that was set earlier still signs in", async () => {
    const { email, user } = await signUp();
    const { hashPassword } = await import("./secrets.ts");
    await server
      .db("users")
      .where({ id: user.id })
      .update({ password: await hashPassword("123456") });
    expect((await post("login", { email, password: "123456" })).status).toBe(200);
  });
});

describe("a long password", () => {
  it("of 200 characters with spaces and umlauts is accepted and signs in", async () => {
    const password = "über den Wolken ".repeat(13).slice(0, 200);
    const email = fresh();
    expect((await post("signup", { email, password, name: "Nia" })).status).toBe(201);
    expect((await post("login", { email, password })).status).toBe(200);
    expect((await post("login", { email, password: password.slice(0, 199) })).status).toBe(401);
  });

  it("above that is refused before hashing", async () => {
    const { status, body } = await post("signup", { email: fresh(), password: "x".repeat(201), name: "Nia" });
    expect([status, body.fields]).toEqual([400, { password: "At most 200 characters" }]);
  });
});

describe("PASSWORD_MIN", () => {
  it("sets the minimum for new passwords only", async () => {
    const strict = await startTestServer({ env: { PASSWORD_MIN: "14" } });
    const person = await aPilot(strict.db);
    const call = (path: string, body: object, headers = {}) =>
      send(strict.url, `POST /api/auth/${path}`, { body, headers });
    expect((await call("login", { email: person.email, password: PASSWORD })).status).toBe(200);
    const rules = await send(strict.url, "GET /api/auth/password-rules");
    expect([rules.status, rules.body]).toEqual([200, { minLength: 14 }]);
    const message = "Password must be at least 14 characters";
    const signup = await call("signup", { email: fresh(), password: "thirteen char", name: "Nia" });
    expect([signup.status, signup.body]).toEqual([
      400,
      { error: message, code: "invalid", fields: { password: message } },
    ]);
    const change = { oldPassword: PASSWORD, newPassword: "thirteen char" };
    expect((await call("change-password", change, person.headers)).body.error).toBe(message);
    const longer = { ...change, newPassword: "fourteen chars" };
    expect((await call("change-password", longer, person.headers)).status).toBe(200);
  });
});
