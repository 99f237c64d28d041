import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { accountsAt, fresh } from "../../../tests/accounts.ts";
import { bearer, cookieOf, send } from "../../../tests/http.ts";
import { aPilot, PASSWORD } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";

let server: TestServer;
let db: Knex;

beforeAll(async () => {
  server = await startTestServer({ env: { DEMO: "1", RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
});

const { post, signUp } = accountsAt(() => server.url);

describe("signup", () => {
  it("[S162] answers 201 with the unverified user, a session and the text to show", async () => {
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

  it("[S007] creates a pilot by default, with the client's id", async () => {
    const id = newId();
    const { user } = await signUp({ id });
    expect(user).toMatchObject({ id, userType: "pilot" });
  });

  it("[S170] ignores flags from the client", async () => {
    const { user } = await signUp({ isAdmin: true, verified: true, isEmailVerified: true, rating: 5 });
    expect(user).toMatchObject({ isAdmin: false, verified: false, isEmailVerified: false, rating: 0 });
  });

  it("[S160] refuses an address in use, in any case, and names the field", async () => {
    const { email } = await signUp();
    const again = await post("signup", { email: ` ${email.toUpperCase()} `, password: PASSWORD, name: "Twin" });
    expect(again.status).toBe(409);
    expect(again.body).toEqual({
      error: "An account with this email already exists.",
      code: "email-taken",
      fields: { email: "An account with this email already exists." },
    });
  });

  it("lets one of two concurrent calls win", async () => {
    const email = fresh();
    const answers = await Promise.all([1, 2, 3].map(() => post("signup", { email, password: PASSWORD, name: "Twin" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it("refuses an id that is in use", async () => {
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
  it("[S254] returns the user and a valid token", async () => {
    const { email } = await signUp();
    const answer = await post("login", { email: email.toUpperCase(), password: PASSWORD });
    expect(answer.status).toBe(200);
    const me = await send(server.url, "GET /api/auth/me", { headers: bearer(answer.body.token as string) });
    expect(me.status).toBe(200);
    expect(me.body).toEqual(answer.body.user);
  });

  it("answers alike for a wrong password and an unknown address", async () => {
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

  it("names the deactivation only after the right password", async () => {
    const { email, user } = await signUp();
    await db("users").where({ id: user.id }).update({ isActive: false });
    expect((await post("login", { email, password: "wrong password" })).status).toBe(401);
    const right = await post("login", { email, password: PASSWORD });
    expect(right.status).toBe(403);
    expect(right.body.error).toBe("This account has been deactivated.");
  });

  it("replaces the session of this device and ends no other", async () => {
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

  it("returns a cookie and no token to a browser page", async () => {
    const { email } = await signUp();
    const answer = await post("login", { email, password: PASSWORD }, { origin: server.url });
    expect(answer.body).not.toHaveProperty("token");
    expect(answer.headers["set-cookie"]).toEqual([
      expect.stringMatching(/^tailhour_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
      // Not secret: without it a guest's page skips the query for the current user.
      "tailhour_signed_in=1; Path=/; Max-Age=2592000; SameSite=Lax",
      // Separates this device's count of failed sign-ins from other devices'.
      expect.stringMatching(/^tailhour_device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/),
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

  it("end at once for a deactivated user", async () => {
    const { user, token } = await signUp();
    await db("users").where({ id: user.id }).update({ isActive: false });
    expect((await send(server.url, "GET /api/auth/me", { headers: bearer(token) })).status).toBe(401);
  });

  it("end 30 days after their last use, which is stored at most hourly", async () => {
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
  it("[S255] ends the session, clears the cookie and answers 204, signed in or not", async () => {
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
  it("[S252] is 401 for a guest", async () => {
    const answer = await send(server.url, "GET /api/auth/me");
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: "Please log in first.", code: "not-signed-in" });
  });
});

describe("a profile", () => {
  it("[S272] shows others only its public fields", async () => {
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
        "replyMinutes",
        "replyRate",
        "responseTime",
        "reviewCount",
        "userType",
        "verified",
        "verifiedAt",
      ].sort(),
    );
  });

  it("[S253] contains the address only for its user", async () => {
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
