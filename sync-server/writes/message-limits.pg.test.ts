import { describe, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { devicesOf, statuses, toPeer } from "../../tests/devices.ts";
import { code, send, type Answer } from "../../tests/http.ts";
import { aPilot, type TestPerson } from "../../tests/people.ts";
import { freshDatabase } from "../../tests/postgres.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";

const BURST = 30;
const burst = <One>(call: (index: number) => Promise<One>) =>
  Promise.all(Array.from({ length: BURST }, (_, index) => call(index)));

function people(server: TestServer, count: number): Promise<TestPerson[]> {
  return Promise.all(Array.from({ length: count }, () => aPilot(server.db)));
}

function write(server: TestServer, from: TestPerson, to: TestPerson, over: object = {}, headers = {}) {
  const body = { receiverId: to.id, content: "Hello", ...over };
  return send(server.url, "POST /api/messages", { body, headers: { ...from.headers, ...headers } });
}

const stored = async (server: TestServer, { id }: TestPerson) =>
  (await server.db("messages").where({ senderId: id })).length;
const applied = (answers: readonly Answer<unknown>[]) => answers.filter(({ status }) => status === 201).length;

/** Two users with a conversation. */
async function acquainted(server: TestServer): Promise<[TestPerson, TestPerson]> {
  const [me, peer] = (await people(server, 2)) as [TestPerson, TestPerson];
  await server.db("messages").insert({ id: newId(), senderId: peer.id, receiverId: me.id, content: "Hello" });
  return [me, peer];
}

/** Sends a burst of exchanges, each from a separate device that has synced before or not. Returns the number applied. */
async function exchanged(
  server: TestServer,
  me: TestPerson,
  isNew: boolean,
  to: (index: number) => TestPerson,
): Promise<number> {
  const { aDevice, post, exchange } = devicesOf(() => server);
  const devices = await burst(() => aDevice(me));
  if (!isNew) for (const device of devices) await exchange(device);
  const answers = await burst((index) => post(devices[index]!, { commands: [toPeer(to(index))] }));
  const outcomes = answers.flatMap(({ body }) => statuses(body));
  expect(outcomes.filter((one) => one !== "applied" && one !== "too-many")).toEqual([]);
  return outcomes.filter((one) => one === "applied").length;
}

describe("messages a minute", () => {
  it("are limited in a burst, and the allowed ones all arrive", async () => {
    const server = await startTestServer({ env: { LIMIT_MESSAGES: "8" } });
    for (const send of [
      async (me: TestPerson, peer: TestPerson) => applied(await burst(() => write(server, me, peer))),
      (me: TestPerson, peer: TestPerson) => exchanged(server, me, true, () => peer),
      (me: TestPerson, peer: TestPerson) => exchanged(server, me, false, () => peer),
    ]) {
      const [me, peer] = await acquainted(server);
      const sent = await send(me, peer);
      expect([sent > 0, sent <= 8, await stored(server, me)]).toEqual([true, true, sent]);
      for (let left = 8 - sent; left > 0; left--) expect((await write(server, me, peer)).status).toBe(201);
      expect(code(await write(server, me, peer))).toEqual([429, "too-many"]);
      expect(await exchanged(server, me, true, () => peer)).toBe(0);
    }
  });

  it("do not count refused ones", async () => {
    const server = await startTestServer({ env: { LIMIT_MESSAGES: "8" } });
    const [me, peer] = await acquainted(server);
    for (let time = 0; time < 2; time++)
      expect(applied(await burst(() => write(server, me, peer, { aircraftId: newId() })))).toBe(0);
    for (let left = 8; left > 0; left--) expect((await write(server, me, peer)).status).toBe(201);
  });
});

describe("new receivers an hour", () => {
  it("are limited in a burst, by REST and by the exchange", async () => {
    const server = await startTestServer({ env: { LIMIT_NEW_RECEIVERS: "3" } });
    for (const send of [
      async (me: TestPerson, peers: TestPerson[]) => applied(await burst((index) => write(server, me, peers[index]!))),
      (me: TestPerson, peers: TestPerson[]) => exchanged(server, me, true, (index) => peers[index]!),
      (me: TestPerson, peers: TestPerson[]) => exchanged(server, me, false, (index) => peers[index]!),
    ]) {
      const [me, ...peers] = (await people(server, BURST + 1)) as [TestPerson, ...TestPerson[]];
      const sent = await send(me, peers);
      expect([sent > 0, sent <= 3, await stored(server, me)]).toEqual([true, true, sent]);
      // The sender may write to three receivers in total.
      const after = [];
      for (const peer of peers) after.push(await write(server, me, peer));
      expect(applied(after)).toBe(3);
      expect(await server.db("messages").where({ senderId: me.id }).distinct("receiverId")).toHaveLength(3);
    }
  });

  it("are limited across several processes", async () => {
    const { url } = await freshDatabase({ pool: 2 });
    const servers = [await startTestServer({ databaseUrl: url, env: { LIMIT_NEW_RECEIVERS: "3" } })];
    servers.push(await startTestServer({ databaseUrl: url, env: { LIMIT_NEW_RECEIVERS: "3" } }));
    const [me, ...peers] = (await people(servers[0]!, BURST + 1)) as [TestPerson, ...TestPerson[]];
    const answers = await burst((index) => write(servers[index % 2]!, me, peers[index]!));
    expect([applied(answers), await stored(servers[0]!, me)]).toEqual([3, 3]);
  });

  it("count receivers of stored messages; refused and repeated ones do not count", async () => {
    const server = await startTestServer({ env: { LIMIT_NEW_RECEIVERS: "2" } });
    const [me, one, other, third] = (await people(server, 4)) as [TestPerson, TestPerson, TestPerson, TestPerson];
    expect(applied(await burst(() => write(server, me, one, { aircraftId: newId() })))).toBe(0);
    const id = newId();
    expect(applied(await burst(() => write(server, me, one, { id })))).toBeGreaterThan(0);
    expect((await write(server, me, other)).status).toBe(201);
    expect(code(await write(server, me, third))).toEqual([429, "too-many"]);
    expect((await write(server, me, one)).status).toBe(201);
    expect(await stored(server, me)).toBe(3);
  });

  it("are counted by address too, and the table holds no address", async () => {
    const env = { LIMIT_NEW_RECEIVERS: "1", LIMIT_ADDRESS_FACTOR: "3", TRUST_PROXY: "1" };
    const server = await startTestServer({ env });
    const [peer, ...senders] = (await people(server, 7)) as [TestPerson, ...TestPerson[]];
    const from = (address: string) => ({ "x-forwarded-for": address });
    const answers = await Promise.all(senders.slice(1).map((me) => write(server, me, peer, {}, from("203.0.113.7"))));
    expect(applied(answers)).toBe(3);
    expect((await write(server, senders[0]!, peer, {}, from("203.0.113.8"))).status).toBe(201);
    // Senders delayed by the address limit have used none of their own quota.
    for (const [index, { status }] of answers.entries())
      if (status === 429)
        expect((await write(server, senders[index + 1]!, peer, {}, from("203.0.113.8"))).status).toBe(201);
    expect(JSON.stringify(await server.db("rate_limits"))).not.toContain("203.0");
  });
});
