import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { freshDatabase } from "../../tests/postgres.ts";
import { bearer, send } from "../../tests/http.ts";
import { aPilot, PASSWORD } from "../../tests/people.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

const fresh = () => `new-${newId().slice(-12)}@test.example`;
const through = (address: string) => ({ "x-forwarded-for": `9.9.9.9, ${address}` });

function post(path: string, body: unknown, headers: Record<string, string> = {}, at = server) {
  return send(at.url, `POST /api/auth/${path}`, { body, headers });
}

async function statuses(count: number, call: (index: number) => Promise<{ status: number }>): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index++) found.push((await call(index)).status);
  return found;
}

describe("login", () => {
  it("locks an account after 10 failures, also for the right password, and returns the wait", async () => {
    const { email } = await aPilot(server.db);
    expect(await statuses(10, () => post("login", { email, password: "wrong" }))).toEqual(Array(10).fill(401));
    const locked = await post("login", { email: email.toUpperCase(), password: PASSWORD });
    expect([locked.status, locked.body]).toEqual([
      429,
      { error: "Too many tries. Please wait a little and try again.", code: "too-many" },
    ]);
    const wait = Number(locked.headers["retry-after"]);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(900);
  });

  it("counts failures only", async () => {
    const { email } = await aPilot(server.db);
    await statuses(9, () => post("login", { email, password: "wrong" }));
    expect(await statuses(4, () => post("login", { email, password: PASSWORD }))).toEqual([200, 200, 200, 200]);
    expect(await statuses(2, () => post("login", { email, password: "wrong" }))).toEqual([401, 429]);
  });

  it("limits a burst, also across several processes", async () => {
    const { url } = await freshDatabase({ pool: 2 });
    const servers = [await startTestServer({ databaseUrl: url }), await startTestServer({ databaseUrl: url })];
    const { email } = await aPilot(servers[0]!.db);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => post("login", { email, password: "wrong" }, {}, servers[index % 2])),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it("allows many concurrent correct logins", async () => {
    const { email } = await aPilot(server.db);
    const answers = await Promise.all(Array.from({ length: 14 }, () => post("login", { email, password: PASSWORD })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it("counts by address too, with 20 times the limit, and stores no address", async () => {
    const small = await startTestServer({ env: { LIMIT_LOGIN: "1", LIMIT_ADDRESS_FACTOR: "3", TRUST_PROXY: "1" } });
    const attempt = (address: string) => post("login", { email: fresh(), password: "wrong" }, through(address), small);
    expect(await statuses(4, () => attempt("203.0.113.7"))).toEqual([401, 401, 401, 429]);
    expect((await attempt("203.0.113.8")).status).toBe(401);
    expect(JSON.stringify(await small.db("rate_limits"))).not.toMatch(/203\.0|@test/);
  });

  it("has 50 times the limit by address in demo mode, and not by account", async () => {
    const demo = await startTestServer({ env: { LIMIT_LOGIN: "1", LIMIT_ADDRESS_FACTOR: "1", DEMO: "1" } });
    // One after another: the server refuses a crowd of password checks as busy.
    const answers = await statuses(51, () => post("login", { email: fresh(), password: "wrong" }, {}, demo));
    expect(answers.filter((status) => status !== 401)).toEqual([429]);
    const email = fresh();
    const again = await startTestServer({ env: { LIMIT_LOGIN: "1", DEMO: "1" } });
    expect(await statuses(2, () => post("login", { email, password: "wrong" }, {}, again))).toEqual([401, 429]);
  });
});

describe("other calls", () => {
  it("allow 30 signups an hour by address", async () => {
    const few = await startTestServer({ env: { LIMIT_SIGNUP: "2" } });
    const attempt = () => post("signup", { email: fresh(), password: PASSWORD, name: "Nia" }, {}, few);
    expect(await statuses(3, attempt)).toEqual([201, 201, 429]);
  });

  it("allow 5 new codes an hour, the first right after the signup", async () => {
    const { body } = await post("signup", { email: fresh(), password: PASSWORD, name: "Nia" });
    const attempt = () => post("resend-verification", {}, bearer(body.token as string));
    expect(await statuses(6, attempt)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it("allow 5 reset links an hour for an address, whether an account has it or not", async () => {
    const email = fresh();
    expect(await statuses(6, () => post("forgot-password", { email }))).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it("limit guesses of an old password", async () => {
    const { headers } = await aPilot(server.db);
    const attempt = () => post("change-password", { oldPassword: "wrong", newPassword: "another one" }, headers);
    expect((await statuses(11, attempt)).at(-1)).toBe(429);
  });

  it("grow by RATE_LIMIT_FACTOR", async () => {
    const wide = await startTestServer({ env: { LIMIT_FORGOT: "1", RATE_LIMIT_FACTOR: "3" } });
    const email = fresh();
    expect(await statuses(4, () => post("forgot-password", { email }, {}, wide))).toEqual([200, 200, 200, 429]);
  });
});

describe("an address", () => {
  it("comes from a header only behind a trusted proxy", async () => {
    const plain = await startTestServer({ env: { LIMIT_SIGNUP: "1" } });
    const attempt = (index: number) =>
      post("signup", { email: fresh(), password: PASSWORD, name: "Nia" }, through(`203.0.113.${index}`), plain);
    expect(await statuses(2, attempt)).toEqual([201, 429]);
  });
});
