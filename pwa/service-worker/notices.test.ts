import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { commands } from "../../shared/commands.ts";
import type { PushPayload } from "../../shared/domain/notices-rules.ts";
import { newId } from "../../shared/kit/ids.ts";
import type { ExchangeRequest } from "../../shared/sync.ts";
import { deviceNote, setDeviceNote } from "../device/person/device-notes.ts";
import { personEngine } from "../device/person/person-engine.ts";
import { writes } from "../device/sync/writes.ts";
import { onPush } from "./notices.ts";
import { sendOutbox } from "./outbox.ts";
import { endSessionHere } from "./session-end.ts";

const NEUTRAL = "There is something new. Open Tailhour to see it.";

/** The browser's side: shown notifications, icon count, and whether a push subscription exists. */
let tray: { tag: string; body: string; data: unknown; close(): void }[];
let badges: number[];
let isSubscribed: boolean;

/** The server's side. */
let messages: { id: string; read: boolean }[];
type Answer = "ok" | "signed-out" | "unreachable";
let answer: () => Answer | Promise<Answer>;
let requestCount: number;

let me: string;
const signedIn = () => ({ userId: me, session: "s1" });

beforeEach(async () => {
  [tray, badges, isSubscribed, messages, answer, requestCount] = [[], [], true, [], () => "ok", 0];
  me = newId();
  await setDeviceNote("sign-out", null);
  await setDeviceNote("signed-in", signedIn());
  await setDeviceNote("push", { userId: me, person: "hash", publicKey: "key" });
  vi.stubGlobal("navigator", {
    setAppBadge: async (count: number) => void badges.push(count),
    clearAppBadge: async () => void badges.push(0),
  });
  const unsubscribe = async () => !(isSubscribed = false);
  vi.stubGlobal("self", {
    navigator,
    registration: {
      showNotification: async (_title: string, { tag = "", body = "", data }: NotificationOptions) => {
        remove(tag);
        tray.push({ tag, body, data, close: () => remove(tag) });
      },
      getNotifications: async () => [...tray],
      pushManager: { getSubscription: async () => (isSubscribed ? { unsubscribe } : null) },
    },
  });
  vi.stubGlobal("fetch", async (_path: string, { body = "{}" }: { body?: string }) => {
    const { cursor, commands } = JSON.parse(body) as ExchangeRequest;
    requestCount += 1;
    const how = await answer();
    if (how === "unreachable") throw new TypeError("Failed to fetch");
    if (how === "signed-out") return Response.json({ error: "Log in.", code: "signed-out" }, { status: 401 });
    const rows = {
      messages: messages.map((message) => ({
        senderId: "peer",
        aircraftId: null,
        createdAt: "2026-11-20T10:00:00.000Z",
        ...message,
        receiverId: me,
      })),
    };
    const outcomes = commands.map(({ id }) => ({ id, status: "applied" }));
    const serverTime = new Date().toISOString();
    return Response.json({ from: cursor, to: `c${requestCount}-${me}`, rows, drops: {}, outcomes, serverTime });
  });
});
afterEach(() => vi.unstubAllGlobals());

function remove(tag: string) {
  tray = tray.filter((notice) => notice.tag !== tag);
}

function push(change: Partial<PushPayload> = {}): Promise<void> {
  const plain = { kind: "messages", person: "hash", tag: "conversation:x", path: "/messages", unread: 3 };
  const payload = { ...plain, name: "Marisol", text: "Code 4417.", ...change };
  return onPush({ json: () => payload } as PushMessageData);
}

const bodies = () => tray.map(({ body }) => body);

/** The page's sync engine, without a network. */
function idleEngine() {
  const transport = { exchange: () => Promise.reject(new Error("Nothing is sent from here.")) };
  return personEngine({ userId: me, commands: { commands, writes }, transport, session: () => "s1" });
}

/** Makes IndexedDB fail while `work` runs, as under storage pressure. */
async function withoutStorage(work: () => Promise<void>): Promise<void> {
  const { open } = indexedDB;
  indexedDB.open = () => {
    throw new DOMException("No storage here.", "UnknownError");
  };
  try {
    await work();
  } finally {
    indexedDB.open = open;
  }
}

describe("a push for the signed-in user", () => {
  it("takes the count from the rows of its exchange, not from its old payload", async () => {
    messages = [
      { id: newId(), read: true },
      { id: newId(), read: false },
    ];
    await push({ unread: 3 });
    expect(badges).toEqual([3, 1]);
    messages = messages.map((message) => ({ ...message, read: true }));
    await push({ unread: 3 });
    expect(badges.slice(2)).toEqual([3, 0]);
  });

  it("keeps its own count when the server does not answer, since the device's rows are older", async () => {
    messages = [{ id: newId(), read: false }];
    await push({ unread: 1 });
    answer = () => "unreachable";
    await push({ unread: 2 });
    expect(badges.at(-1)).toBe(2);
  });

  it("keeps its own notification until the next event, even if its message was read elsewhere", async () => {
    const latest = newId();
    messages = [{ id: latest, read: true }];
    await push({ latest });
    expect(bodies()).toEqual(["Code 4417."]);
    await push({ tag: "conversation:y", text: "Other." });
    expect(bodies()).toEqual(["Other."]);
  });

  it("lets the newest of several pushes set the count", async () => {
    let release = (): void => undefined;
    const isHeld = new Promise<"ok">((resolve) => (release = () => resolve("ok")));
    answer = () => isHeld;
    messages = [{ id: newId(), read: false }];
    const first = push({ unread: 1 });
    await vi.waitFor(() => expect(requestCount).toBe(1), { timeout: 10_000 });
    const others = [push({ unread: 2, tag: "conversation:y" }), push({ unread: 3, tag: "conversation:z" })];
    await vi.waitFor(() => expect(badges).toEqual([1, 2, 3]), { timeout: 10_000 });
    messages = [1, 2, 3].map(() => ({ id: newId(), read: false }));
    answer = () => "ok";
    release();
    await Promise.all([first, ...others]);
    // The first exchange is older than the third push, so it does not set the count.
    expect(badges).toEqual([1, 2, 3, 3]);
    expect(requestCount).toBe(2);
  });
});

describe("[R13] a session that the worker finds ended", () => {
  it("replaces the text of a late push with the neutral line, and ends the subscription", async () => {
    await push();
    answer = () => "signed-out";
    await push({ tag: "conversation:y", text: "Too late." });
    expect(bodies()).toEqual([NEUTRAL]);
    expect(badges.at(-1)).toBe(0);
    expect(isSubscribed).toBe(false);
    expect([await deviceNote("signed-in"), await deviceNote("push")]).toEqual([null, null]);

    // The server may accept the session again; nothing is shown before a user signs in.
    answer = () => "ok";
    await push({ text: "Later still." });
    expect(bodies()).toEqual([NEUTRAL]);
  });

  it("closes what belongs to the user and keeps the neutral line of a push that came before", async () => {
    await push();
    await push({ person: "somebody else", tag: "conversation:y" });
    await endSessionHere(me, "s1");
    expect(bodies()).toEqual([NEUTRAL]);
  });

  it("[R23] ends the subscription also after a background sync, and keeps the outbox for the user", async () => {
    messages = [{ id: newId(), read: false }];
    await push();
    const { engine, store } = idleEngine();
    const { id } = await engine.queue("favorites.add", { aircraftId: newId() });
    engine.stop();
    expect(await engine.rows("messages")).toHaveLength(1);
    answer = () => "signed-out";
    await sendOutbox();
    expect(bodies()).toEqual([]);
    expect(isSubscribed).toBe(false);
    expect([await deviceNote("signed-in"), await deviceNote("push")]).toEqual([null, null]);
    expect(await engine.rows("messages")).toEqual([]);
    expect(await engine.outbox()).toMatchObject([{ id, state: "parked", reason: "signed-out" }]);
    store.close();
  });

  it("does not affect a user who signed in meanwhile", async () => {
    answer = async () => {
      const isOld = (await deviceNote("signed-in"))?.session === "s1";
      await setDeviceNote("signed-in", { userId: me, session: "s2" });
      return isOld ? "signed-out" : "ok";
    };
    await push();
    expect(await deviceNote("signed-in")).toEqual({ userId: me, session: "s2" });
    expect(await deviceNote("push")).not.toBeNull();
    expect(isSubscribed).toBe(true);
    expect(bodies()).toEqual(["Code 4417."]);
  });
});

describe("a push for a user who is not signed in", () => {
  it("shows nothing private and ends a subscription that no user wants", async () => {
    await setDeviceNote("signed-in", null);
    await push();
    expect(bodies()).toEqual([NEUTRAL]);
    expect(isSubscribed).toBe(false);
  });

  it("ends nothing when the signed-in user could not be read", async () => {
    await withoutStorage(() => push());
    expect(bodies()).toEqual([NEUTRAL]);
    expect(isSubscribed).toBe(true);
    expect(await deviceNote("push")).not.toBeNull();
    await push();
    expect(bodies()).toContain("Code 4417.");
  });
});
