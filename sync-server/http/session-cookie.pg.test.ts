// The session cookie of an https site, and the maximum age of a session.
import { beforeAll, describe, expect, it } from "vitest";
import { cookieOf, send } from "../../tests/http.ts";
import { aPilot, PASSWORD, type TestPerson } from "../../tests/people.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";

const site = "https://tailhour.example";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: site } });
});

const me = (cookie: string) => send(server.url, "GET /api/auth/me", { headers: { cookie } });
const post = (path: string, body: unknown, cookie?: string) =>
  send(server.url, `POST /api/auth/${path}`, { body, headers: { origin: site, ...(cookie && { cookie }) } });

/** A user with a session from before the prefix. */
async function fromBefore(): Promise<TestPerson> {
  const person = await aPilot(server.db);
  await server.db("sessions").where({ userId: person.id }).update({ isFromPlainName: true });
  return person;
}

describe("on https the session cookie", () => {
  it("is bound to this host, and works", async () => {
    const { email } = await aPilot(server.db);
    const answer = await post("login", { email, password: PASSWORD });
    const lines = answer.headers["set-cookie"];
    expect(lines).toEqual([
      expect.stringMatching(
        /^__Host-tailhour_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
      ),
      "tailhour_signed_in=1; Path=/; Max-Age=2592000; SameSite=Lax; Secure",
      expect.stringMatching(
        /^__Host-tailhour_device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
    expect((await me(cookieOf(answer)!)).body).toMatchObject({ email });
  });

  it("is not accepted under its plain name, which another site of the domain could set", async () => {
    const { token } = await aPilot(server.db);
    expect((await me(`tailhour_session=${token}`)).status).toBe(401);
  });

  it("moves to its new name for a session from before the prefix", async () => {
    const { token, email } = await fromBefore();
    const moved = await me(`tailhour_session=${token}`);
    expect(moved.body).toMatchObject({ email });
    expect(moved.headers["set-cookie"]).toEqual([
      expect.stringMatching(new RegExp(`^__Host-tailhour_session=${token}; Path=/; Max-Age=\\d+; HttpOnly`)),
      "tailhour_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
      expect.stringMatching(/^tailhour_signed_in=1;/),
    ]);
    // Concurrent calls still have the old name.
    expect((await me(`tailhour_session=${token}`)).status).toBe(200);
  });

  it("is cleared under both names by a sign-out", async () => {
    const { token } = await fromBefore();
    const out = await post("logout", {}, `tailhour_session=${token}`);
    const lines = out.headers["set-cookie"] ?? [];
    for (const name of ["__Host-tailhour_session", "tailhour_session"])
      expect(lines.some((line) => line.startsWith(`${name}=; Path=/; Max-Age=0`))).toBe(true);
    expect((await me(`tailhour_session=${token}`)).status).toBe(401);
  });

  it("requires the own origin for writes under its old name too", async () => {
    const { token } = await fromBefore();
    const headers = { cookie: `tailhour_session=${token}` };
    const answer = await send(server.url, "POST /api/auth/change-password", { body: {}, headers });
    expect([answer.status, answer.body.code]).toEqual([403, "foreign-origin"]);
  });
});

describe("a session", () => {
  it("ends 90 days after its start, even if it is used", async () => {
    const { id: userId, token } = await aPilot(server.db);
    await server
      .db("sessions")
      .where({ userId })
      .update({
        createdAt: server.db.raw("now() - interval '80 days'"),
        lastSeenAt: server.db.raw("now() - interval '2 hours'"),
      });
    const used = await me(`__Host-tailhour_session=${token}`);
    const tenDays = 10 * 86_400;
    const seconds = Number(/Max-Age=(\d+)/.exec(used.headers["set-cookie"]?.[0] ?? "")?.[1]);
    expect(seconds).toBeLessThanOrEqual(tenDays);
    expect(seconds).toBeGreaterThan(tenDays - 3600);
    const [row] = await server.db("sessions").where({ userId });
    expect(Date.parse(row.expiresAt) - Date.parse(row.createdAt)).toBe(90 * 86_400_000);
    await server
      .db("sessions")
      .where({ userId })
      .update({ expiresAt: server.db.raw(`"createdAt" + interval '79 days'`) });
    expect((await me(`__Host-tailhour_session=${token}`)).status).toBe(401);
  });
});

it("[S1336] only documents carry what a browser heeds in documents alone", async () => {
  const answers = await Promise.all(
    ["GET /api/auth/me", "GET /healthz", "POST /api/sync", "GET /manifest.webmanifest"].map((one) =>
      send(server.url, one),
    ),
  );
  for (const { headers } of answers) {
    expect(headers["content-security-policy"]).toContain("default-src 'self'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    for (const name of ["permissions-policy", "x-dns-prefetch-control", "x-download-options", "x-xss-protection"])
      expect(headers).not.toHaveProperty(name);
  }
});
