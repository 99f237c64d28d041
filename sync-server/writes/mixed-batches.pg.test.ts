// Queues of messages in new conversations: they run together, and answer as if each command had run alone.
import type { Knex } from "knex";
import { beforeAll, expect, it } from "vitest";
import { entities } from "../../shared/entities.ts";
import type { SentCommand } from "../../shared/sync.ts";
import { devicesOf, statuses, toPeer, type Device } from "../../tests/devices.ts";
import { anOwner, aPilot, type TestPerson } from "../../tests/people.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";
import { recordConnections } from "../../tests/statements.ts";
import { lockUsers } from "../db/locks.ts";

let server: TestServer;
let db: Knex;
/** Whom nobody may write to, and whom the sender has blocked. */
let gone: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "1000" } });
  db = server.db;
  gone = await aPilot(db);
  await db("users").where({ id: gone.id }).update({ isActive: false });
});

const { aDevice, post, exchange } = devicesOf(() => server);

const several = <Made>(count: number, make: () => Promise<Made>): Promise<Made[]> =>
  Promise.all(Array.from({ length: count }, make));

type Mixed = {
  device: Device;
  known: TestPerson;
  strangers: TestPerson[];
  commands: SentCommand[];
  expected: string[];
};

/** A queue with new and known conversations, refused messages between others, and repeated ids. */
async function aMixedQueue(): Promise<Mixed> {
  const device = await aDevice();
  const [known, blocked, ...strangers] = await several(5, () => anOwner(db));
  const earlier = toPeer(known!, "earlier");
  await exchange(device, [earlier]);
  await db("blocked_people").insert({ userId: blocked!.id, blockedId: device.person.id, name: "Pat" });
  const lines: [SentCommand, string][] = [];
  for (let line = 0; line < 10; line++)
    for (const peer of [...strangers, known!]) lines.push([toPeer(peer, `line ${line}`), "applied"]);
  const twice = toPeer(strangers[0]!, "twice");
  lines.splice(7, 0, [toPeer(strangers[1]!, "no such aircraft", device.clientId), "aircraft-not-found"]);
  lines.splice(9, 0, [toPeer(blocked!, "to who blocks"), "receiver-gone"], [twice, "applied"], [earlier, "applied"]);
  lines.splice(20, 0, [toPeer(gone), "receiver-gone"], [toPeer(device.person), "message-to-self"], [twice, "applied"]);
  lines.splice(30, 0, [toPeer(known!, " "), "invalid"]);
  return {
    device,
    known: known!,
    strangers,
    commands: lines.map(([sent]) => sent),
    expected: lines.map(([, status]) => status),
  };
}

async function expectOnce({ device, known, strangers, commands, expected }: Mixed): Promise<void> {
  const me = device.person.id;
  const sentTo = async (peer: TestPerson): Promise<string[]> =>
    db("messages").where({ senderId: me, receiverId: peer.id }).orderBy("createdAt").pluck("content");
  const wanted = (peer: TestPerson) => {
    const own = commands.filter((sent, index) => expected[index] === "applied" && commands.indexOf(sent) === index);
    const inputs = own.map(({ input }) => input as { receiverId: string; content: string });
    return inputs.filter(({ receiverId }) => receiverId === peer.id).map(({ content }) => content);
  };
  for (const peer of strangers) {
    expect(await sentTo(peer)).toEqual(wanted(peer));
    expect(await db("inquiries").where({ userId: peer.id, peerId: me })).toHaveLength(1);
    const lines = await db("change_log").where({ scope: `user:${peer.id}`, entity: entities.people.number });
    expect(lines).toMatchObject([{ id: me }]);
    expect(await db("push_jobs").where({ userId: peer.id, about: "conversation" })).toHaveLength(1);
  }
  expect(await sentTo(known)).toEqual(["earlier", ...wanted(known).filter((content) => content !== "earlier")]);
  const lines = await db("change_log").where({ scope: `user:${me}`, entity: entities.people.number });
  expect(lines.map(({ id }) => id as string).sort()).toEqual([known, ...strangers].map(({ id }) => id).sort());
  expect(await db("outcomes").where({ userId: me })).toHaveLength(new Set(commands.map(({ id }) => id)).size);
}

it("[S1147] 500 messages in ten new conversations, some refused, run few statements; their repeat runs fewer", async () => {
  const [device, peers] = [await aDevice(), await several(10, () => anOwner(db))];
  await exchange(device);
  const plain = Array.from({ length: 500 }, (_, at) => toPeer(peers[at % 10]!, `line ${at}`));
  const refused = plain.map((sent, at) => (at % 111 === 50 ? toPeer(peers[at % 10]!, "?", device.clientId) : sent));
  const recording = recordConnections();
  try {
    const first = await exchange(device, refused);
    const codes = refused.map((sent) => (sent === plain[refused.indexOf(sent)] ? "applied" : "aircraft-not-found"));
    expect(statuses(first)).toEqual(codes);
    expect(recording.taken().length).toBeLessThan(150);
    expect(statuses(await exchange(device, refused))).toEqual(codes);
    expect(recording.taken().length).toBeLessThan(40);
  } finally {
    recording.stop();
  }
});

it("[S1148] [R5] [R8] a mixed queue has the same outcomes as its commands alone, and a parallel repeat has the same", async () => {
  for (let turn = 0; turn < 40; turn++) {
    const mixed = await aMixedQueue();
    const { device, commands, expected } = mixed;
    // From two tabs, or a tab and its worker: one device, or two that share their queue.
    const again = turn % 2 ? device : { ...device, clientId: (await aDevice(device.person)).clientId };
    const answers = await Promise.all([post(device, { commands }), post(again, { commands })]);
    for (const { body } of answers) expect(statuses(body)).toEqual(expected);
    await expectOnce(mixed);
  }
}, 120_000);

it("[S1149] a message to a user whose profile is being changed holds up no message to others", async () => {
  const device = await aDevice();
  const [busy, other] = [await anOwner(db), await anOwner(db)];
  await exchange(device);
  const change = await db.transaction();
  await lockUsers(change, [busy.id], "change");
  const sent = exchange(device, [toPeer(busy), toPeer(other)]);
  try {
    await expect.poll(() => db("messages").where({ receiverId: other.id }).pluck("content")).toHaveLength(1);
    expect(await db("messages").where({ receiverId: busy.id })).toEqual([]);
  } finally {
    await change.commit();
  }
  expect(statuses(await sent)).toEqual(["applied", "applied"]);
  expect(await db("inquiries").where({ userId: busy.id })).toHaveLength(1);
});
