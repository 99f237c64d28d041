// The device's part of the rules about refusals, limits and bad connections, each alone, with the test as the server.
import { describe, expect, test } from "vitest";
import { baseOf, conflictsOf, resolved } from "../../pwa/device/sync/conflict.ts";
import { MAX_ACCIDENTS } from "../../pwa/device/sync/entry.ts";
import type { Reply } from "../../pwa/device/sync/ports.ts";
import { MAX_OUTBOX } from "../../pwa/device/sync/outbox.ts";
import { MAX_COMMANDS, MAX_EXCHANGE_BYTES } from "../../shared/sync.ts";
import { MemoryStore } from "./memory-store.ts";
import { aNote, anEngine, answerAll, aPhone, aThing, memoryDisk, send, states } from "./one-engine.ts";
import { ann, bob } from "./small-world.ts";

describe("refusals, internal errors, limits", () => {
  test("[R18] a refusal stops only entries that depend on it", async () => {
    const phone = await aPhone();
    const permit = await phone.engine.queue("profile.own", {});
    const made = await phone.engine.queue("things.create", { a: "1", b: "1" }, { waitsFor: [permit.id] });
    await phone.engine.queue("likes.on", { thingId: made.id });
    await send(phone, "unrelated");
    expect(await states(phone)).toEqual([
      "profile.own sending",
      "things.create blocked",
      "likes.on blocked",
      "notes.send queued",
    ]);
    await answerAll(phone, { status: "refused", code: "forbidden", message: "No." });
    await answerAll(phone, { status: "applied" });
    expect(await states(phone)).toEqual(["profile.own attention", "things.create attention", "likes.on attention"]);
  });

  test("[R18] eight internal errors of an entry set it aside; limits and blocked neighbors do not count", async () => {
    const phone = await aPhone();
    const first = await send(phone, "poison");
    await send(phone, "behind it");
    for (let round = 0; round < 3; round++) {
      await answerAll(phone, { status: "retry", code: "too-many", retryAfterMs: 1_000 });
      await phone.pass(400_000);
    }
    for (let round = 0; round < MAX_ACCIDENTS; round++) {
      expect(await phone.isQuiet(), `round ${round}`).toBe(false);
      await answerAll(phone, { status: "retry", code: "internal" });
      await phone.pass(400_000);
    }
    expect(await phone.isQuiet()).toBe(true);
    expect((await phone.engine.outbox()).map(({ state, reason, accidents }) => ({ state, reason, accidents }))).toEqual(
      [
        { state: "parked", reason: "accidents", accidents: MAX_ACCIDENTS },
        { state: "queued", reason: undefined, accidents: 0 },
      ],
    );
    // A new live line causes one probe, and one more internal error sets the entry aside at once.
    void phone.engine.trigger("line-open");
    expect(await answerAll(phone, { status: "retry", code: "internal" })).toEqual([first.id]);
    expect(await states(phone)).toEqual(["notes.send parked", "notes.send queued"]);
    await phone.engine.retry(first.id);
    expect(await answerAll(phone, { status: "applied" })).toEqual([first.id]);
    expect(await answerAll(phone, { status: "applied" })).toHaveLength(1);
  });

  test("[R18] a retried listing has its dependent entries with it, under the new id", async () => {
    const phone = await aPhone();
    const made = await phone.engine.queue("things.create", { a: "1", b: "1" });
    await phone.nextRequest();
    await phone.engine.queue("things.update", { id: made.id, a: "2" });
    await phone.engine.queue("likes.on", { thingId: made.id });
    await answerAll(phone, { status: "refused", code: "owner-only", message: "No." });
    const again = await phone.engine.retry(made.id);
    expect(again).not.toBe(made.id);
    expect(await answerAll(phone, { status: "applied" })).toEqual([again]);
    const request = await phone.nextRequest();
    expect(request.commands).toMatchObject([
      { name: "things.update", input: { id: again, a: "2" } },
      { name: "likes.on", input: { thingId: again } },
    ]);
  });

  test("[R9] a conflict shows both sides, and the choice is a new edit based on the present row", async () => {
    const phone = await aPhone({ rows: { things: [aThing("t1")] } });
    const shown = (await phone.engine.row("things", "t1"))!;
    const changed = { a: "mine", b: "mine too" };
    const { id } = await phone.engine.queue(
      "things.update",
      { id: "t1", ...changed },
      { base: baseOf(shown, changed) },
    );
    const fields = { a: { base: "1", theirs: "theirs", yours: "mine" } };
    await answerAll(phone, { status: "refused", code: "conflict", message: "Choose.", fields });
    const [entry] = await phone.engine.outbox();
    expect(conflictsOf(entry!)).toEqual([{ field: "a", base: "1", theirs: "theirs", yours: "mine" }]);
    expect(resolved(entry!, { a: "theirs" })?.input).toEqual({ id: "t1", b: "mine too" });
    const fresh = await phone.engine.edit(id, resolved(entry!, { a: "yours" })!);
    const request = await phone.nextRequest();
    expect(request.commands).toMatchObject([
      { id: fresh, input: changed, base: { rev: 3, values: { a: "theirs", b: "1" } } },
    ]);
  });
});

describe("limits of outbox and request", () => {
  test("[R19] a request has at most 500 commands and 256 kB; the rest follows", async () => {
    const disk = memoryDisk();
    const phone = anEngine(new MemoryStore(disk), { session: () => null });
    phone.engine.stop();
    const quiet = anEngine(new MemoryStore(disk), { transport: { exchange: () => new Promise(() => undefined) } });
    for (let at = 0; at < 520; at++) await quiet.engine.queue("likes.on", { thingId: `t${at}` });
    quiet.engine.stop();
    const next = anEngine(new MemoryStore(disk));
    await next.engine.start();
    const request = await next.nextRequest();
    expect(request.commands).toHaveLength(MAX_COMMANDS);

    const big = await aPhone();
    for (let at = 0; at < 8; at++) await send(big, "x".repeat(60_000));
    await answerAll(big, { status: "applied" });
    const full = await big.nextRequest();
    expect(full.commands.length).toBeLessThan(8);
    expect(JSON.stringify(full).length).toBeLessThanOrEqual(MAX_EXCHANGE_BYTES);
  });

  test("[R19] a full outbox and a too large command are refused with a message", async () => {
    const phone = await aPhone();
    await expect(send(phone, "x".repeat(70_000))).rejects.toMatchObject({ code: "too-large" });
    phone.disk.entries.clear();
    const entry = {
      state: "attention",
      lane: "l",
      sent: false,
      waitsFor: [],
      accidents: 0,
      name: "notes.send",
    } as const;
    for (let seq = 1; seq <= MAX_OUTBOX; seq++) {
      phone.disk.entries.set(seq, { ...entry, seq, id: `e${seq}`, input: { to: bob, text: "" }, at: "" });
    }
    await expect(send(phone, "one too many")).rejects.toMatchObject({ code: "outbox-full" });
  });

  test("[R19] a request that the server finds too large is halved until it fits", async () => {
    const phone = await aPhone();
    await send(phone, "first");
    await phone.nextRequest();
    for (let at = 0; at < 4; at++) await send(phone, `${at}`);
    await answerAll(phone, { status: "applied" });
    const refusal: Reply = { status: 413, code: "too-large" };
    expect((await phone.nextRequest()).commands).toHaveLength(4);
    await phone.reply(refusal);
    expect((await phone.nextRequest()).commands).toHaveLength(2);
    await answerAll(phone, { status: "applied" });
    expect((await phone.nextRequest()).commands).toHaveLength(2);
  });

  test("[R20] without a network all stored rows stay readable", async () => {
    const phone = await aPhone({ rows: { notes: [aNote("n1", "kept")] } });
    for (let at = 0; at < 4; at++) {
      void phone.engine.trigger("online");
      await phone.cut();
    }
    expect(phone.engine.status.failures).toBe(4);
    expect(await phone.engine.rows("notes")).toMatchObject([{ text: "kept" }]);
  });

  test("[R12] going online ends every backoff; until then pauses grow and Retry-After is obeyed", async () => {
    const phone = await aPhone();
    await send(phone, "waiting");
    await phone.reply({ status: 503, retryAfterMs: 120_000 });
    expect(phone.engine.status.nextTryAt).toBe(phone.clock.at + 120_000);
    await phone.pass(60_000);
    expect(await phone.isQuiet()).toBe(true);
    void phone.engine.trigger("online");
    expect((await answerAll(phone, { status: "applied" })).length).toBe(1);
  });

  test("[R12] an unused device sends within 30 s after a fault of any length", async () => {
    const phone = await aPhone();
    await send(phone, "waiting");
    for (let failures = 0; failures < 50; failures++) {
      await phone.cut();
      // The fault ends here; a hanging request would have used 15 of the 30 s.
      await phone.pass(15_000);
      expect(await phone.isQuiet(), `after ${failures + 1} failures`).toBe(false);
    }
    expect((await answerAll(phone, { status: "applied" })).length).toBe(1);
  });

  test("[R12] while another tab flushes, this one retries soon and holds no lock meanwhile", async () => {
    let isTaken = true;
    const held: string[] = [];
    const phone = anEngine(new MemoryStore(memoryDisk()), {
      locks: { ifFree: async (name, work) => (isTaken ? undefined : (held.push(name), await work())) },
    });
    await send(phone, "waiting for the lock");
    expect(await phone.isQuiet()).toBe(true);
    isTaken = false;
    await phone.pass(1_500);
    expect(await answerAll(phone, { status: "applied" })).toHaveLength(1);
    expect(held).toEqual([`flush:${ann}`]);
  });

  test("[R12] while entries wait, the engine tries every thirty seconds", async () => {
    const phone = await aPhone();
    const permit = await phone.engine.pictures.add(new Blob(["pixels"]));
    await phone.engine.queue("things.create", { a: permit, b: "1" });
    await phone.isQuiet();
    expect(phone.engine.status.nextTryAt).toBe(phone.clock.at + 30_000);
    const [entry] = await phone.engine.outbox();
    await phone.engine.discard(entry!.id);
    await phone.pass(30_000);
    expect(phone.engine.status.nextTryAt).toBeNull();
  });

  test("[R12] a hanging request is aborted after 15 seconds", async () => {
    const phone = await aPhone();
    await send(phone, "hello");
    await phone.nextRequest();
    await phone.pass(15_000);
    expect(phone.engine.status.failures).toBe(1);
    expect(await states(phone)).toEqual(["notes.send queued"]);
  });
});
