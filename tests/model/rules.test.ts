// The device's part of each rule, each alone, with the test as the server.
import { describe, expect, test } from "vitest";
import { take } from "../../pwa/device/sync/flush.ts";
import { MemoryStore } from "./memory-store.ts";
import {
  aNote,
  anEngine,
  answerAll,
  answerNext,
  answerTo,
  aPhone,
  aThing,
  memoryDisk,
  type Phone,
  send,
  states,
} from "./one-engine.ts";
import { ann, bob, modelId } from "./small-world.ts";

describe("rows and cursor", () => {
  test("[R2] after a crash at any write, cursor, rows and outcomes are all stored or none", async () => {
    for (let at = 1; at <= 8; at++) {
      const disk = memoryDisk();
      let left = Infinity;
      const phone = anEngine(new MemoryStore(disk, { crashesNow: () => --left < 0 }));
      const { id } = await send(phone, "wheels up");
      const request = await phone.nextRequest();
      left = at;
      await phone.reply(answerTo(request, { to: "after", rows: { notes: [aNote(id, "wheels up")] }, applied: [id] }));
      const all = [disk.meta.cursor === "after", disk.rowsOf("notes").length === 1, disk.outbox().length === 0];
      expect(new Set(all).size, `death at write ${at}`).toBe(1);
    }
  });

  test("[R3] an answer to a request with an older cursor is dropped and requested again", async () => {
    const phone = await aPhone();
    const { id } = await send(phone, "mine");
    const request = await phone.nextRequest();
    await phone.store.writeOutbox((tx) => tx.setMeta({ cursor: "moved by another tab" }));
    await phone.reply(answerTo(request, { rows: { notes: [aNote("n9", "stale")] }, applied: [id] }));
    expect(phone.disk.rowsOf("notes")).toEqual([]);
    const again = await phone.nextRequest();
    expect(again).toMatchObject({ cursor: "moved by another tab", commands: [{ id }] });
  });

  test("[R3] a batch that does not follow the cursor is dropped, and an exchange follows", async () => {
    const phone = await aPhone({ to: "c5" });
    await phone.engine.receive({ from: "c5", to: "c6", rows: { notes: [aNote("n1", "fits")] }, drops: {} });
    expect(phone.disk.rowsOf("notes")).toHaveLength(1);
    await phone.engine.receive({ from: "c5", to: "c9", rows: { notes: [aNote("n2", "does not")] }, drops: {} });
    expect(phone.disk.rowsOf("notes")).toHaveLength(1);
    expect(await phone.nextRequest()).toMatchObject({ cursor: "c6" });
  });

  test("[R4] a reset removes missing rows with its last page, not before", async () => {
    const phone = await aPhone({ rows: { notes: [aNote("old", "old"), aNote("kept", "kept")] } });
    void phone.engine.trigger("visible");
    await answerNext(phone, { reset: true, more: true, to: "p1", rows: { notes: [aNote("new", "new")] } });
    expect((await phone.engine.rows("notes")).map(({ id }) => id).sort()).toEqual(["kept", "new", "old"]);
    // The app is closed between the pages and continues there.
    phone.engine.stop();
    const reopened = anEngine(new MemoryStore(phone.disk));
    await reopened.engine.start();
    await answerNext(reopened, { rows: { notes: [aNote("kept", "kept")] } });
    expect((await reopened.engine.rows("notes")).map(({ id }) => id).sort()).toEqual(["kept", "new"]);
    expect(await reopened.engine.rows("me")).toEqual([]);
  });

  test("[R14] a batch during an exchange is dropped, and a hello with the new cursor follows", async () => {
    const phone = await aPhone({ to: "c5" });
    await send(phone, "mine");
    await phone.nextRequest();
    phone.happened.length = 0;
    await phone.engine.receive({ from: "c5", to: "c6", rows: { notes: [aNote("n1", "early")] }, drops: {} });
    expect(phone.disk.meta.cursor).toBe("c5");
    await answerAll(phone, { status: "applied" });
    expect(phone.happened).toContain("hello");
  });

  test("[R1] [R14] a batch during a flush without a request is dropped too, and a hello follows", async () => {
    const gate = { opens: null as Promise<void> | null };
    const slowly: typeof take = async (...asked) => (await gate.opens, take(...asked));
    const phone = await aPhone({ to: "c5" }, { steps: { take: slowly } });
    phone.happened.length = 0;
    let open = () => {};
    gate.opens = new Promise((resolve) => (open = resolve));
    const flush = phone.engine.trigger("timer");
    await phone.engine.receive({ from: "c5", to: "c6", rows: { notes: [aNote("n1", "early")] }, drops: {} });
    expect([phone.disk.meta.cursor, phone.happened]).toEqual(["c5", []]);
    open();
    await flush;
    expect(await phone.isQuiet()).toBe(true);
    expect(phone.happened).toEqual(["hello"]);
  });
});

describe("entries", () => {
  test("[R5] a command replayed twice carries the same id; a second tap with it does nothing", async () => {
    const phone = await aPhone();
    const id = modelId(phone.clock.at);
    expect(await phone.engine.queue("notes.send", { to: bob, text: "once" }, { id })).toEqual({ id, how: "queued" });
    expect(await phone.engine.queue("notes.send", { to: bob, text: "once" }, { id })).toEqual({ id, how: "already" });
    await phone.cut();
    await phone.pass(2_000);
    expect(await answerAll(phone, { status: "applied" })).toEqual([id]);
    expect(await phone.engine.queue("notes.send", { to: bob, text: "once" }, { id })).toEqual({ id, how: "already" });
    expect(await phone.engine.outbox()).toEqual([]);
  });

  test("[R7] an entry queued offline can be edited until it is sent", async () => {
    let isOffline = true;
    const phone = anEngine(undefined, { isOffline: () => isOffline });
    await phone.engine.start();
    const { id } = await phone.engine.queue("notes.send", { to: bob, text: "one" });
    await phone.pass(60_000);
    expect(await phone.isQuiet()).toBe(true);
    expect(await phone.engine.outbox()).toMatchObject([{ id, state: "queued", sent: false }]);
    expect(await phone.engine.edit(id, { input: { to: bob, text: "two" } })).toBe(id);
    isOffline = false;
    void phone.engine.trigger("online");
    expect((await phone.nextRequest()).commands).toMatchObject([{ id, input: { text: "two" } }]);
  });

  test("[R7] an edit merges into an unsent one, and stays separate from a sent one", async () => {
    const phone = await aPhone({ rows: { things: [aThing("t1")] } });
    const base = (a: string) => ({ base: { rev: 3, values: { a } } });
    const first = await phone.engine.queue("things.update", { id: "t1", a: "2" }, base("1"));
    await phone.nextRequest();
    const second = await phone.engine.queue("things.update", { id: "t1", a: "3" }, base("2"));
    const third = await phone.engine.queue("things.update", { id: "t1", a: "4", b: "9" }, base("3"));
    expect([second.how, third]).toEqual(["queued", { id: second.id, how: "merged" }]);
    await phone.cut();
    await phone.pass(2_000);
    const request = await phone.nextRequest();
    expect(request.commands).toMatchObject([
      { id: first.id, input: { a: "2" }, base: { values: { a: "1" } } },
      { id: second.id, input: { a: "4", b: "9" }, base: { values: { a: "2" } } },
    ]);
  });

  test("[R8] a lane with `retry` is probed with its first entry alone, while others go on", async () => {
    const phone = await aPhone();
    const [a, b] = [await send(phone, "one"), await send(phone, "two")];
    await phone.nextRequest();
    const far = await send(phone, "to another", ann);
    expect(await answerAll(phone, { status: "retry", code: "internal" })).toEqual([a.id]);
    expect(await answerAll(phone, { status: "applied" })).toEqual([far.id]);
    await phone.pass(1_000);
    expect(await answerAll(phone, { status: "applied" })).toEqual([a.id]);
    expect(await answerAll(phone, { status: "applied" })).toEqual([b.id]);
  });

  test("[R9] only refused or unsent entries can be discarded", async () => {
    const phone = await aPhone();
    const { id } = await send(phone, "on its way");
    await phone.nextRequest();
    await expect(phone.engine.discard(id)).rejects.toMatchObject({ code: "already-sent" });
    await answerAll(phone, { status: "refused", code: "receiver-gone", message: "Gone." });
    expect(await phone.engine.rows("notes")).toMatchObject([{ text: "on its way", waiting: "attention" }]);
    await phone.engine.discard(id);
    expect([await phone.engine.rows("notes"), await phone.engine.outbox()]).toEqual([[], []]);
  });

  test("[R10] the screen shows the mirror with all waiting commands applied, in order", async () => {
    const phone = await aPhone({ rows: { things: [aThing("t1")] } });
    await phone.engine.queue("things.update", { id: "t1", a: "2" });
    await phone.nextRequest();
    await phone.engine.queue("things.update", { id: "t1", b: "7" });
    await phone.engine.receive({ from: null, to: "", rows: {}, drops: {} });
    const [shown] = await phone.engine.rows("things", { where: { field: "a", equals: "2" } });
    expect(shown).toMatchObject({ id: "t1", a: "2", b: "7", waiting: "pending" });
    expect(await phone.engine.rows("things", { where: { field: "a", equals: "1" } })).toEqual([]);
    await phone.engine.queue("things.delete", { id: "t1" });
    expect(await phone.engine.row("things", "t1")).toBeUndefined();
  });

  test("[R16] a clock that jumps back changes neither order nor ids, and blocks nothing", async () => {
    const phone = await aPhone();
    const first = await send(phone, "first");
    phone.clock.at -= 5 * 365 * 86_400_000;
    const second = await send(phone, "second");
    await phone.cut();
    await phone.pass(1_000);
    expect(await answerAll(phone, { status: "applied" })).toEqual([first.id, second.id]);
  });
});

test("[S1341] a text is written to the outbox twice, and nothing looks for more when none is left", async () => {
  const phone = await aPhone();
  const { store } = phone;
  const write = store.writeOutbox.bind(store);
  let writes = 0;
  store.writeOutbox = (work) => {
    writes++;
    return write(work);
  };
  await send(phone, "one");
  await answerAll(phone, { status: "applied" });
  expect([writes, await states(phone), await phone.isQuiet()]).toEqual([2, [], true]);
  await send(phone, "two");
  const request = await phone.nextRequest();
  await send(phone, "three");
  await phone.reply(answerTo(request, { applied: request.commands.map(({ id }) => id) }));
  expect(await phone.nextRequest()).toMatchObject({ commands: [{ input: { text: "three" } }] });
});

test("[S1345] what a user does has the server's time, from the first answer on and after a restart offline", async () => {
  const disk = memoryDisk();
  const atServer = "2027-01-15T08:00:00.000Z";
  const times = async (phone: Phone) => (await phone.engine.outbox()).map(({ at }) => at);
  const phone = anEngine(new MemoryStore(disk));
  // Its clock is an hour slow.
  phone.clock.at -= 3_600_000;
  await phone.engine.start();
  await answerNext(phone);
  await send(phone, "one");
  expect(await times(phone)).toEqual([atServer]);
  phone.engine.stop();
  const reopened = anEngine(new MemoryStore(disk));
  reopened.clock.at -= 3_600_000;
  await reopened.engine.start();
  await send(reopened, "two");
  expect(await times(reopened)).toEqual([atServer, atServer]);
});
