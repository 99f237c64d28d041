// Wrong passwords lock out the network they come from, never the owner's known devices.
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { send, type Answer } from "../../tests/http.ts";
import { aPilot, PASSWORD, type TestPerson } from "../../tests/people.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: "1" } });
});

const home = "198.51.100.4";
const elsewhere = "203.0.113.7";

type From = { address: string; cookie?: string; isBrowser?: boolean };

function post(path: string, body: unknown, { address, cookie, isBrowser }: From, at = server) {
  const browser: Record<string, string> = isBrowser || cookie ? { "sec-fetch-site": "same-origin" } : {};
  const headers = { "x-forwarded-for": address, ...browser, ...(cookie && { cookie }) };
  return send(at.url, `POST /api/auth/${path}`, { body, headers });
}

const logIn = ({ email }: TestPerson, password: string, from: From, at = server) =>
  post("login", { email, password }, from, at);

async function fail(times: number, person: TestPerson, from: From, at = server): Promise<number[]> {
  const found: number[] = [];
  for (let time = 0; time < times; time++) found.push((await logIn(person, "wrong", from, at)).status);
  return found;
}

const deviceLine = ({ headers }: Answer<unknown>) =>
  headers["set-cookie"]?.find((line) => line.startsWith("tailhour_device=")) ?? "";

/** The device cookie of a browser that has signed in. */
async function deviceOf(person: TestPerson, from: From, at = server): Promise<string> {
  const answer = await logIn(person, PASSWORD, { ...from, isBrowser: true }, at);
  expect(answer.status).toBe(200);
  return deviceLine(answer).split(";")[0]!;
}

describe("wrong passwords of a stranger", () => {
  it("lock out only the stranger's network", async () => {
    const person = await aPilot(server.db);
    expect(await fail(11, person, { address: elsewhere })).toEqual([...Array<number>(10).fill(401), 429]);
    expect((await logIn(person, PASSWORD, { address: elsewhere })).status).toBe(429);
    expect((await logIn(person, PASSWORD, { address: home })).status).toBe(200);
  });

  it("leave a known device its own ten tries, also in the stranger's network", async () => {
    const person = await aPilot(server.db);
    const cookie = await deviceOf(person, { address: elsewhere });
    await fail(11, person, { address: elsewhere });
    expect((await logIn(person, PASSWORD, { address: elsewhere, cookie })).status).toBe(200);
    expect(await fail(11, person, { address: elsewhere, cookie })).toEqual([...Array<number>(10).fill(401), 429]);
  });

  it("count as a stranger's with a device of another account, or an invented one", async () => {
    const [person, stranger] = [await aPilot(server.db), await aPilot(server.db)];
    const cookie = await deviceOf(stranger, { address: elsewhere });
    expect((await fail(11, person, { address: elsewhere, cookie })).at(-1)).toBe(429);
    const invented = `tailhour_device=${"x".repeat(43)}`;
    expect((await logIn(person, PASSWORD, { address: elsewhere, cookie: invented })).status).toBe(429);
  });

  it("from many networks stop at ten times the limit, except on known devices", async () => {
    const small = await startTestServer({ env: { TRUST_PROXY: "1", LIMIT_LOGIN: "1" } });
    const person = await aPilot(small.db);
    const cookie = await deviceOf(person, { address: home }, small);
    const statuses: number[] = [];
    for (let net = 1; net <= 11; net++)
      statuses.push((await logIn(person, "wrong", { address: `203.0.113.${net}` }, small)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    expect((await logIn(person, PASSWORD, { address: "192.0.2.200" }, small)).status).toBe(429);
    expect((await logIn(person, PASSWORD, { address: "192.0.2.200", cookie }, small)).status).toBe(200);
  });
});

describe("reset links that a stranger requests", () => {
  it("do not use up the owner's quota", async () => {
    const { email } = await aPilot(server.db);
    const ask = (address: string) => post("forgot-password", { email }, { address });
    const statuses: number[] = [];
    for (let time = 0; time < 6; time++) statuses.push((await ask(elsewhere)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await ask(home)).status).toBe(200);
  });
});

describe("the device cookie", () => {
  it("lasts 400 days, is hidden from scripts and stays the same for every account of the device", async () => {
    const [one, two] = [await aPilot(server.db), await aPilot(server.db)];
    const first = await logIn(one, PASSWORD, { address: home, isBrowser: true });
    expect(deviceLine(first)).toMatch(/^tailhour_device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
    const cookie = deviceLine(first).split(";")[0]!;
    expect(await deviceOf(two, { address: home, cookie })).toBe(cookie);
    const stored = await server.db("known_devices").whereIn("userId", [one.id, two.id]);
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toContain(cookie.split("=")[1]);
  });

  it("is set only for browsers, and only when a session opens", async () => {
    const person = await aPilot(server.db);
    expect(deviceLine(await logIn(person, PASSWORD, { address: home }))).toBe("");
    expect(deviceLine(await logIn(person, "wrong", { address: home, isBrowser: true }))).toBe("");
    const body = { email: `new-${newId().slice(-12)}@test.example`, password: PASSWORD, name: "Nia" };
    expect(deviceLine(await post("signup", body, { address: home, isBrowser: true }))).not.toBe("");
  });

  it("is stored for the 20 newest devices of an account", async () => {
    const person = await aPilot(server.db);
    await server.db("known_devices").insert(
      Array.from({ length: 25 }, (_, index) => ({
        userId: person.id,
        deviceHash: `old ${index}`,
        lastSignInAt: server.db.raw(`now() - ? * interval '1 day'`, [index + 1]),
      })),
    );
    await deviceOf(person, { address: home });
    const left: string[] = await server.db("known_devices").where({ userId: person.id }).pluck("deviceHash");
    expect(left).toHaveLength(20);
    expect(left).toContain("old 18");
    expect(left).not.toContain("old 19");
  });
});
