// The phone's half of the rules about refusals, limits and bad connections, one at a time, with the test in the server's place.
import { describe, expect, test } from "vitest";
import { baseOf, conflictsOf, resolved } from "../../pwa/device/sync/conflict.ts";
import { MAX_ACCIDENTS } from "../../pwa/device/sync/entry.ts";
import type { Reply } from "../../pwa/device/sync/ports.ts";
import { MAX_OUTBOX } from "../../pwa/device/sync/outbox.ts";
import { MAX_COMMANDS, MAX_EXCHANGE_BYTES } from "../../shared/sync.ts";
import { MemoryStore } from "./memory-store.ts";
import { aNote, anEngine, answerAll, aPhone, aThing, memoryDisk, send, states } from "./one-engine.ts";
import { ann, bob } from "./small-world.ts";

describe("refusals, accidents, limits", () => {
  test("[R18] a refusal stops nobody else, save what waits for it", async () => {
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

  test("[R18] eight accidents of its own park an entry and drop nothing; limits and stopped neighbours do not count", async () => {
    const phone = await aPhone();
    const first = await send(phone, "cursed");
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
    // The live line opens: one probe, and one more accident parks it at once.
    void phone.engine.trigger("line-open");
    expect(await answerAll(phone, { status: "retry", code: "internal" })).toEqual([first.id]);
    expect(await states(phone)).toEqual(["notes.send parked", "notes.send queued"]);
    await phone.engine.retry(first.id);
    expect(await answerAll(phone, { status: "applied" })).toEqual([first.id]);
    expect(await answerAll(phone, { status: "applied" })).toHaveLength(1);
  });

  test("[R18] retry of a refused listing takes along what waited for it, under the new id", async () => {
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

  test("[R9] a conflict is shown side by side, and the choice goes out as a new edit over what is known now", async () => {
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

describe("limits of what is kept and sent", () => {
  test("[R19] a request carries at most 500 commands and 256 kB; what does not fit follows", async () => {
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

  test("[R19] an outbox that is full, or a command too large for it, is refused in words", async () => {
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

  test("[R19] a request the server finds too large is halved until it fits", async () => {
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

  test("[R20] without any network everything kept stays readable", async () => {
    const phone = await aPhone({ rows: { notes: [aNote("n1", "kept")] } });
    for (let at = 0; at < 4; at++) {
      void phone.engine.trigger("online");
      await phone.cut();
    }
    expect(phone.engine.status.failures).toBe(4);
    expect(await phone.engine.rows("notes")).toMatchObject([{ text: "kept" }]);
  });

  test("[R12] coming online ends every backoff; until then the pauses grow and Retry-After is kept", async () => {
    const phone = await aPhone();
    await send(phone, "waiting");
    await phone.reply({ status: 503, retryAfterMs: 120_000 });
    expect(phone.engine.status.nextTryAt).toBe(phone.clock.at + 120_000);
    await phone.pass(60_000);
    expect(await phone.isQuiet()).toBe(true);
    void phone.engine.trigger("online");
    expect((await answerAll(phone, { status: "applied" })).length).toBe(1);
  });

  test("[R12] an untouched phone sends within 30 s of the end of a fault, however long it lasted", async () => {
    const phone = await aPhone();
    await send(phone, "waiting");
    for (let failures = 0; failures < 50; failures++) {
      await phone.cut();
      // The fault ends here; a request that hung would have taken 15 s of the 30.
      await phone.pass(15_000);
      expect(await phone.isQuiet(), `after ${failures + 1} failures`).toBe(false);
    }
    expect((await answerAll(phone, { status: "applied" })).length).toBe(1);
  });

  test("[R12] while another tab flushes this one looks again soon, and holds no lock between", async () => {
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

  test("[R12] while something waits it is looked after every thirty seconds", async () => {
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

  test("[R12] a request that hangs is given up after 15 seconds", async () => {
    const phone = await aPhone();
    await send(phone, "hello");
    await phone.nextRequest();
    await phone.pass(15_000);
    expect(phone.engine.status.failures).toBe(1);
    expect(await states(phone)).toEqual(["notes.send queued"]);
  });
});
