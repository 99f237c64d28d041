// Manages push on this device: turns it on after a tap, and compares and repairs the subscription at each start.
import { createStore } from "zustand/vanilla";
import type { PushState } from "../../../shared/domain/notices.ts";
import { deviceNote, setDeviceNote, type PushNote } from "../../device/person/device-notes.ts";
import { ApiError, call, read } from "../api/call.ts";
import { pushAbility, type PushAbility } from "./push-support.ts";

/** Milliseconds to wait for the browser: `subscribe` may never settle when the push service cannot be reached. */
const TIMEOUT_MS = 20_000;

export type PushStatus = {
  phase:
    | Exclude<PushAbility, "able">
    /** The server has no push keys. */
    | "not-set-up"
    | "off"
    | "on"
    /** Push was on and could not be restored. */
    | "lost"
    /** The server did not answer. */
    | "unknown";
  /**
   * ISO times; null for never. `repairedAt`: the browser or the server had lost the subscription, and it was created
   * again.
   */
  repairedAt: string | null;
  lastDeliveredAt: string | null;
  failingSince: string | null;
};

const noTimes = { repairedAt: null, lastDeliveredAt: null, failingSince: null };

/** An error whose message the user reads. */
export class PushError extends Error {}

/**
 * Compares this browser with the server, and restores a lost subscription if the user wants push here. Opens no
 * permission prompt. Never rejects.
 */
export function checkPush(userId: string): Promise<PushStatus> {
  const { running } = pushCheck.getState();
  if (running?.userId === userId) return running.status;
  const status = check(userId).finally(() => {
    if (pushCheck.getState().running?.status === status) pushCheck.setState({ running: null });
  });
  pushCheck.setState({ running: { userId, status } });
  return status;
}

/** The check that is running. Two checks at once would each create a subscription. */
const pushCheck = createStore<{ running: { userId: string; status: Promise<PushStatus> } | null }>(() => ({
  running: null,
}));

async function check(userId: string): Promise<PushStatus> {
  const ability = pushAbility();
  if (ability !== "able") return { ...noTimes, phase: ability };
  const note = await deviceNote("push").catch(() => null);
  const isWanted = note?.userId === userId;
  try {
    const state = await read("push.state", {});
    if (state.publicKey === null) return { ...noTimes, phase: "not-set-up" };
    if (!isWanted) return { ...noTimes, phase: "off" };
    if (Notification.permission !== "granted") return { ...noTimes, phase: "lost" };
    return await checkSubscription(note, state, state.publicKey);
  } catch (problem) {
    if (!(problem instanceof ApiError)) console.warn("Push could not be looked after.", problem);
    return { ...noTimes, phase: isWanted && !(problem instanceof ApiError) ? "lost" : "unknown" };
  }
}

async function checkSubscription(note: PushNote, state: PushState, publicKey: string): Promise<PushStatus> {
  const { subscription: held } = state;
  const here = await (await serviceWorker()).pushManager.getSubscription();
  const isSame = here !== null && held?.endpoint === here.endpoint && held.publicKey === publicKey;
  if (isSame) {
    const { lastDeliveredAt, failingSince } = held;
    return { phase: "on", repairedAt: note.repairedAt ?? null, lastDeliveredAt, failingSince };
  }
  const repairedAt = new Date().toISOString();
  await subscribe(note.userId, publicKey, { repairedAt });
  return { ...noTimes, phase: "on", repairedAt };
}

/**
 * Asks for permission and subscribes. Call it directly from a tap handler, because browsers allow the prompt only
 * there.
 * @throws PushTrouble
 */
export async function turnPushOn(userId: string): Promise<void> {
  const ability = pushAbility();
  if (ability === "needs-install") throw new PushError("Add Tailhour to your home screen first.");
  if (ability === "unsupported") throw new PushError("This browser cannot show alerts.");
  if ((await Notification.requestPermission()) !== "granted")
    throw new PushError("Alerts are blocked for Tailhour in this browser's settings.");
  try {
    const { publicKey } = await read("push.state", {});
    if (publicKey === null) throw new PushError("Alerts are not set up on this server.");
    await subscribe(userId, publicKey);
  } catch (problem) {
    if (problem instanceof PushError) throw problem;
    console.warn("Push could not be turned on.", problem);
    throw new PushError(
      problem instanceof ApiError
        ? problem.message
        : "This browser could not reach its alert service. Try again later.",
    );
  }
}

/** Subscribes with the server's current key and sends the subscription to the server. */
async function subscribe(userId: string, publicKey: string, more: Pick<PushNote, "repairedAt"> = {}): Promise<void> {
  const { pushManager } = await serviceWorker();
  const old = await pushManager.getSubscription();
  // A subscription is bound to the key it was created with.
  if (old && !isMadeWith(old, publicKey)) await old.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const made = await withTimeout(pushManager.subscribe(options));
  const { endpoint = "", keys } = made.toJSON();
  const { person } = await call("push.subscribe", {
    endpoint,
    keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" },
    publicKey,
  });
  await setDeviceNote("push", { userId, person, publicKey, ...more });
}

function isMadeWith(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey;
  if (!key) return true;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === publicKey;
}

/** Turns push off on this device; other devices keep theirs. */
export async function turnPushOff(): Promise<void> {
  const { subscription } = await read("push.state", {});
  if (subscription) await call("push.unsubscribe", { subscriptionId: subscription.id });
  await setDeviceNote("push", null);
  const here = await (await serviceWorker()).pushManager.getSubscription();
  await here?.unsubscribe();
}

/** Sends a test push and waits up to 12 seconds. Returns whether it was delivered. */
export async function sendTestPush(): Promise<boolean> {
  const before = (await read("push.state", {})).subscription?.lastDeliveredAt ?? null;
  await call("push.test", {});
  for (let poll = 0; poll < 12; poll++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const now = (await read("push.state", {})).subscription?.lastDeliveredAt ?? null;
    if (now !== null && now !== before) return true;
  }
  return false;
}

async function serviceWorker(): Promise<ServiceWorkerRegistration> {
  return await withTimeout(navigator.serviceWorker.ready);
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The browser's push service did not answer.")), TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
