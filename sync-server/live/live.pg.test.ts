import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { batch, exchangeAnswer, type ExchangeAnswer, type SentCommand } from "../../shared/sync.ts";
import { send } from "../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../tests/people.ts";
import { freshDatabase } from "../../tests/postgres.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";
import { openLine, type LiveClient } from "../../tests/sync/live-client.ts";
import { recordStart } from "../db/starts.ts";

let server: TestServer;
let second: TestServer;
let db: Knex;

beforeAll(async () => {
  const { url } = await freshDatabase({ pool: 2 });
  const env = { RATE_LIMIT_FACTOR: "100" };
  server = await startTestServer({ databaseUrl: url, env });
  second = await startTestServer({ databaseUrl: url, env });
  db = server.db;
});

const devices = new Map<string, string>();

async function exchange(
  person: TestPerson,
  cursor: string | null,
  commands: SentCommand[] = [],
  at = server,
): Promise<ExchangeAnswer> {
  const clientId = devices.get(person.id) ?? newId();
  devices.set(person.id, clientId);
  const body = { clientId, userId: person.id, schema: 1, cursor, commands };
  const answer = await send(at.url, "POST /api/sync", { body, headers: person.headers });
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  return exchangeAnswer.parse(answer.body);
}

const toPeer = (peer: TestPerson, content = "Hello"): SentCommand => ({
  id: newId(),
  name: "messages.send",
  input: { receiverId: peer.id, content },
});

/** Opens a line for a user and sends a hello with a current cursor. */
async function listener(person: TestPerson, at = server): Promise<LiveClient & { cursor: string }> {
  const { to } = await exchange(person, null);
  const line = await openLine(at.url, person);
  line.hello(to);
  expect(await line.next("batch")).toEqual({ type: "batch", from: to, to, rows: {}, drops: {} });
  return Object.assign(line, { cursor: to });
}

/** Collects batches until `enough` is true; each must start at the previous cursor. */
async function follow(
  line: LiveClient & { cursor: string },
  enough: (seen: Map<string, unknown>) => boolean,
): Promise<Map<string, unknown>> {
  const seen = new Map<string, unknown>();
  while (!enough(seen)) {
    const frame = batch.parse(await line.next("batch"));
    expect(frame.from).toBe(line.cursor);
    line.cursor = frame.to;
    for (const [name, rows] of Object.entries(frame.rows))
      for (const row of rows) seen.set(`${name} ${String(row.id)}`, row);
    for (const [name, ids] of Object.entries(frame.drops)) for (const id of ids) seen.set(`${name} ${id}`, null);
  }
  return seen;
}

describe("a live line", () => {
  it("[R1] delivers a message to both members, from memory once they have a conversation", async () => {
    const [pilot, owner] = [await aPilot(db), await anOwner(db)];
    const [hers, his] = [await listener(owner), await listener(pilot)];
    const first = toPeer(owner);
    await exchange(pilot, null, [first]);
    for (const line of [hers, his]) {
      const seen = await follow(line, (rows) => rows.size >= 2);
      expect([...seen.keys()].map((key) => key.split(" ")[0]).sort()).toEqual(["messages", "people"]);
    }
    const next = [toPeer(owner, "one"), toPeer(owner, "two")];
    const { rows } = await exchange(pilot, null, next);
    for (const line of [hers, his]) {
      const seen = await follow(line, (found) => found.size >= 2);
      expect(seen.get(`messages ${next[1]!.id}`)).toEqual(rows.messages!.find(({ id }) => id === next[1]!.id));
    }
    // A batch from memory is not sent again, and its cursor covers exactly the received rows.
    for (const [line, person] of [
      [hers, owner],
      [his, pilot],
    ] as const) {
      const now = await exchange(person, line.cursor);
      expect([now.from, now.rows]).toEqual([line.cursor, {}]);
    }
    hers.socket.close();
    his.socket.close();
  });

  it("[R1] [R2] each batch starts at the previous cursor while many write, here and in another process", async () => {
    const [pilot, owner, other] = [await aPilot(db), await anOwner(db), await aPilot(db)];
    await exchange(pilot, null, [toPeer(owner)]);
    const plane = await aPlane(db, owner.id);
    const lines = [
      await listener(owner),
      await listener(owner, second),
      await listener(pilot),
      await listener(pilot, second),
    ];
    const ids: string[] = [];
    async function write(person: TestPerson, at: TestServer) {
      for (let turn = 0; turn < 12; turn++) {
        const commands = Array.from({ length: 1 + (turn % 3) }, () =>
          toPeer(person === owner ? pilot : owner, `turn ${turn}`),
        );
        if (turn % 4 === 3)
          commands.push({
            id: newId(),
            name: "messages.markRead",
            input: { userId: person === owner ? pilot.id : owner.id },
          });
        if (turn === 5) commands.push(toPeer(other));
        ids.push(
          ...commands
            .filter(
              ({ name, input }) =>
                name === "messages.send" && (input as { receiverId: string }).receiverId !== other.id,
            )
            .map(({ id }) => id),
        );
        await exchange(person, null, commands, at);
        if (turn % 5 === 0)
          await send(at.url, `PATCH /api/aircraft/${plane}`, {
            body: { hourlyRate: 100 + turn },
            headers: owner.headers,
          });
      }
    }
    await Promise.all([write(pilot, server), write(owner, server), write(pilot, second), write(owner, second)]);
    const stored = await db("messages").whereIn("id", ids);
    expect(stored).toHaveLength(ids.length);
    for (const line of lines) {
      const state = await follow(line, (seen) =>
        stored.every(({ id, read, rev }) => {
          const row = seen.get(`messages ${id as string}`) as { read: boolean; rev: number } | undefined;
          return row?.read === read && row?.rev === rev;
        }),
      );
      expect(state.size).toBeGreaterThan(ids.length);
      line.socket.close();
    }
  });

  it("[R4] asks a client with an unusable cursor to exchange, and answers its next hello", async () => {
    const [pilot, owner] = [await aPilot(db), await anOwner(db)];
    const foreign = (await exchange(owner, null)).to;
    const line = await openLine(server.url, pilot);
    for (const bad of [null, "", "nonsense", foreign]) {
      line.hello(bad);
      expect((await line.next("behind")).type).toBe("behind");
    }
    const { to } = await exchange(pilot, null);
    line.hello(to);
    expect((await line.next("batch")).to).toBe(to);
    line.socket.close();
  });

  it("[R1] answers a hello with the missed rows, or `behind` if they are many", async () => {
    const [pilot, owner] = [await aPilot(db), await anOwner(db)];
    const { to } = await exchange(owner, null);
    await exchange(pilot, null, [toPeer(owner), toPeer(owner)]);
    const line = await openLine(server.url, owner);
    line.hello(to);
    const frame = await line.next("batch");
    expect([frame.from, frame.rows.messages?.length, frame.rows.people?.length]).toEqual([to, 2, 1]);
    await exchange(
      pilot,
      null,
      Array.from({ length: 500 }, () => toPeer(owner)),
    );
    line.hello(to);
    expect((await line.next("behind")).type).toBe("behind");
    line.socket.close();
  });

  it("[R15] sends a drop when a row becomes invisible", async () => {
    const [pilot, owner] = [await aPilot(db), await anOwner(db)];
    const plane = await aPlane(db, owner.id);
    await send(server.url, "POST /api/favorites", { body: { aircraftId: plane }, headers: pilot.headers });
    const line = await listener(pilot);
    await send(second.url, `DELETE /api/aircraft/${plane}`, { headers: owner.headers });
    const seen = await follow(line, (rows) => rows.size >= 2);
    expect(Object.fromEntries(seen)).toEqual({ [`aircraft ${plane}`]: null, [`favorites ${plane}`]: null });
    line.socket.close();
  });

  it("[R19] uses one connection for a user's `seen` frames, however many arrive", async () => {
    const [pilot, owner] = [await aPilot(db), await anOwner(db)];
    const commands = Array.from({ length: 40 }, () => toPeer(owner));
    await exchange(pilot, null, commands);
    const line = await listener(owner);
    const job = { userId: owner.id, peerId: pilot.id };
    await db("push_jobs")
      .where(job)
      .update({ runAt: db.raw("now() + interval '1 hour'") });
    await db.transaction(async (tx) => {
      await tx("push_jobs").where(job).forUpdate().select("version");
      for (const { id } of commands) line.say({ type: "seen", ids: [id] });
      await line.taken();
      // All frames have arrived and wait for this transaction; connections are free for others.
      expect((await send(server.url, "GET /api/settings", { headers: owner.headers })).status).toBe(200);
      expect(await tx("push_jobs").where(job)).toHaveLength(1);
    });
    await expect.poll(() => db("push_jobs").where(job)).toEqual([]);
    line.socket.close();
  });

  it("delivers bucket heads, with the segment if this process made it", async () => {
    const alone = await startTestServer();
    const [pilot, owner] = [await aPilot(alone.db), await anOwner(alone.db)];
    const line = await openLine(alone.url, pilot);
    line.hello(null, { buckets: ["austin-tx"] });
    await line.next("behind");
    // The first aircraft of a bucket creates its base, the second a segment.
    for (const name of ["Cub", "Husky"]) {
      const body = { name, make: "Aviat", model: "A-1C", location: "Austin TX" };
      expect((await send(alone.url, "POST /api/aircraft", { body, headers: owner.headers })).status).toBe(201);
      if (name === "Cub") expect(await line.next("bucket")).toMatchObject({ bucket: "austin-tx" });
    }
    const frame = await line.next("bucket");
    expect(frame).toMatchObject({ bucket: "austin-tx", segment: { n: frame.head, put: [{ name: "Husky" }] } });
    line.socket.close();
    // A client that read the manifest earlier and follows only now gets the missed head once.
    const late = await openLine(alone.url, pilot);
    late.hello(null, { buckets: ["denver-co", "austin-tx"] });
    expect(await late.next("bucket")).toEqual({ type: "bucket", bucket: "austin-tx", head: frame.head });
    await late.next("behind");
    late.hello(null, { buckets: ["austin-tx"] });
    await late.next("behind");
    expect(late.frames.filter(({ type }) => type === "bucket")).toEqual([]);
    late.socket.close();
  });
});

describe("a live line while other processes start", () => {
  it("[R4] sends no message with a cursor that the new start would make stale", async () => {
    const alone = await startTestServer();
    const [me, peer] = [await aPilot(alone.db), await aPilot(alone.db)];
    let { to } = await exchange(peer, null, [], alone);
    await exchange(me, (await exchange(me, null, [], alone)).to, [toPeer(peer)], alone);
    for (let round = 0; round < 8; round++) {
      const line = await openLine(alone.url, peer);
      to = (await exchange(peer, to, [], alone)).to;
      line.hello(to);
      await line.next("batch");
      await recordStart(alone.db);
      await exchange(me, null, [toPeer(peer, `after start ${round}`)], alone);
      let text = "";
      while (!text.includes(`after start ${round}`)) {
        const frame = await line.next("batch");
        [to, text] = [frame.to, JSON.stringify(frame.rows)];
      }
      const answer = await exchange(peer, to, [], alone);
      expect(answer.reset).toBeUndefined();
      line.socket.close();
    }
  });
});

describe("the handshake of the live line", () => {
  it("[R13] requires this site's origin and a valid session", async () => {
    const pilot = await aPilot(db);
    const cookie = `tailhour_session=${pilot.token}`;
    const codeWith = async (headers: Record<string, string>) => {
      const line = await openLine(server.url, pilot, { headers });
      line.hello(null);
      const code = await Promise.race([line.closed, line.next("behind").then(() => "in")]);
      line.socket.close();
      return code;
    };
    expect(await codeWith({ cookie, origin: server.url })).toBe("in");
    expect(await codeWith({ cookie })).toBe(403);
    expect(await codeWith({ cookie, origin: "https://evil.example" })).toBe(403);
    expect(await codeWith({ origin: server.url })).toBe(4401);
    expect(await codeWith({ origin: server.url, cookie: "tailhour_session=nonsense" })).toBe(4401);
    expect(await codeWith({ authorization: "Bearer nonsense" })).toBe(4401);
  });

  it("[R13] [R22] closes for another user, an old schema, and an invalid frame", async () => {
    const [pilot, owner] = [await aPilot(db), await anOwner(db)];
    const closedAfter = async (act: (line: LiveClient) => void) => {
      const line = await openLine(server.url, pilot);
      act(line);
      return line.closed;
    };
    expect(await closedAfter((line) => line.hello(null, { userId: owner.id }))).toBe(4403);
    expect(await closedAfter((line) => line.hello(null, { schema: 0 }))).toBe(4426);
    expect(await closedAfter((line) => line.socket.send("{"))).toBe(4400);
    expect(await closedAfter((line) => line.socket.send(`{"type":"else"}`))).toBe(4400);
    expect(await closedAfter((line) => line.socket.send(Buffer.from("{}")))).toBe(4400);
    expect(await closedAfter((line) => line.socket.send("x".repeat(20_000)))).toBe(1009);
  });

  it("[R13] closes at once when the session ends, in all processes", async () => {
    const pilot = await aPilot(db);
    const [here, there] = [await listener(pilot), await listener(pilot, second)];
    await send(server.url, "POST /api/auth/logout", { headers: pilot.headers, body: {} });
    expect(await Promise.all([here.closed, there.closed])).toEqual([4401, 4401]);
  });

  it("[S1146] [R13] nothing of an ended session is served, in a process that has just served it", async () => {
    const [pilot, owner] = [await aPilot(db), await anOwner(db)];
    let { to } = await exchange(pilot, null, [toPeer(owner)], second);
    ({ to } = await exchange(pilot, to, [toPeer(owner)], second));
    await send(server.url, "POST /api/auth/logout", { headers: pilot.headers, body: {} });
    const late = toPeer(owner, "late");
    const heart = { id: newId(), name: "favorites.add", input: { aircraftId: newId() } };
    for (const commands of [[late], [], [heart], [late, heart]]) {
      const body = { clientId: devices.get(pilot.id), userId: pilot.id, schema: 1, cursor: to, commands };
      const { status } = await send(second.url, "POST /api/sync", { body, headers: pilot.headers });
      expect([commands.map(({ name }) => name), status]).toEqual([expect.anything(), 401]);
    }
    expect((await send(second.url, "GET /api/settings", { headers: pilot.headers })).status).toBe(401);
    expect(await db("messages").where({ senderId: pilot.id, content: "late" })).toEqual([]);
  });

  it("[R19] limits lines per user to ten, and handshakes per second", async () => {
    const pilot = await aPilot(db);
    const lines = [];
    for (let index = 0; index < 10; index++) lines.push(await listener(pilot));
    expect(await (await openLine(server.url, pilot)).closed).toBe(4429);
    for (const line of lines) line.socket.close();
    const small = await startTestServer({ env: { LIMIT_HANDSHAKES: "3" } });
    const guest = { id: newId(), headers: { origin: small.url } };
    const codes = await Promise.all(Array.from({ length: 12 }, async () => (await openLine(small.url, guest)).closed));
    expect(codes.filter((code) => code === 503).length).toBeGreaterThanOrEqual(6);
  });

  it("refuses other origins without counting them, and counts by address", async () => {
    const env = { LIMIT_HANDSHAKES: "3", LIMIT_ADDRESS_HANDSHAKES: "2", TRUST_PROXY: "1" };
    const small = await startTestServer({ env });
    const codeOf = async (headers: Record<string, string>) =>
      (await openLine(small.url, { id: newId(), headers })).closed;
    const foreign = { origin: "https://evil.example", "x-forwarded-for": "203.0.113.9" };
    const own = (address: string) => ({ origin: small.url, "x-forwarded-for": address });
    expect(new Set(await Promise.all(Array.from({ length: 40 }, () => codeOf(foreign))))).toEqual(new Set([403]));
    const fromOne = await Promise.all(Array.from({ length: 40 }, () => codeOf(own("203.0.113.1"))));
    expect(fromOne).toContain(503);
    // A new second may have begun, which allows more and refuses none.
    expect(await codeOf(own("203.0.113.2"))).toBe(4401);
  });

  it("appears in the metrics", async () => {
    const person = await aPilot(db);
    const line = await openLine(server.url, person);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(Number(/tailhour_live_lines\{state="open"\} (\d+)/.exec(metrics)?.[1])).toBeGreaterThan(0);
    expect(metrics).toContain("tailhour_live_cut_total 0");
    line.socket.close();
  });

  it("sends `bye` when the server stops", async () => {
    const third = await startTestServer();
    const pilot = await aPilot(third.db);
    const line = await openLine(third.url, pilot);
    line.hello(null);
    await line.next("behind");
    const stopping = third.stop();
    expect(await line.next("bye")).toMatchObject({ code: 1012 });
    expect(await line.closed).toBe(1012);
    await stopping;
  });

  it("closes a line that never says hello", { timeout: 20_000 }, async () => {
    const pilot = await aPilot(db);
    const line = await openLine(server.url, pilot);
    expect(await line.closed).toBe(4408);
  });
});
