// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inOrder, isUnread, peerOf, summarize } from "../../../shared/domain/conversations/summaries.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { entityKeys } from "../person/mirrors.ts";
import type { MessageRow } from "../sync/ports.ts";
import type { ConversationPart } from "../sync/shown-conversations.ts";
import { aDevice, aMessage, minute, type Device } from "../testing/silent-device.ts";
import { personDbName } from "./person-db.ts";
import { conversationIndexes, messageIndexes } from "./stored-conversations.ts";

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
  const later = ["blockedPeople", "hiddenOwners", "reports"];
  const fourth = [...entityKeys.keys()].filter((name) => !later.includes(name));
  const old = new Dexie(personDbName(me));
  old.version(4).stores({
    ...Object.fromEntries(fourth.map((name) => [`rows-${name}`, "key, epoch"])),
    "rows-messages": `key, epoch, row.senderId, row.receiverId, ${messageIndexes}`,
    conversations: conversationIndexes,
    outbox: "++seq, &id, lane",
    sentLog: "id, at",
    blobs: "id",
    meta: "name",
  });
  await old.table("meta").put({ name: "meta", clientId: "c", life: "l", cursor: "c7", epoch: 1, schema: 1 });
  const unread = aMessage(vega, me, 1, { read: false });
  await old.table("rows-messages").put({ key: unread.id, row: unread, epoch: 1, peer: vega, unread: 1 });
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
