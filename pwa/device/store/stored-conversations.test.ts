// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { commands } from "../../../shared/commands.ts";
import { inOrder, isUnread, peerOf, summarize } from "../../../shared/domain/conversations/summaries.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { mirrorVersions } from "../person/mirrors.ts";
import { personEngine } from "../person/person-engine.ts";
import { ShownRows } from "../person/shown-rows.ts";
import type { Entry } from "../sync/entry.ts";
import type { MessageRow } from "../sync/ports.ts";
import type { ConversationPart } from "../sync/shown-conversations.ts";
import { writes } from "../sync/writes.ts";
import { PersonDb, personDbName } from "./person-db.ts";

const opened: (ReturnType<typeof personEngine> & { shown: ShownRows })[] = [];
afterEach(() => {
  for (const { engine, store, shown } of opened.splice(0)) {
    shown.close();
    engine.stop();
    store.close();
  }
  vi.restoreAllMocks();
});

/** A device whose server never answers. */
function aDevice(userId: string) {
  const transport = { exchange: () => new Promise<never>(() => undefined) };
  const device = personEngine({
    userId,
    commands: { commands, writes },
    transport,
    session: () => "session",
    events: { queued: (entry) => shown.queued(entry) },
  });
  const shown = new ShownRows(device.engine, device.store);
  opened.push({ ...device, shown });
  const put = (rows: readonly MessageRow[], epoch = 1) =>
    device.store.write((tx) =>
      tx.putRows(
        "messages",
        rows.map((row) => ({ key: row.id, row })),
        epoch,
      ),
    );
  return { ...device, shown, put };
}
type Device = ReturnType<typeof aDevice>;

const minute = (at: number) => new Date(Date.UTC(2026, 10, 20, 9, at)).toISOString();

function aMessage(senderId: string, receiverId: string, at: number, more: Partial<MessageRow> = {}): MessageRow {
  const facts = { id: newId(), senderId, receiverId, aircraftId: null, bookingId: null, read: true, rev: 1 };
  return { ...facts, content: `Message ${at}`, createdAt: minute(at), ...more };
}

type Shown = ReturnType<typeof summarize<MessageRow>> extends Map<string, infer One> ? One : never;
type MessagesPart = ConversationPart<MessageRow>;
const byPeer = (all: readonly Shown[]) => [...all].sort((a, b) => (a.peer < b.peer ? -1 : 1));

async function shownOf({ engine }: Device, of: "all" | "unread"): Promise<Shown[]> {
  return byPeer((await engine.shown({ conversations: of })).rows as Shown[]);
}

describe("the summaries of conversations", () => {
  const peers = Array.from({ length: 3 }, () => newId());
  const [cirrus, baron] = [newId(), newId()];
  // Few times, so that ids decide the order of some.
  const poolOf = (me: string) =>
    Array.from({ length: 14 }, (_, at) => {
      const peer = peers[at % 3]!;
      const isReceived = at % 4 !== 0;
      const aircraftId = [null, cirrus, null, baron, null][at % 5]!;
      return aMessage(isReceived ? peer : me, isReceived ? me : peer, at % 5, { aircraftId, read: !isReceived });
    });
  const places = Array.from({ length: 14 }, (_, at) => at);
  const some = fc.subarray(places, { minLength: 1, maxLength: 5 });
  const act = fc.oneof(
    fc.record({ act: fc.constant("put" as const), rows: some, read: fc.boolean() }),
    fc.record({ act: fc.constant("drop" as const), rows: some }),
    fc.record({ act: fc.constant("reset" as const), rows: some }),
    fc.record({
      act: fc.constant("send" as const),
      peer: fc.constantFrom(...peers),
      aircraftId: fc.constantFrom(null, cirrus),
    }),
    fc.record({ act: fc.constant("read" as const), upTo: fc.constantFrom(...places) }),
    fc.record({ act: fc.constantFrom("arrive" as const, "refuse" as const, "settle" as const) }),
  );
  type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

  async function run(device: Device, me: string, pool: readonly MessageRow[], one: Act, epoch: number): Promise<void> {
    const { engine, store, put } = device;
    const rows = "rows" in one ? one.rows.map((at) => pool[at]!) : [];
    if (one.act === "put")
      await put(
        rows.map((row) => ({ ...row, read: row.read || one.read })),
        epoch,
      );
    else if (one.act === "drop") {
      await store.write((tx) =>
        tx.dropRows(
          "messages",
          rows.map(({ id }) => id),
        ),
      );
    } else if (one.act === "reset") {
      await put(rows, epoch);
      await store.write((tx) => tx.dropRowsBefore(epoch));
    } else if (one.act === "send") {
      await engine.queue("messages.send", { receiverId: one.peer, content: "On final", aircraftId: one.aircraftId });
    } else if (one.act === "read") {
      const { senderId, receiverId, id } = pool[one.upTo]!;
      await engine.queue("messages.markRead", { userId: senderId === me ? receiverId : senderId, upTo: id });
    } else {
      await store.write(async (tx) => {
        const entry = (await tx.entries())[0];
        if (!entry) return;
        if (one.act === "refuse") return await tx.putEntries([{ ...entry, state: "attention", sent: true }]);
        const { receiverId, aircraftId } = entry.input as Pick<MessageRow, "receiverId" | "aircraftId">;
        const row = aMessage(me, receiverId, 2, { id: entry.id, aircraftId, read: false });
        if (entry.name === "messages.send") await tx.putRows("messages", [{ key: row.id, row }], epoch);
        if (one.act === "settle") await tx.removeEntries([entry]);
      });
    }
  }

  /** The end of a conversation, made from all rows: from the oldest of the `newest` mirrored messages on. */
  async function expectPart({ engine, store }: Device, me: string, rows: readonly MessageRow[], newest: number) {
    const mirrored = (await store.read((tx) => tx.rows("messages"))) as MessageRow[];
    for (const peer of peers) {
      const ofPeer = (all: readonly MessageRow[]) => all.filter((one) => peerOf(one, me) === peer).sort(inOrder);
      const [earlier, known] = [ofPeer(mirrored).slice(0, -newest), ofPeer(mirrored).slice(-newest)];
      const first = earlier.length > 0 ? known[0] : undefined;
      const [part] = ((await engine.shown({ conversation: peer, newest })).rows as [MessagesPart] | undefined) ?? [];
      expect(part?.messages ?? []).toEqual(ofPeer(rows).filter((one) => !first || inOrder(one, first) >= 0));
      expect(part?.hasEarlier ?? false).toBe(earlier.length > 0);
      expect(part?.hasEarlierUnread ?? false).toBe(earlier.some((one) => isUnread(one, me)));
    }
  }

  test("[R10] equal what all rows say after every change of mirror and outbox, as does the end of a conversation", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 16 }), async (acts) => {
        const me = newId();
        const pool = poolOf(me);
        const device = aDevice(me);
        for (const [epoch, one] of acts.entries()) {
          await run(device, me, pool, one, epoch);
          const rows = (await device.engine.shown({ entity: "messages" })).rows as MessageRow[] | undefined;
          const expected = byPeer([...summarize(rows ?? [], me).values()]);
          const facts = (all: Shown[]) => all.map(({ peer, last, about, unread }) => ({ peer, last, about, unread }));
          const shown = facts(((await device.engine.shown({ conversations: "all" })).rows ?? []) as Shown[]);
          expect(shown.sort((a, b) => (a.peer < b.peer ? -1 : 1))).toEqual(facts(expected));
          await expectPart(device, me, rows ?? [], 1 + (epoch % 4));
          expect(await device.engine.unread()).toBe(expected.reduce((sum, { unread }) => sum + unread, 0));
        }
        device.engine.stop();
        device.store.close();
      }),
      { numRuns: 60 },
    );
  });
});

test("[S790] a device of an earlier version makes them from its messages, and keeps rows and outbox", async () => {
  const [me, vega, priya] = [newId(), newId(), newId()];
  const rows = [aMessage(vega, me, 1, { read: false }), aMessage(me, vega, 2), aMessage(priya, me, 3)];
  const old = new Dexie(personDbName(me));
  old.version(3).stores({
    "rows-me": "key, epoch",
    "rows-people": "key, epoch",
    "rows-favorites": "key, epoch",
    "rows-messages": "key, epoch, row.senderId, row.receiverId",
    "rows-bookings": "key, epoch, row.aircraftId, row.pilotId, row.ownerId",
    "rows-aircraft": "key, epoch, row.ownerId",
    "rows-searches": "key, epoch",
    "rows-plans": "key, epoch",
    "rows-blocks": "key, epoch, row.aircraftId",
    outbox: "++seq, &id, lane",
    sentLog: "id, at",
    blobs: "id",
    meta: "name",
  });
  await old.table("rows-messages").bulkPut(rows.map((row) => ({ key: row.id, row, epoch: 1 })));
  await old.table("meta").put({ name: "meta", clientId: "c", life: "l", cursor: "c7", epoch: 1, schema: 1 });
  const input = { receiverId: priya, content: "Waiting", aircraftId: null };
  const [id, at] = [newId(), minute(9)];
  const state = { state: "queued", sent: false, waitsFor: [], accidents: 0 };
  await old.table("outbox").add({ id, name: "messages.send", lane: `conversation:${priya}`, input, at, ...state });
  old.close();

  const device = aDevice(me);
  const shown = await shownOf(device, "all");
  const facts = shown.map(({ peer, last, unread }) => [peer, last.content, unread]);
  expect(new Map(facts.map(([peer, ...rest]) => [peer, rest]))).toEqual(
    new Map([
      [vega, ["Message 2", 1]],
      [priya, ["Waiting", 0]],
    ]),
  );
  // The next answer brings the rows of entities that the earlier version did not have.
  expect((await device.engine.cursor()).cursor).toBeNull();
  expect(await device.engine.rows("messages", { where: { field: "receiverId", equals: vega } })).toHaveLength(1);
});

test("an upgrade for new entities keeps rows, summaries and outbox, and reads all rows again", async () => {
  const [me, vega] = [newId(), newId()];
  const fourth = Object.keys(mirrorVersions[3]);
  const old = new PersonDb(me, fourth, newId, 4);
  await old.table("meta").update("meta", { cursor: "c7", epoch: 1, schema: 1 });
  const unread = aMessage(vega, me, 1, { read: false });
  await old.mirror("messages").put({ key: unread.id, row: unread, epoch: 1, peer: vega, unread: 1 } as never);
  await old.table("conversations").put({ peer: vega, last: unread, unread: 1, aircraftId: null });
  const input = { receiverId: vega, content: "Waiting", aircraftId: null };
  const state = { state: "queued", sent: false, waitsFor: [], accidents: 0 };
  const entry = { id: newId(), name: "messages.send", lane: `conversation:${vega}`, input, at: minute(9), ...state };
  await old.table("outbox").add(entry);
  old.close();

  const device = aDevice(me);
  expect((await device.engine.cursor()).cursor).toBeNull();
  expect((await device.engine.outbox()).map(({ id }) => id)).toEqual([entry.id]);
  expect(await device.engine.rows("messages", {})).toHaveLength(2);
  const blocked = { blockedId: vega, name: "Marisol Vega", createdAt: minute(3) };
  await device.store.write((tx) => tx.putRows("blockedPeople", [{ key: vega, row: blocked }], 2));
  await device.put([unread], 2);
  expect(await device.engine.rows("blockedPeople", {})).toEqual([blocked]);
  const [shown] = await shownOf(device, "all");
  expect([shown?.peer, shown?.unread]).toEqual([vega, 1]);
});

/** Counts the records that requests return, by table. */
function countedReads(): Map<string, number> {
  const reads = new Map<string, number>();
  for (const source of [IDBObjectStore.prototype, IDBIndex.prototype]) {
    for (const name of ["get", "getAll", "openCursor"] as const) {
      const original = source[name] as (...input: unknown[]) => IDBRequest<unknown>;
      vi.spyOn(source, name).mockImplementation(function (this: IDBObjectStore | IDBIndex, ...input: unknown[]) {
        const request = original.apply(this, input);
        const table = "objectStore" in this ? this.objectStore.name : this.name;
        request.addEventListener("success", () => {
          const { result } = request;
          const count = Array.isArray(result) ? result.length : Number(Boolean(result));
          reads.set(table, (reads.get(table) ?? 0) + count);
        });
        return request as never;
      });
    }
  }
  return reads;
}

test("[S791] with 50,000 messages, a heart repeats no read of messages, a list reads one record a conversation", async () => {
  const me = newId();
  const peers = Array.from({ length: 200 }, () => newId());
  const messages = Array.from({ length: 50_000 }, (_, at) => {
    const peer = peers[at % 200]!;
    const isReceived = at % 400 < 200;
    return aMessage(isReceived ? peer : me, isReceived ? me : peer, at, { read: !(isReceived && at < 3) });
  });
  const { engine, shown, put } = aDevice(me);
  await engine.start();
  await put(messages);
  const unread: number[] = [];
  shown.rows({ conversations: "unread" }, (found) => unread.push(...(found ?? []).map((one) => (one as Shown).unread)));
  await vi.waitFor(() => expect(unread).toEqual([1, 1, 1]), { timeout: 30_000 });
  const hearts: number[] = [];
  shown.rows({ entity: "favorites" }, (found) => hearts.push((found ?? []).length));

  const reads = countedReads();
  const messagesRead = () => [reads.get("rows-messages") ?? 0, reads.get("conversations") ?? 0];
  await engine.queue("favorites.add", { aircraftId: newId() });
  await vi.waitFor(() => expect(hearts.at(-1)).toBe(1), { timeout: 30_000 });
  await vi.waitFor(() => expect(shown.outgoing?.entries).toHaveLength(1), { timeout: 30_000 });
  expect([messagesRead(), unread.length]).toEqual([[0, 0], 3]);

  reads.clear();
  expect((await engine.shown({ conversations: "all" })).rows).toHaveLength(200);
  expect(messagesRead()).toEqual([0, 200]);

  // A message that arrives reads the newest two of its conversation again, one of which is about no aircraft here.
  reads.clear();
  await put([aMessage(peers[0]!, me, 60_000, { read: false })]);
  expect(reads.get("rows-messages")).toBeLessThanOrEqual(3);
  expect(await engine.unread()).toBe(4);
  await vi.waitFor(() => expect(unread.length).toBeGreaterThan(3), { timeout: 30_000 });
}, 120_000);

test("[S940] an open conversation reads the messages that it shows: after a message, and not after a heart", async () => {
  const [me, peer] = [newId(), newId()];
  const { engine, shown, put } = aDevice(me);
  await engine.start();
  await put(Array.from({ length: 2_000 }, (_, at) => aMessage(peer, me, at)));
  const parts: MessagesPart[] = [];
  shown.rows({ conversation: peer, newest: 120 }, (found) => parts.push(...((found ?? []) as MessagesPart[])));
  await vi.waitFor(() => expect(parts).toHaveLength(1), { timeout: 30_000 });
  expect(parts[0]!.messages.map(({ content }) => content).slice(0, 2)).toEqual(["Message 1880", "Message 1881"]);
  expect(parts[0]!.messages).toHaveLength(120);

  const reads = countedReads();
  await engine.queue("favorites.add", { aircraftId: newId() });
  await vi.waitFor(() => expect(shown.outgoing?.entries).toHaveLength(1), { timeout: 30_000 });
  expect([reads.get("rows-messages") ?? 0, parts.length]).toEqual([0, 1]);
  await engine.queue("messages.send", { receiverId: peer, content: "And you?" });
  await vi.waitFor(() => expect(parts.at(-1)?.messages.at(-1)?.content).toBe("And you?"), { timeout: 30_000 });
  await vi.waitFor(() => expect(shown.outgoing?.entries).toHaveLength(2), { timeout: 30_000 });
  expect([reads.get("rows-messages") ?? 0, parts.length]).toEqual([121, 2]);
});

test("[S1305] what a user writes repeats no read of the conversations with unread messages; a read mark does", async () => {
  const [me, peer] = [newId(), newId()];
  const { engine, shown, put } = aDevice(me);
  await engine.start();
  await put([aMessage(peer, me, 1, { read: false })]);
  const counts: number[] = [];
  shown.rows({ conversations: "unread" }, (found) => counts.push(found?.length ?? 0));
  await vi.waitFor(() => expect(counts).toEqual([1]));
  const reads = countedReads();
  await engine.queue("messages.send", { receiverId: peer, content: "On final" });
  await vi.waitFor(() => expect(shown.outgoing?.entries).toHaveLength(1));
  expect([reads.get("conversations") ?? 0, counts]).toEqual([0, [1]]);
  await engine.queue("messages.markRead", { userId: peer });
  await vi.waitFor(() => expect(counts).toEqual([1, 0]));
});

test("[S1021] a command that is being sent repeats no read; its refusal repeats those that it changes", async () => {
  const [me, peer, other] = [newId(), newId(), newId()];
  const { engine, shown, store, put } = aDevice(me);
  await engine.start();
  await put([aMessage(peer, me, 1), aMessage(other, me, 2)]);
  const id = newId();
  const answers = { message: [] as (string | undefined)[], other: 0 };
  shown.rows({ entity: "messages", key: id }, (found) => {
    answers.message.push((found?.[0] as { waiting?: string } | undefined)?.waiting);
  });
  shown.rows({ entity: "messages", key: newId() }, () => answers.other++);
  await vi.waitFor(() => expect([answers.message, answers.other]).toEqual([[undefined], 1]));
  await engine.queue("messages.send", { id, receiverId: peer, content: "Hello" });
  await vi.waitFor(() => expect(answers.message).toEqual([undefined, "waiting"]));

  const change = async (fields: Partial<Entry>) => {
    const [before] = await engine.outbox();
    await store.writeOutbox((tx) => tx.putEntries([{ ...before!, ...fields }]));
    await vi.waitFor(() => expect(shown.outgoing?.entries[0]).toMatchObject(fields));
  };
  await change({ state: "sending", sent: true });
  expect(answers.message).toEqual([undefined, "waiting"]);
  await change({ state: "attention", refusal: { code: "blocked", message: "No." } });
  await vi.waitFor(() => expect(answers.message).toEqual([undefined, "waiting", "attention"]));
  expect(answers.other).toBe(1);
});
