import type { Knex } from "knex";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { bearer, cookieOf, send } from "../../../tests/http.ts";
import { aPilot, PASSWORD } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";

let server: TestServer;
let db: Knex;

beforeAll(async () => {
  server = await startTestServer({ env: { DEMO: "1", RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(server.url, `POST /api/auth/${path}`, { body, headers });

const fresh = () => `new-${newId().slice(-12)}@test.example`;

type User = { id: string; email: string; isEmailVerified: boolean };

async function signUp(fields: Record<string, unknown> = {}) {
  const email = fresh();
  const answer = await post("signup", { email, password: PASSWORD, name: "Nia New", ...fields });
  return { email, answer, user: answer.body.user as User, token: answer.body.token as string };
}

type DemoMail = { to: string; subject: string; text: string; sentAt: string };

/** Waits until so many mails of a kind have come, and gives the newest. */
async function mailTo(address: string, kind: RegExp, count = 1): Promise<DemoMail> {
  return vi.waitFor(
    async () => {
      const path = `GET /api/demo/mail?to=${encodeURIComponent(address)}`;
      const mails = (await send<DemoMail[]>(server.url, path)).body.filter(({ text }) => kind.test(text));
      expect(mails.length).toBeGreaterThanOrEqual(count);
      return mails[0]!;
    },
    { timeout: 8000, interval: 50 },
  );
}

const codePattern = /code is (\d{6})/;
const linkPattern = /token=([\w-]+)/;
const codeTo = async (address: string, count = 1) =>
  codePattern.exec((await mailTo(address, codePattern, count)).text)![1]!;
const linkTo = async (address: string, count = 1) =>
  linkPattern.exec((await mailTo(address, linkPattern, count)).text)![1]!;
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("signup", () => {
  it("answers 201 with the unverified person, a session and the words to show", async () => {
    const { answer, email, user } = await signUp({ memberSince: "1903", userType: "owner" });
    expect(answer.status).toBe(201);
    expect(answer.body.message).toBe("Please check your email for a verification code.");
    expect(user).toMatchObject({
      email,
      name: "Nia New",
      userType: "owner",
      isEmailVerified: false,
      isAdmin: false,
      isActive: true,
      verified: false,
      rating: 0,
      reviewCount: 0,
      memberSince: String(new Date().getFullYear()),
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/password|argon2|verificationCode/);
  });

  it("makes a pilot when nothing is said, with the id the client chose", async () => {
    const id = newId();
    const { user } = await signUp({ id });
    expect(user).toMatchObject({ id, userType: "pilot" });
  });

  it("takes no flags from the client", async () => {
    const { user } = await signUp({ isAdmin: true, verified: true, isEmailVerified: true, rating: 5 });
    expect(user).toMatchObject({ isAdmin: false, verified: false, isEmailVerified: false, rating: 0 });
  });

  it("refuses an address in use, whatever its case, with the field named", async () => {
    const { email } = await signUp();
    const again = await post("signup", { email: ` ${email.toUpperCase()} `, password: PASSWORD, name: "Twin" });
    expect(again.status).toBe(409);
    expect(again.body).toEqual({
      error: "An account with this email already exists.",
      code: "email-taken",
      fields: { email: "An account with this email already exists." },
    });
  });

  it("lets one of two at the same moment win", async () => {
    const email = fresh();
    const answers = await Promise.all([1, 2, 3].map(() => post("signup", { email, password: PASSWORD, name: "Twin" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it("refuses an id that a person has already", async () => {
    const { user } = await signUp();
    const other = await post("signup", { id: user.id, email: fresh(), password: PASSWORD, name: "Copy" });
    expect(other.status).toBe(409);
    expect(other.body.code).toBe("id-taken");
  });

  it.each([
    ["email", "nobody", "Enter a valid email address"],
    ["password", "12345", "Password must be at least 6 characters"],
    ["name", "   ", "This field is required"],
  ])("names a wrong %s", async (field, value, sentence) => {
    const body = { email: fresh(), password: PASSWORD, name: "Nia", [field]: value };
    const answer = await post("signup", body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "invalid", fields: { [field]: sentence } });
  });
});

describe("login", () => {
  it("gives the person and a token that works", async () => {
    const { email } = await signUp();
    const answer = await post("login", { email: email.toUpperCase(), password: PASSWORD });
    expect(answer.status).toBe(200);
    const me = await send(server.url, "GET /api/auth/me", { headers: bearer(answer.body.token as string) });
    expect(me.status).toBe(200);
    expect(me.body).toEqual(answer.body.user);
  });

  it("says the same for a wrong password and an unknown address", async () => {
    const { email } = await signUp();
    const answers = await Promise.all([
      post("login", { email, password: "wrong password" }),
      post("login", { email: fresh(), password: PASSWORD }),
      post("login", { email: "\u0000", password: PASSWORD }),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(401);
      expect(body).toEqual({ error: "Invalid email or password", code: "login-failed" });
    }
  });

  it("tells a deactivated person so only after the right password", async () => {
    const { email, user } = await signUp();
    await db("users").where({ id: user.id }).update({ isActive: false });
    expect((await post("login", { email, password: "wrong password" })).status).toBe(401);
    const right = await post("login", { email, password: PASSWORD });
    expect(right.status).toBe(403);
    expect(right.body.error).toBe("This account has been deactivated.");
  });

  it("ends no session of another device, and replaces the one of this device", async () => {
    const { email, user, token } = await signUp();
    const elsewhere = await post("login", { email, password: PASSWORD });
    const here = await post("login", { email, password: PASSWORD }, bearer(token));
    const alive = async (of: unknown) =>
      (await send(server.url, "GET /api/auth/me", { headers: bearer(of as string) })).status;
    expect([await alive(token), await alive(elsewhere.body.token), await alive(here.body.token)]).toEqual([
      401, 200, 200,
    ]);
    expect(await db("sessions").where({ userId: user.id }).whereNull("revokedAt")).toHaveLength(2);
  });

  it("gives a browser page a cookie and no token", async () => {
    const { email } = await signUp();
    const answer = await post("login", { email, password: PASSWORD }, { origin: server.url });
    expect(answer.body).not.toHaveProperty("token");
    expect(answer.headers["set-cookie"]).toEqual([
      expect.stringMatching(/^tailhour_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
      // No secret: it lets a guest's page start without asking who is signed in.
      "tailhour_signed_in=1; Path=/; Max-Age=2592000; SameSite=Lax",
    ]);
    const me = await send(server.url, "GET /api/auth/me", { headers: { cookie: cookieOf(answer)! } });
    expect(me.body).toMatchObject({ email });
  });
});

describe("sessions", () => {
  it("store no token, only its digest", async () => {
    const { user, token } = await signUp();
    const rows = await db("sessions").where({ userId: user.id });
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("end for a deactivated person at once", async () => {
    const { user, token } = await signUp();
    await db("users").where({ id: user.id }).update({ isActive: false });
    expect((await send(server.url, "GET /api/auth/me", { headers: bearer(token) })).status).toBe(401);
  });

  it("end after 30 days without a sign of life and slide with one, noted at most hourly", async () => {
    const { user, token } = await signUp();
    const me = () => send(server.url, "GET /api/auth/me", { headers: { cookie: `tailhour_session=${token}` } });
    const session = () => db("sessions").where({ userId: user.id }).first("lastSeenAt", "expiresAt");
    const before = await session();
    expect((await me()).headers["set-cookie"]).toBeUndefined();
    expect(await session()).toEqual(before);
    await db.raw(
      `update sessions set "lastSeenAt" = now() - interval '2 hours', "expiresAt" = now() + interval '1 day' where "userId" = ?`,
      [user.id],
    );
    expect((await me()).headers["set-cookie"]?.[0]).toContain(`tailhour_session=${token}; Path=/; Max-Age=2592000`);
    expect(Date.parse((await session()).expiresAt)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    await db("sessions")
      .where({ userId: user.id })
      .update({ expiresAt: db.raw("now()") });
    expect((await me()).status).toBe(401);
  });
});

describe("logout", () => {
  it("ends the session, clears the cookie and answers 204, signed in or not", async () => {
    const { token } = await signUp();
    const cookie = `tailhour_session=${token}`;
    const out = await post("logout", undefined, { cookie, origin: server.url });
    expect(out.status).toBe(204);
    expect(out.text).toBe("");
    expect(out.headers["set-cookie"]?.[0]).toContain("tailhour_session=; Path=/; Max-Age=0");
    expect((await send(server.url, "GET /api/auth/me", { headers: { cookie } })).status).toBe(401);
    expect((await post("logout", undefined)).status).toBe(204);
    expect((await post("logout", undefined, { cookie, origin: server.url })).status).toBe(204);
  });
});

describe("me", () => {
  it("is 401 for a guest", async () => {
    const answer = await send(server.url, "GET /api/auth/me");
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: "Please log in first.", code: "not-signed-in" });
  });
});

describe("changing the password", () => {
  it("ends every other session and kills an open reset link", async () => {
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

  it("refuses a wrong old password with 400 and a short new one", async () => {
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

  it("lets one of two at the same moment win", async () => {
    const { token } = await signUp();
    const answers = await Promise.all(
      ["first new one", "second new one"].map((newPassword) =>
        post("change-password", { oldPassword: PASSWORD, newPassword }, bearer(token)),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe("verifying the address", () => {
  it("takes the code from the mail once and says yes ever after", async () => {
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

  it("kills a code at the fifth wrong try, however many come at once; a malformed one is no try", async () => {
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

  it("takes the right code after four wrong ones", async () => {
    const { email, token } = await signUp();
    const code = await codeTo(email);
    for (let count = 0; count < 4; count++) await post("verify-email", { code: wrongCode(code) }, bearer(token));
    expect((await post("verify-email", { code }, bearer(token))).status).toBe(200);
  });

  it("refuses an expired code", async () => {
    const { email, token, user } = await signUp();
    const code = await codeTo(email);
    await db("users")
      .where({ id: user.id })
      .update({ verificationCodeExpiry: db.raw("now()") });
    expect((await post("verify-email", { code }, bearer(token))).body.code).toBe("code-invalid");
  });

  it("starts at 0 with a resent code, which replaces the first", async () => {
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
  it("is answered alike for any address, and mailed only to one that exists", async () => {
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

  it("sets a new password by the link, once, and ends every session", async () => {
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

  it("makes the first link useless with a second", async () => {
    const { email } = await signUp();
    await post("forgot-password", { email });
    const first = await linkTo(email);
    await post("forgot-password", { email });
    const second = await linkTo(email, 2);
    expect((await post("reset-password", { token: first, newPassword: "brand new one" })).status).toBe(400);
    expect((await post("reset-password", { token: second, newPassword: "brand new one" })).status).toBe(200);
  });

  it("makes the link useless after an hour and for a deactivated person", async () => {
    const { email, user } = await signUp();
    await post("forgot-password", { email });
    const token = await linkTo(email);
    const attempt = async () => (await post("reset-password", { token, newPassword: "brand new one" })).body.code;
    await db("users").where({ id: user.id }).update({ isActive: false });
    expect(await attempt()).toBe("token-invalid");
    await db("users")
      .where({ id: user.id })
      .update({ isActive: true, passwordResetExpiry: db.raw("now()") });
    expect(await attempt()).toBe("token-invalid");
  });

  it("mails nothing to the demo's logins", async () => {
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

describe("a profile", () => {
  it("shows anybody what is public and nothing else", async () => {
    const person = await aPilot(db);
    const { body } = await send(server.url, `GET /api/users/${person.id}`);
    expect(Object.keys(body).sort()).toEqual(
      [
        "avatarUrl",
        "bio",
        "id",
        "memberSince",
        "name",
        "rating",
        "responseTime",
        "reviewCount",
        "userType",
        "verified",
      ].sort(),
    );
  });

  it("holds the address in one's own only", async () => {
    const [me, other] = [await aPilot(db), await aPilot(db)];
    const own = await send(server.url, `GET /api/users/${me.id}`, { headers: me.headers });
    expect(own.body.email).toBe(me.email);
    expect(own.body).not.toHaveProperty("isAdmin");
    const others = await send(server.url, `GET /api/users/${other.id}`, { headers: me.headers });
    expect(others.body).not.toHaveProperty("email");
  });

  it("is 404 for a deactivated, unknown or malformed id", async () => {
    const gone = await aPilot(db);
    await db("users").where({ id: gone.id }).update({ isActive: false });
    for (const id of [gone.id, newId(), "nobody", "%00", "%E0%A4%A"]) {
      const answer = await send(server.url, `GET /api/users/${id}`);
      expect(answer.status).toBe(404);
    }
  });
});
