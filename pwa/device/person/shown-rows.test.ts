// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import type { Entry } from "../sync/entry.ts";
import type { MessageRow, StoredConversation } from "../sync/ports.ts";
import type { ConversationPart, ShownAnswer, ShownQuestion } from "../sync/shown-conversations.ts";
import { aDevice, aMessage } from "../testing/silent-device.ts";

type MessagesPart = ConversationPart<MessageRow>;

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
  shown.rows({ conversations: "unread" }, (found) =>
    unread.push(...(found ?? []).map((one) => (one as StoredConversation).unread)),
  );
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

test("[S940] an open conversation reads the messages that it shows once: not again after a message or a heart", async () => {
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
  await engine.queue("messages.send", { receiverId: peer, content: "I am at the hangar." });
  await vi.waitFor(() => expect(shown.outgoing?.entries).toHaveLength(3), { timeout: 30_000 });
  expect(reads.get("rows-messages") ?? 0).toBe(0);
  const ends = parts.slice(1).map(({ messages }) => messages.slice(120).map(({ content }) => content));
  expect(ends).toEqual([["And you?"], ["And you?", "I am at the hangar."]]);
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

test("[S1343] a message of the live line shows in its open conversation before anything is read again", async () => {
  const [me, peer, other] = [newId(), newId(), newId()];
  const first = aMessage(me, peer, 1);
  const { engine, shown, store } = aDevice(me, ({ cursor }) => {
    const rows = { messages: [first] };
    const serverTime = "2026-11-21T10:00:00.000Z";
    return Promise.resolve({
      status: 200,
      answer: { from: cursor, to: "c1", rows, drops: {}, outcomes: [], serverTime },
    });
  });
  await engine.start();
  await vi.waitFor(async () => expect((await engine.cursor()).cursor).toBe("c1"));
  const texts = { [peer]: [] as string[][], [other]: [] as string[][] };
  for (const [one, seen] of Object.entries(texts))
    shown.rows({ conversation: one, newest: 120 }, ([part] = []) =>
      seen.push((part as MessagesPart).messages.map(({ content }) => content)),
    );
  await vi.waitFor(() => expect(texts).toEqual({ [peer]: [["Message 1"]], [other]: [[]] }));
  await vi.waitFor(() => expect(engine.status.isFlushing).toBe(false));
  // No read answers from here on.
  vi.spyOn(engine, "shown").mockReturnValue(new Promise<never>(() => undefined));
  await engine.receive({ from: "c1", to: "c2", rows: { messages: [aMessage(peer, me, 2)] }, drops: {} });
  expect(texts).toEqual({ [peer]: [["Message 1"], ["Message 1", "Message 2"]], [other]: [[]] });
  // What does not follow the cursor is not stored, and not shown.
  await engine.receive({ from: "c9", to: "c10", rows: { messages: [aMessage(peer, me, 3)] }, drops: {} });
  expect(texts[peer]).toHaveLength(2);
  expect(await store.read((tx) => tx.rows("messages"))).toHaveLength(2);
  // A known message that changes is read again, and until then nothing shows before it.
  await vi.waitFor(() => expect(engine.status.isFlushing).toBe(false));
  const { cursor } = await engine.cursor();
  await engine.receive({ from: cursor!, to: "c3", rows: { messages: [{ ...first, rev: 2 }] }, drops: {} });
  await engine.receive({ from: "c3", to: "c4", rows: { messages: [aMessage(peer, me, 4)] }, drops: {} });
  expect(texts[peer]).toHaveLength(2);
  expect(await store.read((tx) => tx.rows("messages"))).toHaveLength(3);
});

/** What is shown of a summary comes with the next read. */
const withoutSummary = ({ rows }: ShownAnswer) =>
  (rows as MessagesPart[] | undefined)?.map(({ messages, hasEarlier }) => [messages, hasEarlier]);

test("[S1344] an open conversation with what the live line brought is what a read of the store shows", async () => {
  const [me, peer, stranger] = [newId(), newId(), newId()];
  const message = fc.record({
    at: fc.integer({ min: 0, max: 9 }),
    between: fc.constantFrom([peer, me], [peer, me], [me, peer], [stranger, me]),
    read: fc.boolean(),
    aircraftId: fc.constantFrom(null, null, null, null, newId()),
    /** The place of a stored message that it changes. */
    changes: fc.constantFrom(null, null, null, null, 0, 2),
  });
  let shownAtOnce = 0;
  const batch = fc.array(message, { minLength: 1, maxLength: 3 });
  const waiting = fc.array(fc.constantFrom("messages.send" as const, "messages.markRead" as const), { maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 5 }), waiting, batch, batch, async (before, waits, ...batches) => {
      const { engine, put, store } = aDevice(me);
      const stored = before.map(({ at, between: [from = "", to = ""], read, aircraftId }) =>
        aMessage(from, to, at, { read, aircraftId }),
      );
      await put(stored);
      for (const name of waits)
        await engine.queue(
          name,
          name === "messages.send" ? { receiverId: peer, content: "On final" } : { userId: peer },
        );
      const question = { conversation: peer, newest: 2 };
      let shown: ShownAnswer | null = await engine.shown(question);
      for (const [turn, batch] of batches.entries()) {
        const rows = batch.map(({ at, between: [from = "", to = ""], read, aircraftId, changes }) => {
          const known = changes === null ? undefined : stored[changes];
          // A message keeps its members and its time, and stays read.
          return known ? { ...known, read: true } : aMessage(from, to, 10 * (turn + 1) + at, { read, aircraftId });
        });
        await put(rows);
        const next: ReturnType<ShownAnswer["after"]> = shown?.after({ messages: rows });
        shown = next === undefined ? shown : next;
      }
      if (shown) {
        shownAtOnce++;
        expect(withoutSummary(shown)).toEqual(withoutSummary(await engine.shown(question)));
      }
      engine.stop();
      await store.remove();
    }),
    { numRuns: 150 },
  );
  expect(shownAtOnce).toBeGreaterThan(10);
}, 60_000);

const heart = fc.record({
  name: fc.constantFrom("favorites.add" as const, "favorites.remove" as const),
  plane: fc.nat(2),
});
const text = fc.record({ name: fc.constant("messages.send" as const), peer: fc.nat(1) });
const other = fc.record({ name: fc.constantFrom("messages.markRead" as const, "refuse" as const, "settle" as const) });
const acts = fc.array(fc.oneof(heart, heart, text, text, other), { maxLength: 12 });
type Act = typeof acts extends fc.Arbitrary<(infer One)[]> ? One : never;

test("[S1308] [R10] after each command a page shows what a read of the store would, though it reads only what it must", async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (list) => {
      const me = newId();
      const [peers, planes] = [
        [newId(), newId()],
        [newId(), newId(), newId()],
      ];
      const device = aDevice(me);
      const { engine, shown, store, put } = device;
      await engine.start();
      await put([aMessage(peers[0]!, me, 1, { read: false }), aMessage(me, peers[1]!, 2)]);
      const questions: ShownQuestion[] = [
        { entity: "favorites" },
        { entity: "favorites", key: planes[0]! },
        { entity: "messages", where: { field: "senderId", equals: me } },
        { conversation: peers[0]!, newest: 1 },
        { conversations: "all" },
      ];
      const seen = questions.map((): readonly object[] | undefined => undefined);
      for (const [at, question] of questions.entries()) shown.rows(question, (rows) => (seen[at] = rows));
      // A text of one's own is not the last message here: the unread conversations are only counted.
      const unreadIn = (rows: readonly object[] | undefined) =>
        (rows as StoredConversation[] | undefined)?.map(({ peer, unread }) => [peer, unread]);
      let unreadSeen = unreadIn(undefined);
      shown.rows({ conversations: "unread" }, (rows) => (unreadSeen = unreadIn(rows)));
      const expectSeen = () =>
        vi.waitFor(async () => {
          const read = await Promise.all(questions.map(async (question) => (await engine.shown(question)).rows));
          expect(seen).toEqual(read);
          expect(unreadSeen).toEqual(unreadIn((await engine.shown({ conversations: "unread" })).rows));
        });
      const act = async (one: Act) => {
        if ("plane" in one) await engine.queue(one.name, { aircraftId: planes[one.plane]! });
        else if ("peer" in one)
          await engine.queue(one.name, { receiverId: peers[one.peer]!, content: "On final", aircraftId: null });
        else if (one.name === "messages.markRead") await engine.queue(one.name, { userId: peers[0]! });
        else
          await store.write(async (tx) => {
            const entry = (await tx.entries())[0];
            if (entry && one.name === "refuse") await tx.putEntries([{ ...entry, state: "attention", sent: true }]);
            else if (entry) await tx.removeEntries([entry]);
          });
      };
      await expectSeen();
      for (const one of list) {
        await act(one);
        await expectSeen();
      }
      // Several at once: what one read has missed shows the next.
      await Promise.all(list.map(act));
      await expectSeen();
      shown.close();
      engine.stop();
      store.close();
    }),
    { numRuns: 15 },
  );
}, 120_000);
