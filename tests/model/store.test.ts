// The contract of both stores: the memory store of the model, and the real one on IndexedDB.
import "fake-indexeddb/auto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { deviceNote, setDeviceNote } from "../../pwa/device/person/device-notes.ts";
import { STORE_VERSION } from "../../pwa/device/person/mirrors.ts";
import { personDbName } from "../../pwa/device/store/person-db.ts";
import { PersonStore, type PersonStoreOptions } from "../../pwa/device/store/person-store.ts";
import type { NewEntry } from "../../pwa/device/sync/entry.ts";
import { type Store, StoreFault } from "../../pwa/device/sync/ports.ts";
import { QueueError } from "../../pwa/device/sync/queue-error.ts";
import { shownUser } from "../../pwa/device/sync/sign-out.ts";
import { MemoryDisk } from "./memory-disk.ts";
import { MemoryStore } from "./memory-store.ts";
import { aNote, anEngine, answerTo } from "./one-engine.ts";
import { keys, modelId } from "./small-world.ts";

const entities = [...keys.keys()];
let people = 0;

/** A user id that no other test here has. */
function aUser(): string {
  return `user-${++people}`;
}

function onIndexedDb(user = aUser(), options: Partial<PersonStoreOptions> = {}): PersonStore {
  return new PersonStore(user, { entities, newId: () => modelId(0), ...options });
}

function inMemory(): Store {
  return new MemoryStore(new MemoryDisk(entities, { clientId: modelId(0), life: modelId(0), schema: 0 }));
}

function entry(name: string, lane = "talk:bob"): NewEntry {
  return {
    id: modelId(0),
    name,
    lane,
    input: { text: name },
    at: "2026-11-21T10:00:00.000Z",
    state: "queued",
    sent: false,
    waitsFor: [],
    accidents: 0,
  };
}

afterEach(() => vi.restoreAllMocks());

describe.each([
  ["in memory", () => inMemory()],
  ["on IndexedDB", () => onIndexedDb()],
])("a store %s", (_, open) => {
  test("begins without a cursor and stores one", async () => {
    const store = open();
    const before = await store.read((tx) => tx.meta());
    expect(before).toMatchObject({ cursor: null, replacing: false, signedOut: false, upgradeFrom: null });
    await store.writeOutbox((tx) => tx.setMeta({ cursor: "c1", clockOffset: 5 }));
    expect(await store.read((tx) => tx.meta())).toEqual({ ...before, cursor: "c1", clockOffset: 5 });
  });

  test("keeps entries in the order queued, also when some between are removed", async () => {
    const store = open();
    const [a, b, c] = [entry("a"), entry("b", "talk:eve"), entry("c")];
    await store.writeOutbox(async (tx) => {
      await tx.addEntries([a, b]);
      await tx.addEntries([c]);
    });
    await store.writeOutbox(async (tx) => {
      const first = await tx.entry(a.id);
      await tx.putEntries([{ ...first!, state: "sending", sent: true }]);
      expect(await tx.countEntries()).toBe(3);
      expect((await tx.entriesOfLane("talk:bob")).map(({ name }) => name)).toEqual(["a", "c"]);
    });
    expect((await store.read((tx) => tx.entries())).map(({ name, state }) => `${name} ${state}`)).toEqual([
      "a sending",
      "b queued",
      "c queued",
    ]);
    await store.writeOutbox(async (tx) => tx.removeEntries([(await tx.entry(b.id))!]));
    await store.writeOutbox((tx) => tx.addEntries([b]));
    expect((await store.read((tx) => tx.entries())).map(({ name }) => name)).toEqual(["a", "c", "b"]);
  });

  test("[S1323] removes the entries that it is given, in any order, and none before, between or after them", async () => {
    const store = open();
    const names = [..."abcdefghij"];
    await store.writeOutbox((tx) => tx.addEntries(names.map((name) => entry(name))));
    const left = async () => (await store.read((tx) => tx.entries())).map(({ name }) => name).join("");
    const remove = (gone: string) =>
      store.writeOutbox(async (tx) =>
        tx.removeEntries((await tx.entries()).reverse().filter(({ name }) => gone.includes(name))),
      );
    await remove("bcdfij");
    expect(await left()).toBe("aegh");
    // Places that are free again belong to none.
    await remove("eg");
    expect(await left()).toBe("ah");
    await remove("");
    expect(await left()).toBe("ah");
  });

  test("[R2] rolls back a failed transaction completely", async () => {
    const store = open();
    await store.write(async (tx) => {
      await tx.putRows("notes", [{ key: "n1", row: { id: "n1", text: "kept" } }], 1);
      await tx.addEntries([entry("kept")]);
    });
    const failed = store.write(async (tx) => {
      await tx.putRows("notes", [{ key: "n2", row: { id: "n2" } }], 2);
      await tx.dropRows("notes", ["n1"]);
      await tx.removeEntries(await tx.entries());
      await tx.addEntries([entry("gone")]);
      await tx.setMeta({ cursor: "c9" });
      throw new Error("cut here");
    });
    await expect(failed).rejects.toThrow("cut here");
    expect(await store.read((tx) => tx.rows("notes"))).toEqual([{ id: "n1", text: "kept" }]);
    expect((await store.read((tx) => tx.entries())).map(({ name }) => name)).toEqual(["kept"]);
    expect((await store.read((tx) => tx.meta())).cursor).toBeNull();
  });

  test("puts, finds, drops and clears rows", async () => {
    const store = open();
    const rows = ["t1", "t2", "t3"].map((id, at) => ({ key: id, row: { id, ownerId: at === 1 ? "eve" : "ann" } }));
    await store.write((tx) => tx.putRows("things", rows, 1));
    expect((await store.read((tx) => tx.rowsWhere("things", "ownerId", "ann"))).map((row) => row["id"])).toEqual([
      "t1",
      "t3",
    ]);
    await store.write((tx) => tx.dropRows("things", ["t1", "never"]));
    await store.write((tx) => tx.putRows("things", [rows[2]!], 2));
    await store.write((tx) => tx.dropRowsBefore(2));
    expect(await store.read((tx) => tx.rows("things"))).toEqual([rows[2]!.row]);
    expect(await store.read((tx) => tx.row("things", "t3"))).toEqual(rows[2]!.row);
    await store.write((tx) => tx.clearRows());
    expect(await store.read((tx) => tx.row("things", "t3"))).toBeUndefined();
  });

  test("runs transactions one after another", async () => {
    const store = open();
    const raise = () =>
      store.writeOutbox(async (tx) => {
        const { epoch } = await tx.meta();
        await tx.setMeta({ epoch: epoch + 1 });
      });
    await Promise.all(Array.from({ length: 20 }, raise));
    expect((await store.read((tx) => tx.meta())).epoch).toBe(20);
  });

  test("stores settled commands and deletes old ones", async () => {
    const store = open();
    await store.write((tx) => tx.logSettled({ ids: ["old", "older"], at: 10 }, 0));
    await store.write((tx) => tx.logSettled({ ids: ["alone"], at: 10 }, 0));
    const were = (...ids: string[]) => store.writeOutbox((tx) => tx.wereSettled(ids));
    expect([await were("old", "older", "alone"), await were("alone"), await were("old", "new")]).toEqual([
      true,
      true,
      false,
    ]);
    await store.write((tx) => tx.logSettled({ ids: ["new", "newer"], at: 90 }, 50));
    expect(await Promise.all([were("old"), were("older"), were("alone")])).toEqual([false, false, false]);
    expect(await were("newer", "new")).toBe(true);
  });

  test("[R21] keeps pictures until they are removed", async () => {
    const store = open();
    const picture = { id: "p1", data: new Blob(["pixels"]), at: 5 };
    await store.writeOutbox((tx) => tx.putPicture(picture));
    expect((await store.read((tx) => tx.pictures())).map(({ id }) => id)).toEqual(["p1"]);
    await store.writeOutbox((tx) => tx.removePictures(["p1"]));
    expect(await store.read((tx) => tx.pictures())).toEqual([]);
  });

  test("[R11] shows a command's row from the tap to the server's row", async () => {
    const phone = anEngine(open());
    const { id } = await phone.engine.queue("notes.send", { to: "bob", text: "on final" });
    const shown = async () =>
      (await phone.engine.rows("notes")).map(({ text, waiting }) => `${String(text)} ${waiting}`);
    expect(await shown()).toEqual(["on final pending"]);
    const request = await phone.nextRequest();
    expect(request.commands.map((command) => command.id)).toEqual([id]);
    expect(await shown()).toEqual(["on final pending"]);
    await phone.reply(answerTo(request, { rows: { notes: [aNote(id, "on final")] }, applied: [id] }));
    expect(await shown()).toEqual(["on final undefined"]);
    expect(await phone.engine.outbox()).toEqual([]);
  });
});

describe("the store on IndexedDB when storage fails", () => {
  test("[R17] a full device is reported, and nothing is queued", async () => {
    const store = onIndexedDb();
    const phone = anEngine(store);
    const full = vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(noRoom);
    const queued = phone.engine.queue("notes.send", { to: "bob", text: "hello" });
    await expect(queued).rejects.toBeInstanceOf(QueueError);
    await expect(queued).rejects.toMatchObject({ code: "not-saved", cause: { kind: "full" } });
    full.mockRestore();
    expect(await phone.engine.outbox()).toEqual([]);
    await phone.engine.queue("notes.send", { to: "bob", text: "hello" });
    expect(await phone.engine.outbox()).toHaveLength(1);
  });

  test("[R19] less important data is deleted once before a write fails", async () => {
    let asked = 0;
    const store = onIndexedDb(aUser(), {
      makeRoom: async () => {
        asked++;
        return true;
      },
    });
    await store.read((tx) => tx.meta());
    vi.spyOn(IDBObjectStore.prototype, "add").mockImplementationOnce(noRoom);
    await anEngine(store).engine.queue("notes.send", { to: "bob", text: "hello" });
    expect(asked).toBe(1);
  });

  test("[R17] a lost connection is reopened once, and the write succeeds", async () => {
    const user = aUser();
    const store = onIndexedDb(user);
    await store.read((tx) => tx.meta());
    loseConnection(store);
    await anEngine(store).engine.queue("notes.send", { to: "bob", text: "hello" });
    store.close();
    expect(await onIndexedDb(user).read((tx) => tx.entries())).toHaveLength(1);
  });

  test("[R22] a new store version keeps outbox and rows, and reads all rows again", async () => {
    const user = aUser();
    let outdated = 0;
    const old = onIndexedDb(user, { outdated: () => outdated++ });
    await anEngine(old).engine.queue("notes.send", { to: "bob", text: "hello" });
    await old.write(async (tx) => {
      await tx.putRows("notes", [{ key: "n1", row: { id: "n1" } }], 1);
      await tx.setMeta({ cursor: "c1" });
    });
    const next = onIndexedDb(user, { version: STORE_VERSION + 1 });
    const [entries, rows, meta] = await next.read((tx) =>
      Promise.all([tx.entries(), tx.rows("notes"), tx.meta()] as const),
    );
    expect([entries.length, rows.length, meta.cursor]).toEqual([1, 1, null]);
    expect(outdated).toBe(1);
    await expect(anEngine(old).engine.queue("notes.send", { to: "bob", text: "late" })).rejects.toMatchObject({
      code: "not-saved",
    });
  });

  test("reports that another tab blocks an upgrade", async () => {
    const user = aUser();
    const first = onIndexedDb(user);
    await first.read((tx) => tx.meta());
    first.close();
    // An old tab that ignores the event.
    const deaf = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(personDbName(user));
      request.onsuccess = () => resolve(request.result);
    });
    const blocked = new Promise<void>((resolve) => {
      const next = onIndexedDb(user, { version: STORE_VERSION + 1, blocked: resolve });
      void next.read((tx) => tx.meta());
    });
    await blocked;
    deaf.close();
  });

  test("[R23] a database removed in one tab is gone in all, and no late answer restores it", async () => {
    const user = aUser();
    const [here, there] = [onIndexedDb(user), onIndexedDb(user)];
    await here.write((tx) => tx.putRows("notes", [{ key: "n1", row: { id: "n1" } }], 1));
    await there.read((tx) => tx.meta());
    await here.remove();
    const late = there.write((tx) => tx.putRows("notes", [{ key: "n2", row: { id: "n2" } }], 1));
    await expect(late).rejects.toBeInstanceOf(StoreFault);
    await expect(late).rejects.toMatchObject({ kind: "gone" });
    const names = (await indexedDB.databases()).map(({ name }) => name);
    expect(names).not.toContain(personDbName(user));
  });
});

/** Simulates Safari, which closes the connection of a background page. */
function loseConnection(store: PersonStore): void {
  const { db } = store as unknown as { db: { backendDB(): IDBDatabase } };
  db.backendDB().close();
}

test("[R23] the worker's copy of a pending sign-out survives a closed app", async () => {
  expect(await deviceNote("sign-out")).toBeNull();
  await setDeviceNote("sign-out", { userId: "ann", leave: "keep" });
  expect(shownUser("ann", await deviceNote("sign-out"))).toBeNull();
  await setDeviceNote("sign-out", null);
  expect(shownUser("ann", await deviceNote("sign-out"))).toBe("ann");
});

function noRoom(): never {
  throw new DOMException("no room", "QuotaExceededError");
}
