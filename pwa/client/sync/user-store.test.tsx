// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { act, cleanup, render, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ExchangeRequest } from "../../../shared/sync.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { useProgress } from "./sync-status.ts";
import { followUser, openedStore, useCurrentStore, NotKept, queue } from "./current-store.ts";
import { useRows, type RowWithStatus } from "./rows.ts";
import { useNamedEntries, useQueueEntries } from "./queue-entries.ts";
import { startSignOut, useSignOut } from "../session/sign-out.ts";
import { discard, edit, retry, sendNow } from "./sync-state.ts";

/** A server that knows favourites only: enough to see rows come and commands settle. */
class SmallServer {
  readonly favorites = new Map<string, { id: string; userId: string; aircraftId: string; createdAt: string }>();
  readonly received: ExchangeRequest[] = [];
  reach: "open" | "no-network" | "failing" | "signed-out" = "open";
  refuses = false;
  #changes = 0;

  answer(request: ExchangeRequest): Response {
    this.received.push(request);
    if (this.reach === "no-network") throw new TypeError("Failed to fetch");
    if (this.reach === "failing") return Response.json({ error: "Not now.", code: "not-ready" }, { status: 503 });
    if (this.reach === "signed-out")
      return Response.json({ error: "Please log in.", code: "signed-out" }, { status: 401 });
    const drops: string[] = [];
    const outcomes = request.commands.map(({ id, name, input }) => {
      if (this.refuses) return { id, status: "refused", code: "aircraft-not-found", message: "This aircraft is gone." };
      const { aircraftId } = input as { aircraftId: string };
      if (name === "messages.send") return { id, status: "applied" };
      if (name === "favorites.add") this.put(request.userId, aircraftId, id);
      else if (this.favorites.delete(aircraftId)) drops.push(aircraftId);
      return { id, status: "applied" };
    });
    this.#changes += 1;
    return Response.json({
      from: request.cursor,
      to: `c${this.#changes}`,
      rows: { favorites: [...this.favorites.values()].filter(({ userId }) => userId === request.userId) },
      drops: { favorites: drops },
      outcomes,
      serverTime: new Date().toISOString(),
    });
  }

  put(userId: string, aircraftId: string, id = newId()): void {
    this.favorites.set(aircraftId, { id, userId, aircraftId, createdAt: "2026-11-21T10:00:00.000Z" });
  }
}

// The device's code is fetched when it is first needed, which on a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000 });

class NoSocket {
  send(): void {}
  close(): void {}
}

let server: SmallServer;
let me: string;
const ended = vi.fn();
const events = { ended, outdated: () => undefined };

beforeEach(() => {
  server = new SmallServer();
  me = newId();
  ended.mockReset();
  localStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("WebSocket", NoSocket);
  vi.stubGlobal("fetch", (path: string, init?: { body?: string }) =>
    path === "/api/sync"
      ? Promise.resolve().then(() => server.answer(JSON.parse(init?.body ?? "{}") as ExchangeRequest))
      : Promise.resolve(new Response(null, { status: 200 })),
  );
});
afterEach(() => {
  act(() => followUser(null, events));
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Every state of the rows that was drawn. */
let drawn: (readonly RowWithStatus<"favorites">[] | undefined)[];
function Rows() {
  drawn.push(useRows("favorites"));
  return null;
}
let items: ReturnType<typeof useNamedEntries>;
function Items() {
  items = useNamedEntries();
  return null;
}
let unnamed: ReturnType<typeof useQueueEntries>;
function Unnamed() {
  unnamed = useQueueEntries();
  return null;
}

function draw() {
  drawn = [];
  render(
    <>
      <Rows />
      <Items />
    </>,
  );
}

const signIn = (userId = me) => act(() => followUser(userId, events));
const now = () => drawn.at(-1);
// Outside `act`: within it React holds drawings back until its end, and what is waited for would never be drawn.
const until = (check: () => void) => waitFor(check, { timeout: 12_000, interval: 5 });

describe("rows", () => {
  it("are unknown until the server has spoken, and then what it said", async () => {
    server.put(me, "a1");
    draw();
    signIn();
    expect(now()).toBeUndefined();
    await until(() => expect(now()).toMatchObject([{ aircraftId: "a1" }]));
    expect(drawn.filter((rows) => rows?.length === 0)).toEqual([]);
  });

  it("[S1309] are asked for again when the page comes into view", async () => {
    draw();
    signIn();
    await until(() => expect(now()).toEqual([]));
    server.put(me, "a1");
    const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    state.mockReturnValue("visible");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await until(() => expect(now()).toMatchObject([{ aircraftId: "a1" }]));
  });

  it("[R13] of one person are off the screen before the next one's come", async () => {
    server.put(me, "a1");
    draw();
    signIn();
    await until(() => expect(now()).toHaveLength(1));
    const other = newId();
    const before = drawn.length;
    signIn(other);
    await until(() => expect(now()).toEqual([]));
    expect(drawn.slice(before).every((rows) => !rows?.length)).toBe(true);
    expect(server.received.at(-1)).toMatchObject({ userId: other, commands: [] });
  });

  it("are not opened for a person who left while the code was loading", async () => {
    signIn();
    const opened = openedStore();
    act(() => followUser(null, events));
    await expect(opened).rejects.toThrow("Please log in first.");
    expect(localStorage.getItem("session-mark")).toBeNull();
    expect(server.received).toEqual([]);
  });
});

describe("queue", () => {
  const plane = newId();

  it("[R10] [R11] shows the change at once and without a gap until it has settled", async () => {
    draw();
    signIn();
    await until(() => expect(now()).toEqual([]));
    const before = drawn.length;
    await act(() => queue("favorites.add", { aircraftId: plane }));
    await until(() => expect(now()).toMatchObject([{ aircraftId: plane }]));
    await until(() => expect(now()?.[0]?.waiting).toBeUndefined());
    const sizes = drawn.slice(before).map((rows) => rows?.length);
    expect(sizes.join("")).toMatch(/^0*1+$/);
    expect([...server.favorites.keys()]).toEqual([plane]);
  });

  it("keeps what cannot be sent, says so, and sends it once there is a way", async () => {
    draw();
    signIn();
    await until(() => expect(now()).toEqual([]));
    server.reach = "no-network";
    const { id } = await act(() => queue("favorites.add", { aircraftId: plane }));
    await until(() => expect(now()).toMatchObject([{ waiting: "waiting", entryId: id }]));
    await until(() => expect(useProgress.getState()).toMatchObject({ kind: "waiting", waiting: 1 }));
    await until(() => expect(items).toMatchObject([{ id, what: "Favorite", state: "waiting", canDiscard: false }]));
    server.reach = "open";
    await act(() => sendNow());
    await until(() => expect(useProgress.getState()).toMatchObject({ kind: "sent", waiting: 0 }));
    expect(server.received.flatMap(({ commands }) => commands).every((command) => command.id === id)).toBe(true);
  });

  it("[R18] a refused change waits for the person, who may try again or drop it; dropping is no success", async () => {
    draw();
    signIn();
    await until(() => expect(now()).toEqual([]));
    server.refuses = true;
    const { id } = await act(() => queue("favorites.add", { aircraftId: plane }));
    await until(() => expect(items).toMatchObject([{ id, state: "attention", reason: "This aircraft is gone." }]));
    await until(() => expect(useProgress.getState()).toMatchObject({ kind: "failed", failed: 1, waiting: 0 }));
    await until(() => expect(now()).toMatchObject([{ waiting: "attention" }]));
    await act(() => retry(id));
    await until(() =>
      expect(items?.[0]).toMatchObject({ state: "attention", id: expect.not.stringContaining(id) as string }),
    );
    await act(() => discard(items![0]!.id));
    await until(() => expect(items).toEqual([]));
    await until(() => expect(useProgress.getState().kind).toBe("idle"));
    await until(() => expect(now()).toEqual([]));
  });

  it("[S1306] is known to any number of cards without a read of theirs, with each change of its state", async () => {
    drawn = [];
    render(
      <>
        <Rows />
        {["one", "two", "three"].map((name) => (
          <Unnamed key={name} />
        ))}
      </>,
    );
    signIn();
    await until(() => expect(now()).toEqual([]));
    const { engine } = await openedStore();
    const reads = vi.spyOn(engine, "outbox");
    server.refuses = true;
    const { id } = await act(() => queue("favorites.add", { aircraftId: plane }));
    await until(() => expect(unnamed).toMatchObject([{ id, state: "attention", reason: "This aircraft is gone." }]));
    await act(() => discard(id));
    await until(() => expect(unnamed).toEqual([]));
    expect(reads).not.toHaveBeenCalled();
  });

  it("takes other words for a refused message, under a new id", async () => {
    draw();
    signIn();
    await until(() => expect(now()).toEqual([]));
    server.refuses = true;
    const input = { receiverId: newId(), content: "Is it free?", aircraftId: null };
    const { id } = await act(() => queue("messages.send", input));
    await until(() => expect(items).toMatchObject([{ state: "attention", editable: "content", about: "Is it free?" }]));
    server.refuses = false;
    await act(() => edit(id, { ...items![0]!.input, content: "Is it free on Sunday?" }));
    await until(() => expect(items).toEqual([]));
    const sent = server.received.flatMap(({ commands }) => commands);
    expect(sent.map((command) => (command.input as { content: string }).content)).toEqual([
      "Is it free?",
      "Is it free on Sunday?",
    ]);
    expect(sent[1]!.id).not.toBe(id);
  });

  it("counts and lists no read marks: nobody did them on purpose", async () => {
    server.reach = "no-network";
    draw();
    signIn();
    await act(() => queue("messages.markRead", { userId: newId() }));
    await act(() => queue("favorites.add", { aircraftId: plane }));
    await until(() => expect(useProgress.getState()).toMatchObject({ waiting: 1, failed: 0 }));
    await until(() => expect(items).toMatchObject([{ name: "favorites.add" }]));
    expect(await (await act(openedStore)).engine.outbox()).toHaveLength(2);
  });

  it("[R9] signing out asks nothing about read marks and keeps them", async () => {
    server.reach = "no-network";
    draw();
    signIn();
    const { id } = await act(() => queue("messages.markRead", { userId: newId() }));
    const ports = { hide: () => followUser(null, events), logOut: () => Promise.resolve(true) };
    await act(async () => expect(await startSignOut(me, ports)).toBe("signed-out"));
    expect(useSignOut.getState().question).toBeNull();
    signIn();
    expect((await (await act(openedStore)).engine.outbox()).map((entry) => entry.id)).toEqual([id]);
  });

  it("says so when the server has failed three times in a row, and when it has answered", async () => {
    server.reach = "failing";
    draw();
    signIn();
    await act(() => queue("favorites.add", { aircraftId: plane }));
    for (let failures = 0; failures < 3; failures++) await act(sendNow);
    expect(useProgress.getState()).toMatchObject({ hasSynced: false, trouble: { nextTryAt: expect.any(Number) } });
    server.reach = "open";
    await act(sendNow);
    expect(useProgress.getState()).toMatchObject({ hasSynced: true, trouble: null });
  });

  it("refuses in plain words what nobody can keep", async () => {
    await expect(queue("favorites.add", { aircraftId: plane })).rejects.toMatchObject({
      message: "Please log in first.",
    });
    signIn();
    await act(openedStore);
    await expect(queue("favorites.add", { aircraftId: "no id" })).rejects.toBeInstanceOf(NotKept);
  });

  it("[R17] rejects when the device keeps nothing", async () => {
    const { open } = indexedDB;
    indexedDB.open = () => {
      throw new DOMException("No storage here.", "UnknownError");
    };
    try {
      signIn();
      await expect(act(() => queue("favorites.add", { aircraftId: plane }))).rejects.toMatchObject({
        message: "This could not be saved on this device. Nothing was sent.",
      });
      expect(useCurrentStore.getState().phase).toBe("broken");
      expect(server.received).toEqual([]);
    } finally {
      indexedDB.open = open;
    }
  });
});

describe("a session that the server ended", () => {
  it("[R13] [R23] takes the rows away and keeps what waits for the same person", async () => {
    server.put(me, "a1");
    draw();
    signIn();
    await until(() => expect(now()).toHaveLength(1));
    server.reach = "signed-out";
    const { id } = await act(() => queue("favorites.add", { aircraftId: newId() }));
    await until(() => expect(ended).toHaveBeenCalledOnce());
    const { engine } = await act(openedStore);
    expect(await engine.outbox()).toMatchObject([{ id, state: "parked", reason: "signed-out" }]);
    expect(await engine.rows("favorites", { filter: (row) => !row.waiting })).toEqual([]);
  });
});
