import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import type { ExchangeAnswer, SentCommand } from "../../shared/sync.ts";
import { devicesOf, statuses, toPeer, type Device } from "../../tests/devices.ts";
import { send } from "../../tests/http.ts";
import { anOwner, aPilot } from "../../tests/people.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";
import { readInstallationKey } from "../db/keyed-hash.ts";
import { readCursor, writeCursor } from "../reads/cursor.ts";

let server: TestServer;
let db: Knex;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
});

const { aDevice, post, exchange } = devicesOf(() => server);

describe("POST /api/sync", () => {
  it("[R4] answers the first exchange with all rows and the next with none", async () => {
    const device = await aDevice();
    const first = await exchange(device);
    expect(first).toMatchObject({ from: null, drops: {}, outcomes: [] });
    expect(first.reset).toBeUndefined();
    expect(first.rows.me).toEqual([expect.objectContaining({ id: device.person.id, email: device.person.email })]);
    const before = device.cursor;
    expect(await exchange(device)).toMatchObject({ from: before, rows: {}, drops: {} });
  });

  it("[R1] [R2] [R15] concurrent messages of many users reach each user once, with other changes", async () => {
    const devices = await Promise.all(Array.from({ length: 6 }, () => aDevice()));
    const held = new Map(devices.map((device) => [device, new Map<string, object>()]));
    const keep = (device: Device, { rows }: ExchangeAnswer) => {
      for (const row of (rows.messages ?? []) as { id: string }[]) held.get(device)!.set(row.id, row);
    };
    for (const device of devices) {
      for (const peer of devices) if (peer !== device) keep(device, await exchange(device, [toPeer(peer.person)]));
      keep(device, await exchange(device));
    }
    const repeated: string[] = [];
    await Promise.all(
      devices.map(async (device, at) => {
        for (let turn = 0; turn < 15; turn++) {
          const peers = devices.filter((peer) => peer !== device && (peer.person.id.charCodeAt(35) + turn + at) % 2);
          const sent = peers.map((peer) => toPeer(peer.person, `${turn}`));
          const answer = await exchange(device, sent);
          expect(answer.outcomes.map(({ status }) => status)).toEqual(sent.map(() => "applied"));
          const news = (answer.rows.messages ?? []) as { id: string }[];
          repeated.push(...news.map(({ id }) => id).filter((id) => held.get(device)!.has(id) && turn > 0));
          keep(device, answer);
        }
      }),
    );
    for (const device of devices) {
      keep(device, await exchange(device));
      const { id } = device.person;
      const stored = await db("messages").where({ senderId: id }).orWhere({ receiverId: id }).pluck("id");
      expect([...held.get(device)!.keys()].sort()).toEqual((stored as string[]).sort());
    }
    expect(repeated).toEqual([]);
  });

  it("[R13] an ended session sends no more messages", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    await exchange(device, [toPeer(peer)]);
    await exchange(device, [toPeer(peer)]);
    await db("sessions").where({ userId: device.person.id }).update({ revokedAt: db.fn.now() });
    expect((await post(device, { commands: [toPeer(peer, "Too late")] })).status).toBe(401);
    expect(await db("messages").where({ senderId: device.person.id, content: "Too late" })).toEqual([]);
  });

  it("[R4] messages with an unusable cursor are sent once and answered with a reset", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    await exchange(device, [toPeer(peer)]);
    const key = await readInstallationKey(db);
    const stale = { ...readCursor(key, device.cursor!)!, generation: newId() };
    device.cursor = writeCursor(key, stale);
    const answer = await exchange(device, [toPeer(peer, "And now?")]);
    expect([answer.reset, statuses(answer)]).toEqual([true, ["applied"]]);
    expect(await db("messages").where({ senderId: device.person.id })).toHaveLength(2);
  });

  it("[R11] pages a long answer and returns the outcomes with the last page", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    await exchange(device);
    for (let part = 0; part < 3; part++)
      await exchange(
        { ...device, clientId: newId() },
        Array.from({ length: 500 }, (_, index) => toPeer(peer, `${part} ${index}`)),
      );
    const commands = [toPeer(peer, "the last")];
    const first = await exchange(device, commands);
    expect([first.more, first.outcomes, first.rows.messages?.length]).toEqual([true, [], 999]);
    const late = toPeer(peer, "while paging");
    // Ran so long ago that only its record proves it, not the ledger.
    const old = { ...toPeer(peer, "long ago"), id: newId(Date.now() - 61 * 86_400_000) };
    await db("messages").insert({ id: old.id, senderId: device.person.id, receiverId: peer.id, content: "long ago" });
    const second = await exchange(device, [...commands, late, old]);
    expect(second.more).toBeUndefined();
    // The next exchange returns outcomes from after the answer's snapshot, with their rows.
    expect(second.outcomes.map(({ id }) => id)).toEqual([commands[0]!.id]);
    const third = await exchange(device, [late, old]);
    expect(third.outcomes).toEqual([late, old].map(({ id }) => ({ id, status: "applied" })));
    expect(third.rows.messages).toEqual([expect.objectContaining({ id: late.id })]);
  });

  it("[R4] resets an unusable cursor, on the first page only", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    for (let part = 0; part < 3; part++)
      await exchange(
        device,
        Array.from({ length: 500 }, (_, index) => toPeer(peer, `${index}`)),
      );
    device.cursor = "not a cursor";
    const first = await exchange(device);
    expect(first).toMatchObject({ from: null, reset: true, more: true });
    const second = await exchange(device);
    expect([second.from, second.reset, second.more]).toEqual([first.to, undefined, undefined]);
  });
});

describe("access to the exchange", () => {
  it("[R13] [R22] requires a session, its user, a known schema and the user's own device", async () => {
    const [device, other] = [await aDevice(), await aDevice()];
    await exchange(device);
    const peer = await anOwner(db);
    const commands = [toPeer(peer)];
    const code = async (over: object, headers?: Record<string, string>) => {
      const { status, body } = await post(device, { commands, ...over }, headers);
      return [status, (body as unknown as { code: string }).code];
    };
    expect(await code({}, {})).toEqual([401, "not-signed-in"]);
    expect(await code({}, { authorization: "Bearer nonsense" })).toEqual([401, "not-signed-in"]);
    expect(await code({ userId: other.person.id })).toEqual([403, "wrong-user"]);
    expect(await code({ schema: 0 })).toEqual([426, "upgrade-needed"]);
    expect(await code({ schema: 0, commands: "another shape" })).toEqual([426, "upgrade-needed"]);
    await exchange(other);
    expect(await code({ clientId: other.clientId })).toEqual([403, "wrong-user"]);
    for (const bad of [
      { schema: undefined },
      { schema: "1" },
      { cursor: 5 },
      { cursor: undefined },
      { commands: {} },
      { clientId: "x" },
    ])
      expect([bad, ...(await code(bad))]).toEqual([bad, 400, "invalid"]);
    expect(await code({ commands: [{ ...commands[0], id: "x" }] })).toEqual([400, "invalid"]);
    expect(await code({ commands: Array.from({ length: 501 }, () => toPeer(peer)) })).toEqual([400, "invalid"]);
    expect(await code({ commands: [toPeer(peer, "x".repeat(300_000))] })).toEqual([413, "too-large"]);
    expect(await db("messages").where({ senderId: device.person.id })).toEqual([]);
    expect((await post(device, { schema: 99 })).status).toBe(200);
  });

  it("[R13] refuses a foreign page, and an ended session", async () => {
    const device = await aDevice();
    const cookie = { cookie: `tailhour_session=${device.person.token}` };
    expect((await post(device, {}, { ...cookie, origin: "https://evil.example" })).status).toBe(403);
    expect((await post(device, {}, { ...cookie, origin: server.url })).status).toBe(200);
    await send(server.url, "POST /api/auth/logout", { headers: device.person.headers, body: {} });
    expect((await post(device)).status).toBe(401);
  });

  it("[S1040] has the same checks, answers and headers without Koa as in it, and the same events in the log", async () => {
    const [device, other, peer] = [await aDevice(), await aDevice(), await anOwner(db)];
    const countedLarge = async () => {
      const { text } = await send(server.url, "GET /metrics");
      const count = /tailhour_http_request_seconds_count\{method="POST",route="\/api\/sync",status="413"\} (\d+)/;
      return Number(count.exec(text)?.[1] ?? 0);
    };
    const largeBefore = await countedLarge();
    await exchange(device, [toPeer(peer, "x".repeat(4000)), toPeer(peer)]);
    const whole = { clientId: device.clientId, userId: device.person.id, schema: 1, cursor: null, commands: [] };
    const json = { "content-type": "application/json" };
    const own = { ...json, ...device.person.headers };
    const cookie = { ...json, cookie: `tailhour_session=${device.person.token}` };
    const old = { lastSeenAt: db.raw("now() - interval '2 hours'") };
    const cases: [string, Record<string, string>, unknown][] = [
      ["everything", own, whole],
      ["compressed", { ...own, "accept-encoding": "br, gzip" }, whole],
      ["by *", { ...own, "accept-encoding": "*" }, whole],
      ["not compressed", { ...own, "accept-encoding": "gzip;q=0, *" }, whole],
      ["old session", { ...cookie, origin: server.url }, whole],
      ["no session", json, whole],
      ["ended session", { ...json, authorization: "Bearer ended" }, whole],
      ["foreign origin", { ...cookie, origin: "https://evil.example" }, whole],
      ["another's", own, { ...whole, userId: other.person.id }],
      ["invalid", own, { ...whole, cursor: 5 }],
      ["old app", own, { ...whole, schema: 0 }],
      ["a form", { ...device.person.headers, "content-type": "text/plain" }, "a=b"],
      ["no JSON", own, "{"],
      ["large", own, "x".repeat(4_000_000)],
      ["behind a proxy", { ...own, host: "tailhour.example", "user-agent": "X11; Linux" }, whole],
    ];
    const seen = new Map<string, string[]>();
    for (const route of ["POST /api/sync", "POST /api/sync?koa"]) {
      for (const [name, headers, body] of cases) {
        if (name === "old session") await db("sessions").where({ userId: device.person.id }).update(old);
        const from = server.logged.length;
        const answer = await send(server.url, route, { headers: { ...headers, "x-request-id": "the-same" }, body });
        const { date: _date, "content-length": _length, ...kept } = answer.headers;
        const text = /gzip/.test(String(kept["content-encoding"]))
          ? ""
          : answer.text.replaceAll(/"(to|serverTime)":"[^"]+"/g, "");
        const events = server.logged.slice(from).filter((line) => line.includes(`"security"`));
        const found = [
          answer.status,
          JSON.stringify(Object.entries(kept).sort()),
          text,
          ...events.map((line) => line.replace(/"time":"[^"]+"/, "")),
        ];
        seen.set(name, [...(seen.get(name) ?? []), found.join("\n")]);
      }
    }
    for (const [name, [direct, inKoa]] of seen) expect([name, direct]).toEqual([name, inKoa]);
    const of = (name: string) => seen.get(name)![0]!;
    expect(of("everything")).toContain("content-security-policy");
    expect([of("compressed"), of("by *")].every((one) => one.includes(`"content-encoding","gzip"`))).toBe(true);
    expect(of("not compressed")).not.toContain("content-encoding");
    expect(of("old session")).toContain("set-cookie");
    expect(of("ended session")).toContain("access-denied");
    expect(of("large")).toMatch(/^413/);
    expect((await countedLarge()) - largeBefore).toBe(2);
  });

  it("answers other methods with 405", async () => {
    const answer = await send(server.url, "GET /api/sync");
    expect([answer.status, answer.headers.allow]).toEqual([405, "POST"]);
  });
});

describe("limits", () => {
  it("delay messages and never refuse them", async () => {
    const small = await startTestServer({ env: { LIMIT_MESSAGES: "5", LIMIT_NEW_RECEIVERS: "2" } });
    const [me, ...peers] = await Promise.all(Array.from({ length: 4 }, () => aPilot(small.db)));
    const clientId = newId();
    const go = async (commands: SentCommand[]) => {
      const body = { clientId, userId: me!.id, schema: 1, cursor: null, commands };
      const answer = await send<ExchangeAnswer>(small.url, "POST /api/sync", { body, headers: me!.headers });
      return answer.body;
    };
    const strangers = peers.map((peer) => toPeer(peer));
    const opened = await go(strangers);
    expect(statuses(opened)).toEqual(["applied", "applied", "too-many"]);
    expect(opened.outcomes[2]!.retryAfterMs).toBeGreaterThan(60_000);
    expect(statuses(await go(strangers))).toEqual(["applied", "applied", "too-many"]);
    const many = Array.from({ length: 5 }, (_, index) => toPeer(peers[0]!, `${index}`));
    const answer = await go(many);
    expect(statuses(answer)).toEqual(["applied", "applied", "applied", "too-many", "retry"]);
    expect(answer.outcomes[3]!.retryAfterMs).toBeLessThanOrEqual(60_000);
    const body = { receiverId: peers[0]!.id, content: "one more" };
    const rest = await send(small.url, "POST /api/messages", { body, headers: me!.headers });
    expect([rest.status, rest.body.code]).toEqual([429, "too-many"]);
    expect(Number(rest.headers["retry-after"])).toBeGreaterThan(0);
  });
});
