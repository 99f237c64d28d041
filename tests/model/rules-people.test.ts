// The device's part of the rules about users: sessions, sign-out, and their pictures.
import { describe, expect, test } from "vitest";
import { type LeftoverPorts, settlePendingSignOut } from "../../pwa/device/sync/leftovers.ts";
import { finishSignOut, shownUser, signOut, type SignOutMarker } from "../../pwa/device/sync/sign-out.ts";
import { MemoryStore } from "./memory-store.ts";
import { aNote, anEngine, answerAll, answerNext, answerTo, aPhone, type Phone, send, states } from "./one-engine.ts";
import { ann, bob, eve } from "./small-world.ts";

describe("users and their sessions", () => {
  test("[R13] an answer `wrong-user` hides all rows and keeps the outbox", async () => {
    const phone = await aPhone({ rows: { notes: [aNote("n1", "private")] } });
    await send(phone, "mine");
    expect((await phone.nextRequest()).userId).toBe(ann);
    await phone.reply({ status: 403, code: "wrong-user" });
    expect(phone.happened).toContain("signed out");
    expect(phone.disk.rowsOf("notes")).toEqual([]);
    expect(phone.disk.outbox()).toMatchObject([{ state: "parked", reason: "signed-out" }]);
    await expect(send(phone, "late")).rejects.toMatchObject({ code: "signed-out" });
  });

  test("[R13] a 401 counts only for the session its request was sent with", async () => {
    const phone = await aPhone();
    await send(phone, "hello");
    await phone.nextRequest();
    phone.session.mark = "second";
    await phone.reply({ status: 401, code: "not-signed-in" });
    expect(phone.happened).not.toContain("signed out");
    expect(await answerAll(phone, { status: "applied" })).toHaveLength(1);
  });

  test("[R13] a session that another tab or the worker found ended ends here too, but not a later one", async () => {
    const phone = await aPhone({ rows: { notes: [aNote("n1", "private")] } });
    const worker = anEngine(new MemoryStore(phone.disk));
    void worker.engine.trigger("push");
    await worker.nextRequest();
    await worker.reply({ status: 401, code: "not-signed-in" });
    phone.session.mark = "second";
    await phone.engine.trigger("visible");
    expect(phone.happened).not.toContain("signed out");
    phone.session.mark = worker.session.mark;
    await phone.engine.trigger("visible");
    expect(await phone.isQuiet()).toBe(true);
    expect(phone.happened).toContain("signed out");
    await expect(send(phone, "late")).rejects.toMatchObject({ code: "signed-out" });
  });

  test("[R9] parked commands are sent once the same user signs in, not before", async () => {
    const phone = await aPhone();
    const { id } = await send(phone, "kept for later");
    await phone.engine.park();
    const guest = anEngine(new MemoryStore(phone.disk));
    guest.session.mark = null;
    await guest.engine.start();
    expect(await guest.isQuiet()).toBe(true);
    const later = anEngine(new MemoryStore(phone.disk));
    later.session.mark = "second";
    await later.engine.start();
    expect(await later.nextRequest()).toMatchObject({ cursor: null, commands: [{ id }] });
  });

  test("[R23] an answer after the sign-out restores no row", async () => {
    const phone = await aPhone();
    const tab = anEngine(new MemoryStore(phone.disk));
    void tab.engine.trigger("visible");
    const request = await tab.nextRequest();
    await phone.engine.park();
    await tab.reply(answerTo(request, { rows: { notes: [aNote("n1", "private")] } }));
    for (const entity of phone.disk.rows.keys()) expect(phone.disk.rowsOf(entity)).toEqual([]);
  });

  test("[R22] after a 426 the device keeps its outbox and sends nothing until it is updated", async () => {
    const phone = await aPhone({ rows: { notes: [aNote("n1", "old shape")] } });
    const { id } = await send(phone, "hello");
    await phone.reply({ status: 426, code: "upgrade-needed" });
    expect(phone.happened).toContain("upgrade needed");
    expect(phone.disk.outbox()).toMatchObject([{ id, state: "parked", reason: "upgrade" }]);
    await send(phone, "while waiting");
    expect(await phone.isQuiet()).toBe(true);
    phone.engine.stop();
    const newer = anEngine(new MemoryStore(phone.disk), { schema: 2 });
    await newer.engine.start();
    expect(phone.disk.rowsOf("notes")).toEqual([]);
    expect(await newer.nextRequest()).toMatchObject({ schema: 2, cursor: null, commands: [{ id }, {}] });
  });
});

describe("a command that requires a verified email", () => {
  const unverified = { status: "retry", code: "email-unverified", retryAfterMs: 60_000 } as const;
  const verified = { me: [{ id: ann, isOwner: true, isEmailVerified: true }] };
  const news = async ({ engine }: Phone) => {
    const { cursor } = await engine.cursor();
    await engine.receive({ from: cursor!, to: "verified", rows: verified, drops: {} });
  };

  test("[R18] waits and blocks only its lane, without retries", async () => {
    const phone = await aPhone();
    const { id } = await send(phone, "first");
    await send(phone, "second");
    await answerAll(phone, unverified);
    expect(phone.disk.outbox()).toMatchObject([{ id, state: "parked", reason: "unverified" }, { state: "queued" }]);
    await phone.pass(3_600_000);
    await phone.engine.trigger("person");
    await phone.engine.retry(id);
    expect(await phone.isQuiet()).toBe(true);
    await send(phone, "another lane", eve);
    expect((await phone.nextRequest()).commands).toMatchObject([{ input: { text: "another lane" } }]);
  });

  test("[R5] [R8] is sent once, in order and under its id, when the live line delivers the verified user", async () => {
    const phone = await aPhone();
    const { id } = await send(phone, "first");
    await send(phone, "second");
    await answerAll(phone, unverified);
    await news(phone);
    const { commands } = await phone.nextRequest();
    expect(commands).toMatchObject([{ id, input: { text: "first" } }, { input: { text: "second" } }]);
    await answerAll(phone, { status: "applied" });
    expect([await phone.isQuiet(), phone.disk.outbox()]).toEqual([true, []]);
  });

  test("[R12] is sent when an answer contains the verified user, also on a later page", async () => {
    const phone = await aPhone();
    const { id } = await send(phone, "hello");
    await answerAll(phone, unverified);
    void phone.engine.trigger("visible");
    await answerNext(phone, { rows: verified, more: true });
    await answerNext(phone);
    expect((await phone.nextRequest()).commands).toMatchObject([{ id }]);
    const outcomes = [{ id, ...unverified }];
    await phone.reply(answerTo(await phone.nextRequest(), { rows: verified, outcomes }));
    expect((await phone.nextRequest()).commands).toMatchObject([{ id }]);
  });

  test("[R12] is retried at a start or a new live line if the verified user is already stored", async () => {
    const phone = await aPhone({ rows: verified });
    const { id } = await send(phone, "hello");
    await answerAll(phone, unverified);
    expect(await phone.isQuiet()).toBe(true);
    void phone.engine.trigger("line-open");
    expect((await phone.nextRequest()).commands).toMatchObject([{ id }]);
    await answerAll(phone, unverified);
    phone.engine.stop();
    const later = anEngine(new MemoryStore(phone.disk));
    await later.engine.start();
    expect((await later.nextRequest()).commands).toMatchObject([{ id }]);

    const other = await aPhone();
    await send(other, "hello");
    await answerAll(other, unverified);
    void other.engine.trigger("line-open");
    expect(await other.isQuiet()).toBe(true);
  });

  test("[R7] [R9] can be edited, as a new command, and discarded", async () => {
    const phone = await aPhone();
    const { id } = await send(phone, "hello");
    await answerAll(phone, unverified);
    const changed = await phone.engine.edit(id, { input: { to: bob, text: "good morning" } });
    expect(changed).not.toBe(id);
    const { commands } = await phone.nextRequest();
    expect(commands).toMatchObject([{ id: changed, input: { text: "good morning" } }]);
    await answerAll(phone, unverified);
    await phone.engine.discard(changed);
    await news(phone);
    expect([await phone.isQuiet(), phone.disk.outbox()]).toEqual([true, []]);
  });

  test("[R12] is retried with backoff if the server keeps refusing a verified user", async () => {
    const phone = await aPhone();
    await send(phone, "hello");
    for (let round = 0; round < 4; round++) {
      const request = await phone.nextRequest();
      const outcomes = request.commands.map(({ id }) => ({ id, ...unverified }));
      await phone.reply(answerTo(request, { rows: verified, outcomes }));
    }
    expect(await phone.isQuiet()).toBe(true);
    await phone.pass(60_000);
    expect((await phone.nextRequest()).commands).toHaveLength(1);
  });
});

/** With one tab each turn follows the last. */
const inTurn = <Result>(work: () => Promise<Result>) => work();

describe("signing out", () => {
  const marker = () => {
    const kept: { now: SignOutMarker | null } = { now: null };
    const store = {
      get: async () => kept.now,
      set: async (value: SignOutMarker | null) => {
        kept.now = value;
      },
    };
    return { kept, store };
  };

  test("[R23] also offline, private rows are removed at once, and the log-out is sent before any other call", async () => {
    const phone = await aPhone({ rows: { notes: [aNote("n1", "private")] } });
    await send(phone, "unsent");
    await phone.cut();
    const { kept, store } = marker();
    let isReachable = false;
    const logOut = async () => isReachable;
    const leaving = signOut(phone, {
      userId: ann,
      marker: store,
      clock: { now: () => 0, elapsed: () => 0, after: (_, task) => (task(), () => undefined) },
      ask: async (left) => (left.length === 1 ? "keep" : "stay"),
      disconnect: async () => undefined,
      logOut,
      inTurn,
    });
    expect(await leaving).toBe("signed-out");
    expect(phone.disk.rowsOf("notes")).toEqual([]);
    expect(phone.disk.outbox()).toHaveLength(1);
    expect(shownUser(ann, kept.now)).toBeNull();
    const ports: LeftoverPorts = {
      marker: store,
      logOut,
      inTurn,
      leftovers: { all: () => [], add: () => undefined, remove: () => undefined },
      finish: () => finishSignOut(() => anEngine(new MemoryStore(phone.disk)), { userId: ann, ...ports }),
      park: () => Promise.reject(new Error("No session ended.")),
      failed: (what) => expect.fail(what),
    };
    expect(await settlePendingSignOut(ports)).toBe(false);
    isReachable = true;
    expect(await settlePendingSignOut(ports)).toBe(true);
    expect(phone.disk.outbox()).toHaveLength(1);
    expect([kept.now, shownUser(ann, kept.now)]).toEqual([null, ann]);
  });

  test("[R9] discarding ends the session first, then removes the database", async () => {
    const phone = await aPhone();
    await send(phone, "unsent");
    await phone.cut();
    const order: string[] = [];
    await signOut(
      { engine: phone.engine, store: { ...phone.store, remove: async () => void order.push("removed") } },
      {
        userId: ann,
        marker: marker().store,
        clock: { now: () => 0, elapsed: () => 0, after: (_, task) => (task(), () => undefined) },
        ask: async () => "discard",
        disconnect: async () => void order.push("disconnected"),
        logOut: async () => (order.push("session ended"), true),
        inTurn,
      },
    );
    expect(order).toEqual(["disconnected", "session ended", "removed"]);
  });
});

describe("a sign-out that two tabs finish", () => {
  test("[R23] is sent once, and a user who has signed in since stays", async () => {
    let turn: Promise<unknown> = Promise.resolve();
    const ports = {
      userId: ann,
      inTurn: <Result>(work: () => Promise<Result>) => {
        const done = turn.then(work);
        turn = done;
        return done;
      },
      marker: { get: async () => pending, set: async (value: SignOutMarker | null) => void (pending = value) },
      logOut: async () => (ended.push(cookie), true),
    };
    let pending: SignOutMarker | null = { userId: ann, leave: "discard" };
    let cookie = "ann's";
    const ended: string[] = [];
    const [first, second] = [await aPhone(), await aPhone()];
    const removed: string[] = [];
    const device = (phone: typeof first, name: string) => () => ({
      engine: phone.engine,
      store: { ...phone.store, remove: async () => void removed.push(name), close: () => undefined },
    });
    const settled = finishSignOut(device(first, "first"), ports);
    const late = finishSignOut(device(second, "second"), ports);
    await settled;
    cookie = "bob's";
    await late;
    expect([ended, removed, pending]).toEqual([["ann's"], ["first"], null]);
  });
});

describe("pictures", () => {
  test("[R21] a queued picture survives a closed app, is uploaded once, and its command waits for it", async () => {
    const phone = await aPhone();
    const mark = await phone.engine.pictures.add(new Blob(["pixels"]));
    const made = await phone.engine.queue("things.create", { a: mark, b: "1" });
    expect(await states(phone)).toEqual(["things.create blocked"]);
    expect(await phone.engine.row("things", made.id)).toMatchObject({ a: mark, waiting: "pending" });
    phone.engine.stop();

    const calls: string[] = [];
    let claims = 0;
    const reopened = anEngine(new MemoryStore(phone.disk), {
      pictures: {
        address: async () => (calls.push("address"), "/put/1"),
        put: async () => (calls.push("put"), "done"),
        claim: async () => {
          calls.push("claim");
          if (++claims === 1) throw new Error("no answer");
          return { path: "/objects/1" };
        },
      },
    });
    await reopened.engine.start();
    await answerNext(reopened);
    void reopened.engine.trigger("online");
    await answerNext(reopened);
    expect(calls).toEqual(["address", "put", "claim", "claim"]);
    const request = await reopened.nextRequest();
    expect(request.commands).toMatchObject([{ id: made.id, input: { a: "/objects/1" } }]);
    expect([...phone.disk.pictures.values()]).toMatchObject([{ data: null, path: "/objects/1" }]);
  });

  test("[R21] a refused picture returns its command to the user", async () => {
    const refusal = { code: "not-an-image", message: "This is no picture." };
    const phone = await aPhone(
      {},
      {
        pictures: {
          address: async () => "/put/1",
          put: async () => refusal,
          claim: async () => "spent" as const,
        },
      },
    );
    const mark = await phone.engine.pictures.add(new Blob(["text"]));
    const made = await phone.engine.queue("things.create", { a: mark, b: "1" });
    await phone.isQuiet();
    expect(await phone.engine.outbox()).toMatchObject([{ id: made.id, state: "attention", refusal }]);
    const fresh = await phone.engine.edit(made.id, { input: { a: "/objects/other", b: "1" } });
    expect(await answerAll(phone, { status: "applied" })).toEqual([fresh]);
    expect(phone.disk.pictures.size).toBe(0);
  });
});
