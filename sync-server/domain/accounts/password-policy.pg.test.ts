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

const { post, signUp } = accountsAt(() => server.url);
/** Long enough for every minimum of these tests. */
const OLD = "an old long password";
const sentence = "This password is among the most common ones. Choose another.";

/** Runs every command that sets a password, with the given one. */
async function everyWayToSet(password: string, { url, db }: TestServer = server) {
  const { post, signUp, linkTo } = accountsAt(() => url);
  const { email, token, user } = await signUp({ password: OLD });
  const admin = await aPilot(db, { isAdmin: true });
  const change = { oldPassword: OLD, newPassword: password };
  const changed = await post("change-password", change, bearer(token));
  // A change of the password ends earlier links.
  await post("forgot-password", { email });
  const path = `PATCH /api/admin/users/${String(user.id)}/password`;
  return [
    await post("signup", { email: fresh(), password, name: "Nia" }),
    changed,
    await post("reset-password", { token: await linkTo(email), newPassword: password }),
    await send(url, path, { body: { newPassword: password }, headers: admin.headers }),
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
  it("is checked by every command that sets a password", async () => {
    const strict = await startTestServer({ env: { DEMO: "1", PASSWORD_MIN: "14", RATE_LIMIT_FACTOR: "100" } });
    const rules = await send(strict.url, "GET /api/auth/password-rules");
    expect([rules.status, rules.body]).toEqual([200, { minLength: 14 }]);
    const person = await aPilot(strict.db);
    const login = { body: { email: person.email, password: PASSWORD } };
    expect((await send(strict.url, "POST /api/auth/login", login)).status).toBe(200);

    const error = "Password must be at least 14 characters";
    const short = await everyWayToSet("thirteen char", strict);
    expect(short.map(({ body }) => body)).toEqual([
      { error, code: "invalid", fields: { password: error } },
      ...Array<object>(3).fill({ error, code: "invalid", fields: { newPassword: error } }),
    ]);
    const long = await everyWayToSet("fourteen chars", strict);
    expect(long.map(({ status }) => status)).toEqual([201, 200, 200, 200]);
  });
});
