// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PushState } from "../../../shared/domain/notices.ts";
import { deviceNote, setDeviceNote } from "../../device/person/device-notes.ts";
import { useCurrentStore } from "../sync/current-store.ts";
import { pushAbility } from "./push-support.ts";
import { answerPushOffer, offerPush, usePushOffer } from "./push-offer.ts";
import { checkPush, PushError, turnPushOff, turnPushOn } from "./push.ts";
import { unbindPush } from "./push-unbind.ts";

const me = "0190aaaa-0000-7000-8000-000000000001";
const KEY = "BPx_".padEnd(87, "A");
const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replaceAll("_", "/").padEnd(88, "=")), (c) => c.charCodeAt(0));

/** The fake browser: its subscription, its calls, and the user's answer to the prompt. */
const browser = {
  held: null as FakeSubscription | null,
  permission: "default" as NotificationPermission,
  answer: "granted" as NotificationPermission,
  prompts: 0,
  isSilent: false,
  closed: [] as string[],
};

class FakeSubscription {
  readonly endpoint = `https://push.test/${crypto.randomUUID()}`;
  readonly options: { applicationServerKey: ArrayBuffer };

  constructor(key: string) {
    this.options = { applicationServerKey: bytesOf(key).buffer };
  }
  toJSON() {
    return { endpoint: this.endpoint, keys: { p256dh: "p", auth: "a" } };
  }
  unsubscribe(): Promise<boolean> {
    if (browser.isSilent) return new Promise(() => undefined);
    browser.held = null;
    return Promise.resolve(true);
  }
}

/** The fake server's state. */
let state: PushState | "unreachable";
let calls: string[];

beforeEach(async () => {
  Object.assign(browser, {
    held: null,
    permission: "default",
    answer: "granted",
    prompts: 0,
    isSilent: false,
    closed: [],
  });
  state = { publicKey: KEY, person: "hash", subscription: null };
  calls = [];
  await setDeviceNote("push", null);
  localStorage.clear();
  usePushOffer.setState({ offeredTo: null });
  isHere(me);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const notice = {
    data: { person: "hash" },
    tag: "conversation:x",
    close: () => browser.closed.push("conversation:x"),
  };
  const registration = {
    pushManager: {
      getSubscription: () => Promise.resolve(browser.held),
      subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (browser.isSilent) return new Promise(() => undefined);
        browser.held = new FakeSubscription(applicationServerKey);
        return Promise.resolve(browser.held);
      },
    },
    getNotifications: () => Promise.resolve([notice]),
  };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: () => Promise.resolve(registration) },
  });
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", {
    get permission() {
      return browser.permission;
    },
    requestPermission: () => {
      browser.prompts += 1;
      browser.permission = browser.answer;
      return Promise.resolve(browser.answer);
    },
  });
  vi.stubGlobal("fetch", (path: string, { method = "GET", body = "" }: { method?: string; body?: string } = {}) => {
    if (path === "/healthz") return Promise.resolve(new Response("{}"));
    calls.push(`${method} ${path}`);
    if (state === "unreachable") return Promise.reject(new TypeError("Failed to fetch"));
    if (method === "POST") {
      const { endpoint, publicKey } = JSON.parse(body) as { endpoint: string; publicKey: string };
      state = { ...state, subscription: { id: me, endpoint, publicKey, lastDeliveredAt: null, failingSince: null } };
    }
    if (method === "DELETE") state = { ...state, subscription: null };
    return Promise.resolve(method === "DELETE" ? new Response(null, { status: 204 }) : Response.json(state));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const isHere = (userId: string | null) => useCurrentStore.setState({ userId });
const soon = { timeout: 10_000 };
const phase = async () => (await checkPush(me)).phase;

describe("push support", () => {
  it("is missing without the interfaces, or when the user blocked notifications", async () => {
    browser.permission = "denied";
    expect([pushAbility(), await phase()]).toEqual(["blocked", "blocked"]);
    vi.stubGlobal("PushManager", undefined);
    Reflect.deleteProperty(window, "PushManager");
    expect(pushAbility()).toBe("unsupported");
    expect(calls).toEqual([]);
  });

  it("needs the home screen on an iPhone", () => {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5)");
    expect(pushAbility()).toBe("needs-install");
    Object.assign(navigator, { standalone: true });
    expect(pushAbility()).toBe("able");
    Reflect.deleteProperty(navigator, "standalone");
  });
});

describe("turning push on", () => {
  it("asks for permission, subscribes with the server's key and sends the subscription", async () => {
    expect(await phase()).toBe("off");
    expect(browser.prompts).toBe(0);
    await turnPushOn(me);
    expect(browser.prompts).toBe(1);
    expect(await deviceNote("push")).toEqual({ userId: me, person: "hash", publicKey: KEY });
    expect(await phase()).toBe("on");
  });

  it("throws when the user refuses permission", async () => {
    browser.answer = "denied";
    await expect(turnPushOn(me)).rejects.toThrow(PushError);
    expect(calls).toEqual([]);
    expect(await phase()).toBe("blocked");
  });

  it("fails after 20 seconds when the browser reaches no push service", async () => {
    browser.isSilent = true;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const turning = turnPushOn(me).catch((problem: unknown) => problem);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), soon);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await turning).toBeInstanceOf(PushError);
    expect(await deviceNote("push")).toBeNull();
  });

  it("can be turned off again on this device", async () => {
    await turnPushOn(me);
    await turnPushOff();
    expect(browser.held).toBeNull();
    expect(calls.at(-1)).toBe(`DELETE /api/push/subscriptions/${me}`);
    expect(await phase()).toBe("off");
  });
});

describe("the check at each start", () => {
  beforeEach(async () => {
    await turnPushOn(me);
    calls = [];
  });

  it("does nothing when browser and server agree", async () => {
    expect(await phase()).toBe("on");
    expect(calls).toEqual(["GET /api/push/subscriptions"]);
  });

  it("runs once for several calls", async () => {
    browser.held = null;
    await Promise.all([checkPush(me), checkPush(me), checkPush(me)]);
    expect(calls).toEqual(["GET /api/push/subscriptions", "POST /api/push/subscriptions"]);
  });

  it("creates a lost subscription again, and reports the repair", async () => {
    browser.held = null;
    const status = await checkPush(me);
    expect(status.phase).toBe("on");
    expect(status.repairedAt).not.toBeNull();
    expect(browser.held).not.toBeNull();
    expect((await checkPush(me)).repairedAt).toBe(status.repairedAt);
  });

  it("sends a subscription again that the server lost", async () => {
    if (state !== "unreachable") state = { ...state, subscription: null };
    expect(await phase()).toBe("on");
    expect(calls).toEqual(["GET /api/push/subscriptions", "POST /api/push/subscriptions"]);
  });

  it("subscribes again with a new server key", async () => {
    const before = browser.held;
    const other = "BPy_".padEnd(87, "A");
    if (state !== "unreachable") state = { ...state, publicKey: other };
    expect(await phase()).toBe("on");
    expect(browser.held).not.toBe(before);
    expect((await deviceNote("push"))?.publicKey).toBe(other);
  });

  it("reports a revoked permission without a prompt", async () => {
    browser.permission = "default";
    browser.prompts = 0;
    expect(await phase()).toBe("lost");
    expect(browser.prompts).toBe(0);
  });

  it("leaves another user's push alone, and changes nothing without a response", async () => {
    expect((await checkPush("somebody-else")).phase).toBe("off");
    state = "unreachable";
    expect(await phase()).toBe("unknown");
    expect(await deviceNote("push")).not.toBeNull();
  });
});

describe("signing out", () => {
  it("[R13] unbinds this user's push and closes notifications, without a server", async () => {
    await turnPushOn(me);
    state = "unreachable";
    await unbindPush("somebody-else");
    expect(browser.held).not.toBeNull();
    await unbindPush(me);
    expect(browser.held).toBeNull();
    expect(browser.closed).toEqual(["conversation:x"]);
    expect(await deviceNote("push")).toBeNull();
  });

  it("[R13] closes notifications also after push was turned off, but not those of another user", async () => {
    await turnPushOn(me);
    await unbindPush("somebody-else");
    expect(browser.closed).toEqual([]);
    await turnPushOff();
    await unbindPush(me);
    expect(browser.closed).toEqual(["conversation:x"]);
  });

  it("[R13] waits at most two seconds for the push service, and hides private text meanwhile", async () => {
    await turnPushOn(me);
    browser.isSilent = true;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const unbinding = unbindPush(me);
    await vi.waitFor(async () => expect(await deviceNote("push")).toBeNull(), soon);
    await vi.advanceTimersByTimeAsync(2_000);
    await unbinding;
  });
});

describe("the offer", () => {
  const offeredTo = () => usePushOffer.getState().offeredTo;
  const other = "0190aaaa-0000-7000-8000-000000000002";

  it("comes after a sent message, and never again after an answer", () => {
    expect(offeredTo()).toBeNull();
    offerPush();
    expect(offeredTo()).toBe(me);
    answerPushOffer(me);
    offerPush();
    expect(offeredTo()).toBeNull();
  });

  it("[R13] is separate for each user, and so is the answer", () => {
    offerPush();
    answerPushOffer(me);
    isHere(other);
    offerPush();
    expect(offeredTo()).toBe(other);
    // A late answer belongs to the user who gave it.
    answerPushOffer(me);
    expect(offeredTo()).toBe(other);
    isHere(me);
    offerPush();
    expect(offeredTo()).toBe(other);
  });

  it("does not come where push is on, blocked or unsupported, nor to a guest", () => {
    for (const permission of ["granted", "denied"] as const) {
      browser.permission = permission;
      offerPush();
      expect(offeredTo()).toBeNull();
    }
    browser.permission = "default";
    isHere(null);
    offerPush();
    expect(offeredTo()).toBeNull();
  });
});
