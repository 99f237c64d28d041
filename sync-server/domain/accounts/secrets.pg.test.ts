import type { Knex } from "knex";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { accountsAt, fresh, wrongCode } from "../../../tests/accounts.ts";
import { whileHeld } from "../../../tests/held.ts";
import { bearer, code as codeOf, send } from "../../../tests/http.ts";
import { aPilot, PASSWORD } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { setPassword } from "./passwords.ts";
import { hashPassword, passwordMatches } from "./secrets.ts";
import { endSessionsOf } from "./sessions.ts";

let server: TestServer;
let db: Knex;

beforeAll(async () => {
  server = await startTestServer({ env: { DEMO: "1", RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
});

const { post, signUp, codeTo, linkTo } = accountsAt(() => server.url);

/** Moves the expiry of a mailed secret `minutes` closer. */
async function passTime(id: string, expiry: "verificationCodeExpiry" | "passwordResetExpiry", minutes: number) {
  await db("users")
    .where({ id })
    .update({ [expiry]: db.raw("?? - make_interval(mins => ?)", [expiry, minutes]) });
}

describe("changing the password", () => {
  it("[S256] ends all other sessions and invalidates an open reset link", async () => {
    const { email, token, user } = await signUp();
    const other = (await post("login", { email, password: PASSWORD })).body.token as string;
    await db("users")
      .where({ id: user.id })
      .update({ passwordResetToken: newId(), passwordResetExpiry: db.raw("now() + interval '1 hour'") });
    const answer = await post("change-password", { oldPassword: PASSWORD, newPassword: "another one" }, bearer(token));
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(["message"]);
    expect((await send(server.url, "GET /api/auth/me", { headers: bearer(token) })).status).toBe(200);
    expect((await send(server.url, "GET /api/auth/me", { headers: bearer(other) })).status).toBe(401);
    expect((await post("login", { email, password: PASSWORD })).status).toBe(401);
    expect((await post("login", { email, password: "another one" })).status).toBe(200);
    expect(await db("users").where({ id: user.id }).first("passwordResetToken")).toEqual({ passwordResetToken: null });
  });

  it("[S231] refuses a wrong old password with 400 and a short new one", async () => {
    const { token } = await signUp();
    const wrong = await post("change-password", { oldPassword: "nope", newPassword: "another one" }, bearer(token));
    expect(wrong.status).toBe(400);
    expect(wrong.body.code).toBe("wrong-password");
    const short = await post("change-password", { oldPassword: PASSWORD, newPassword: "12345" }, bearer(token));
    expect(short.body).toMatchObject({
      code: "invalid",
      fields: { newPassword: "Password must be at least 6 characters" },
    });
  });

  it("lets one of two concurrent calls win", async () => {
    const { token } = await signUp();
    const answers = await Promise.all(
      ["first new one", "second new one"].map((newPassword) =>
        post("change-password", { oldPassword: PASSWORD, newPassword }, bearer(token)),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe("a concurrent change of an account", () => {
  const liveSessions = (userId: string) => db("sessions").where({ userId }).whereNull("revokedAt");

  it("refuses a log-in with the old password", async () => {
    const me = await aPilot(db);
    const stored = await hashPassword("brand new one");
    const login = () => post("login", { email: me.email, password: PASSWORD });
    const answer = await whileHeld(db, (tx) => setPassword(tx, me.id, stored, null), login);
    expect(codeOf(answer)).toEqual([401, "login-failed"]);
    expect(await liveSessions(me.id)).toEqual([]);
  });

  it("refuses a log-in after a deactivation", async () => {
    const me = await aPilot(db);
    async function deactivate(tx: Knex.Transaction) {
      await tx("users").where({ id: me.id }).update({ isActive: false });
      await endSessionsOf(tx, me.id, null);
    }
    const answer = await whileHeld(db, deactivate, () => post("login", { email: me.email, password: PASSWORD }));
    expect(codeOf(answer)).toEqual([403, "deactivated"]);
    expect(await liveSessions(me.id)).toEqual([]);
  });

  it("keeps the password that was set first", async () => {
    const me = await aPilot(db);
    const stored = await hashPassword("brand new one");
    const body = { oldPassword: PASSWORD, newPassword: "another one" };
    const change = () => post("change-password", body, me.headers);
    const answer = await whileHeld(db, (tx) => setPassword(tx, me.id, stored, null), change);
    expect(codeOf(answer)).toEqual([400, "wrong-password"]);
    const { password } = await db("users").where({ id: me.id }).first("password");
    expect(await passwordMatches(password, "brand new one")).toBe(true);
  });
});

describe("verifying the address", () => {
  it("[S202] accepts the mailed code, and stays verified", async () => {
    const { email, token, user } = await signUp();
    const code = await codeTo(email);
    const stored = await db("users").where({ id: user.id }).first("verificationCode");
    expect(stored.verificationCode).not.toContain(code);
    const answer = await post("verify-email", { code }, bearer(token));
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ id: user.id, isEmailVerified: true });
    const [line] = await db("change_log").where({ scope: `user:${user.id}` });
    expect(line).toMatchObject({ id: user.id });
    expect((await post("verify-email", { code: "000000" }, bearer(token))).status).toBe(200);
  });

  it("invalidates a code at the fifth wrong try, also with concurrent ones; a malformed code is no try", async () => {
    const { email, token } = await signUp();
    const code = await codeTo(email);
    expect((await post("verify-email", { code: "12345" }, bearer(token))).status).toBe(400);
    const tries = await Promise.all(
      Array.from({ length: 4 }, () => post("verify-email", { code: wrongCode(code) }, bearer(token))),
    );
    for (const { status, body } of tries) {
      expect(status).toBe(400);
      expect(body).toEqual({ error: "Invalid or expired verification code. Please try again.", code: "code-invalid" });
    }
    await post("verify-email", { code: wrongCode(code) }, bearer(token));
    expect((await post("verify-email", { code }, bearer(token))).body.code).toBe("code-invalid");
  });

  it("accepts the right code after four wrong ones", async () => {
    const { email, token } = await signUp();
    const code = await codeTo(email);
    for (let count = 0; count < 4; count++) await post("verify-email", { code: wrongCode(code) }, bearer(token));
    expect((await post("verify-email", { code }, bearer(token))).status).toBe(200);
  });

  it("[S312] refuses a code after 15 minutes, and accepts it after 14", async () => {
    const { email, token, user } = await signUp();
    const code = await codeTo(email);
    const pass = (minutes: number) => passTime(user.id, "verificationCodeExpiry", minutes);
    await pass(15);
    expect((await post("verify-email", { code }, bearer(token))).body.code).toBe("code-invalid");
    await pass(-1);
    expect((await post("verify-email", { code }, bearer(token))).status).toBe(200);
  });

  it("[S257] resets the count with a resent code, which replaces the first", async () => {
    const { email, token } = await signUp();
    const first = await codeTo(email);
    for (let count = 0; count < 5; count++) await post("verify-email", { code: wrongCode(first) }, bearer(token));
    const resent = await post("resend-verification", {}, bearer(token));
    expect(resent.status).toBe(200);
    const second = await codeTo(email, 2);
    if (first !== second) expect((await post("verify-email", { code: first }, bearer(token))).status).toBe(400);
    expect((await post("verify-email", { code: second }, bearer(token))).status).toBe(200);
  });

  it("needs a session", async () => {
    expect((await post("verify-email", { code: "123456" })).status).toBe(401);
    expect((await post("resend-verification", {})).status).toBe(401);
  });
});

describe("a forgotten password", () => {
  it("[S258] is answered alike for any address, and mailed only to an existing one", async () => {
    const { email } = await signUp();
    const nobody = fresh();
    const [known, unknown] = await Promise.all([
      post("forgot-password", { email }),
      post("forgot-password", { email: nobody }),
    ]);
    expect(known.status).toBe(200);
    expect(unknown.body).toEqual(known.body);
    await linkTo(email);
    expect(await db("demo_mail").where({ to: nobody })).toEqual([]);
  });

  it("[S205] is replaced with the link, once, and every session ends", async () => {
    const { email, token, user } = await signUp();
    await post("forgot-password", { email });
    const link = await linkTo(email);
    const stored = await db("users").where({ id: user.id }).first("passwordResetToken");
    expect(stored.passwordResetToken).not.toContain(link);
    const answer = await post("reset-password", { token: link, newPassword: "brand new one" });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(["message"]);
    expect((await send(server.url, "GET /api/auth/me", { headers: bearer(token) })).status).toBe(401);
    expect((await post("login", { email, password: "brand new one" })).status).toBe(200);
    const again = await post("reset-password", { token: link, newPassword: "a third one" });
    expect(again.status).toBe(400);
    expect(again.body.code).toBe("token-invalid");
  });

  it("has one valid link: a second invalidates the first", async () => {
    const { email } = await signUp();
    await post("forgot-password", { email });
    const first = await linkTo(email);
    await post("forgot-password", { email });
    const second = await linkTo(email, 2);
    expect((await post("reset-password", { token: first, newPassword: "brand new one" })).status).toBe(400);
    expect((await post("reset-password", { token: second, newPassword: "brand new one" })).status).toBe(200);
  });

  it("[S313] accepts the link after 59 minutes", async () => {
    const { email, user } = await signUp();
    await post("forgot-password", { email });
    const token = await linkTo(email);
    await passTime(user.id, "passwordResetExpiry", 59);
    expect((await post("reset-password", { token, newPassword: "brand new one" })).status).toBe(200);
  });

  it("[S314] refuses the link after an hour and for a deactivated user", async () => {
    const { email, user } = await signUp();
    await post("forgot-password", { email });
    const token = await linkTo(email);
    const attempt = async () => (await post("reset-password", { token, newPassword: "brand new one" })).body.code;
    await db("users").where({ id: user.id }).update({ isActive: false });
    expect(await attempt()).toBe("token-invalid");
    await db("users").where({ id: user.id }).update({ isActive: true });
    await passTime(user.id, "passwordResetExpiry", 60);
    expect(await attempt()).toBe("token-invalid");
  });

  it("sends no mail to demo logins", async () => {
    const { email } = await signUp();
    await post("forgot-password", { email: "admin@demo.test" });
    await post("forgot-password", { email });
    await linkTo(email);
    await vi.waitFor(async () => expect(await db("jobs")).toEqual([]), { timeout: 8000 });
    expect(await db("demo_mail").where({ to: "admin@demo.test" })).toEqual([]);
    const admin = await db("users").where({ email: "admin@demo.test" }).first("passwordResetToken");
    expect(admin).toEqual({ passwordResetToken: null });
  });
});
