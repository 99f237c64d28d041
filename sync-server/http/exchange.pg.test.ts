import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { exchangeAnswer, type ExchangeAnswer, type SentCommand } from "../../shared/sync.ts";
import { send, type Answer } from "../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../tests/people.ts";
import { cursorKey } from "../reads/cursor-key.ts";
import { readCursor, writeCursor } from "../reads/cursor.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";

let server: TestServer;
let db: Knex;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
});

type Device = { person: TestPerson; clientId: string; cursor: string | null };

async function aDevice(person?: TestPerson): Promise<Device> {
  return { person: person ?? (await aPilot(db)), clientId: newId(), cursor: null };
}

function post(device: Device, over: object = {}, headers = device.person.headers): Promise<Answer<ExchangeAnswer>> {
  const { person, clientId, cursor } = device;
  const body = { clientId, userId: person.id, schema: 1, cursor, commands: [], ...over };
  return send<ExchangeAnswer>(server.url, "POST /api/sync", { body, headers });
}

/** An exchange that succeeds; the device keeps the cursor. */
async function exchange(device: Device, commands: SentCommand[] = []): Promise<ExchangeAnswer> {
  const { status, body, text } = await post(device, { commands });
  expect([status, text.slice(0, 300)]).toEqual([200, expect.any(String)]);
  device.cursor = body.to;
  return exchangeAnswer.parse(body);
}

const command = (name: string, input: object, id: string = newId()): SentCommand => ({ id, name, input });
const toPeer = (peer: TestPerson, content = "Is it free on Friday?", aircraftId: string | null = null) =>
  command("messages.send", { receiverId: peer.id, content, aircraftId });

const statuses = ({ outcomes }: ExchangeAnswer) => outcomes.map(({ status, code }) => code ?? status);

describe("POST /api/sync", () => {
  it("[R4] answers the first exchange with everything and the next with nothing", async () => {
    const device = await aDevice();
    const first = await exchange(device);
    expect(first).toMatchObject({ from: null, drops: {}, outcomes: [] });
    expect(first.reset).toBeUndefined();
    expect(first.rows.me).toEqual([expect.objectContaining({ id: device.person.id, email: device.person.email })]);
    const before = device.cursor;
    expect(await exchange(device)).toMatchObject({ from: before, rows: {}, drops: {} });
  });

  it("[R1] [R2] [R15] messages of many who send at once reach everybody once, with what else changed", async () => {
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

  it("[R13] a session that has just ended sends nothing more", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    await exchange(device, [toPeer(peer)]);
    await exchange(device, [toPeer(peer)]);
    await db("sessions").where({ userId: device.person.id }).update({ revokedAt: db.fn.now() });
    expect((await post(device, { commands: [toPeer(peer, "Too late")] })).status).toBe(401);
    expect(await db("messages").where({ senderId: device.person.id, content: "Too late" })).toEqual([]);
  });

  it("[R4] messages with a cursor that does not count are sent once and answered with a reset", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    await exchange(device, [toPeer(peer)]);
    const key = await cursorKey(db);
    const stale = { ...readCursor(key, device.cursor!)!, generation: newId() };
    device.cursor = writeCursor(key, stale);
    const answer = await exchange(device, [toPeer(peer, "And now?")]);
    expect([answer.reset, statuses(answer)]).toEqual([true, ["applied"]]);
    expect(await db("messages").where({ senderId: device.person.id })).toHaveLength(2);
  });

  it("[R5] [R6] runs a command once, whatever is repeated, and answers each repeat the same", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    const commands = [toPeer(peer), toPeer(peer, "And on Saturday?"), toPeer(peer, "  ")];
    const first = await exchange(device, commands);
    expect(statuses(first)).toEqual(["applied", "applied", "invalid"]);
    expect(first.outcomes[2]).toMatchObject({ status: "refused", fields: { content: "Write a message first" } });
    expect(first.rows.messages).toHaveLength(2);
    expect(first.rows.people).toEqual([expect.objectContaining({ id: peer.id })]);
    const again = await exchange(device, commands);
    expect(again.outcomes).toEqual(first.outcomes);
    expect(again.rows).toEqual({});
    const twins = await Promise.all([
      post(device, { commands: [commands[0]] }),
      post(device, { commands: [commands[0]] }),
    ]);
    expect(twins.map(({ body }) => statuses(body))).toEqual([["applied"], ["applied"]]);
    expect(await db("messages").where({ senderId: device.person.id })).toHaveLength(2);
  });

  it("[R5] a hundred twins at once have one effect each", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    const commands = Array.from({ length: 30 }, (_, index) => toPeer(peer, `line ${index}`));
    const plane = await aPlane(db, peer.id);
    commands.push(command("favorites.add", { aircraftId: plane }));
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(device, { commands })));
    for (const { body } of answers) expect(new Set(statuses(body))).toEqual(new Set(["applied"]));
    const stored = await db("messages").where({ senderId: device.person.id }).orderBy(["createdAt", "id"]);
    expect(stored.map(({ content }) => content as string)).toEqual(
      commands.slice(0, 30).map(({ input }) => (input as { content: string }).content),
    );
    const lines = await db("change_log").where({ scope: `user:${peer.id}`, entity: 4 });
    expect(lines).toHaveLength(30);
  });

  it("[R8] keeps the order of a lane, in time as in place, across exchanges", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    for (const run of [["a", "b", "c"], ["d"], ["e", "f"]])
      await exchange(
        device,
        run.map((content) => toPeer(peer, content)),
      );
    const plane = await aPlane(db, peer.id, { isActive: false });
    await exchange(device, [toPeer(peer, "g"), toPeer(peer, "-", plane), toPeer(peer, "h")]);
    const stored = await db("messages").where({ senderId: device.person.id }).orderBy("createdAt");
    expect(stored.map(({ content }) => content as string).join("")).toBe("abcdefgh");
    expect(new Set(stored.map(({ createdAt }) => String(createdAt))).size).toBe(8);
  });

  it("[R18] a refusal blocks nobody: each command stands or falls alone", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    const plane = await aPlane(db, peer.id);
    const gone = await aPilot(db);
    await db("users").where({ id: gone.id }).update({ isActive: false });
    const answer = await exchange(device, [
      toPeer(gone),
      toPeer(peer, "one"),
      toPeer(peer, "two", newId()),
      toPeer(peer, "three", plane),
      toPeer(device.person),
      command("messages.send", { receiverId: newId(), content: "x" }),
      command("favorites.add", { aircraftId: newId() }),
      command("favorites.add", { aircraftId: plane }),
      command("favorites.remove", { aircraftId: plane }),
      command("favorites.add", { aircraftId: plane }),
      command("auth.logout", {}),
      command("constructor", {}),
      command("messages.send", { id: newId(), receiverId: peer.id, content: "x" }),
      command("aircraft.create", { name: "x" }),
    ]);
    expect(statuses(answer)).toEqual([
      "receiver-gone",
      "applied",
      "aircraft-not-found",
      "applied",
      "message-to-self",
      "user-not-found",
      "aircraft-not-found",
      "applied",
      "applied",
      "applied",
      "unknown-command",
      "unknown-command",
      "invalid",
      "invalid",
    ]);
    expect(answer.outcomes.find(({ code }) => code === "receiver-gone")?.message).toBe(
      "This person can no longer receive messages.",
    );
    expect(answer.rows.messages).toHaveLength(2);
    expect(answer.rows.aircraft).toEqual([expect.objectContaining({ id: plane })]);
    expect(answer.rows.favorites).toHaveLength(1);
    expect(await db("outcomes").where({ userId: device.person.id })).toHaveLength(14);
  });

  it("[R18] an accident stops its lane with retry, undoes nothing else, and stores nothing", async () => {
    const [device, peer, third] = [await aDevice(), await anOwner(db), await anOwner(db)];
    const plane = await aPlane(db, peer.id);
    await db.raw(`create or replace function stumble() returns trigger language plpgsql as $$
      begin if new.content = 'stumble' then raise exception 'stumbled'; end if; return new; end $$`);
    await db.raw(`create or replace trigger stumble before insert on messages for each row execute function stumble()`);
    const commands = [
      toPeer(peer, "before"),
      toPeer(peer, "stumble"),
      toPeer(peer, "after"),
      toPeer(third, "elsewhere"),
      command("favorites.add", { aircraftId: plane }),
      command("messages.markRead", { userId: peer.id }),
    ];
    const answer = await exchange(device, commands);
    expect(statuses(answer)).toEqual(["applied", "internal", "retry", "applied", "applied", "retry"]);
    expect(answer.outcomes[1]?.retryAfterMs).toBeGreaterThan(0);
    expect(await db("outcomes").where({ userId: device.person.id })).toHaveLength(3);
    expect(server.logged.some((line) => line.includes("a command had an accident"))).toBe(true);
    await db.raw("drop trigger stumble on messages");
    const later = await exchange(device, commands);
    expect(new Set(statuses(later))).toEqual(new Set(["applied"]));
    const stored = await db("messages").where({ senderId: device.person.id, receiverId: peer.id }).orderBy("createdAt");
    expect(stored.map(({ content }) => content as string)).toEqual(["before", "stumble", "after"]);
  });

  it("pages a long answer and gives the outcomes with the last page", async () => {
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
    const second = await exchange(device, [...commands, late]);
    expect(second.more).toBeUndefined();
    // What ran after the answer's snapshot is told by the next exchange, together with its row.
    expect(second.outcomes.map(({ id }) => id)).toEqual([commands[0]!.id]);
    const third = await exchange(device, [late]);
    expect(third.outcomes).toEqual([{ id: late.id, status: "applied" }]);
    expect(third.rows.messages).toEqual([expect.objectContaining({ id: late.id })]);
  });

  it("[R4] resets a cursor it cannot use and says so on the first page only", async () => {
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

  it("does not run what is older than the ledger can know", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    const longAgo = () => newId(Date.now() - 61 * 86_400_000);
    const commands = [
      toPeer(peer, "old"),
      toPeer(peer, "older, and done"),
      command("favorites.remove", { aircraftId: newId() }),
    ];
    for (const one of commands) one.id = longAgo();
    await db("messages").insert({
      id: commands[1]!.id,
      senderId: device.person.id,
      receiverId: peer.id,
      content: "done",
    });
    const answer = await exchange(device, commands);
    expect(statuses(answer)).toEqual(["too-old", "applied", "too-old"]);
    expect(await db("outcomes").where({ userId: device.person.id })).toEqual([]);
    const recent = toPeer(peer);
    recent.id = newId(Date.now() - 59 * 86_400_000);
    expect(statuses(await exchange(device, [recent]))).toEqual(["applied"]);
  });

  it("[R5] refuses an id that names another person's record or another command", async () => {
    const [device, other, peer] = [await aDevice(), await aDevice(), await anOwner(db)];
    const mine = toPeer(peer);
    await exchange(device, [mine]);
    expect(statuses(await exchange(other, [mine]))).toEqual(["id-taken"]);
    const plane = await aPlane(db, peer.id);
    expect(
      statuses(await exchange(device, [{ ...command("favorites.add", { aircraftId: plane }), id: mine.id }])),
    ).toEqual(["id-taken"]);
  });

  it("merges edits by field, and lets the person choose where two changed the same one", async () => {
    const [device, other] = [await aDevice(await anOwner(db)), newId()];
    const plane = await aPlane(db, device.person.id);
    const first = await exchange(device);
    const shown = first.rows.aircraft!.find(({ id }) => id === plane)!;
    const edit = (changes: Record<string, unknown>): SentCommand => ({
      ...command("aircraft.update", { id: plane, ...changes }),
      base: {
        rev: Number(shown.rev),
        values: Object.fromEntries(Object.keys(changes).map((field) => [field, shown[field]])),
      },
    });
    const tablet = { ...device, clientId: other };
    expect(statuses(await exchange(tablet, [edit({ hourlyRate: 170, name: "Skyhawk" })]))).toEqual(["applied"]);
    const answer = await exchange(device, [
      edit({ seats: 3 }),
      edit({ name: "Skyhawk" }),
      edit({ hourlyRate: 180, range: 700 }),
    ]);
    expect(statuses(answer)).toEqual(["applied", "applied", "conflict"]);
    const conflict = { hourlyRate: { base: shown.hourlyRate, theirs: 170, yours: 180 } };
    expect(answer.outcomes[2]!.fields).toEqual(conflict);
    expect((await exchange(device, [])).outcomes).toEqual([]);
    expect(answer.rows.aircraft).toEqual([
      expect.objectContaining({ seats: 3, name: "Skyhawk", hourlyRate: 170, range: shown.range }),
    ]);
  });

  it("shares one door with REST: an id means the same command on both sides", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    const id = newId();
    const body = { id, receiverId: peer.id, content: "once", aircraftId: null };
    const rest = () => send(server.url, "POST /api/messages", { body, headers: device.person.headers });
    const first = await rest();
    expect([first.status, first.body]).toMatchObject([201, { id, content: "once", read: false }]);
    expect(statuses(await exchange(device, [command("messages.send", body, id)]))).toEqual(["applied"]);
    expect((await rest()).body).toEqual(first.body);
    const other = toPeer(peer, "by exchange");
    const { rows } = await exchange(device, [other]);
    const repeated = await send(server.url, "POST /api/messages", {
      body: { ...(other.input as object), id: other.id },
      headers: device.person.headers,
    });
    expect([repeated.status, repeated.body]).toEqual([201, rows.messages?.[0]]);
  });
});

describe("who may exchange", () => {
  it("[R13] [R22] asks for a session, the right person, a known shape and one's own device", async () => {
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

  it("[R13] takes nothing from a foreign page, and nothing after the session ended", async () => {
    const device = await aDevice();
    const cookie = { cookie: `tailhour_session=${device.person.token}` };
    expect((await post(device, {}, { ...cookie, origin: "https://evil.example" })).status).toBe(403);
    expect((await post(device, {}, { ...cookie, origin: server.url })).status).toBe(200);
    await send(server.url, "POST /api/auth/logout", { headers: device.person.headers, body: {} });
    expect((await post(device)).status).toBe(401);
  });

  it("answers other methods with 405", async () => {
    const answer = await send(server.url, "GET /api/sync");
    expect([answer.status, answer.headers.allow]).toEqual([405, "POST"]);
  });
});

describe("limits", () => {
  it("make messages wait, never refuse them", async () => {
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
