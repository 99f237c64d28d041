// Push on this device: turned on after a tap, compared with what the server holds at each start and repaired, taken off at sign-out.
import { createStore } from "zustand/vanilla";
import type { PushState } from "../../../shared/domain/notices.ts";
import { deviceNote, noteOnDevice, type PushNote } from "../../device/person/device-notes.ts";
import { ApiError, call, read } from "../api/call.ts";
import { pushAbility, type PushAbility } from "./push-support.ts";

/** A browser that cannot reach its push service may keep `subscribe` waiting for ever. */
const PATIENCE_MS = 20_000;

export type PushStatus = {
  phase:
    | Exclude<PushAbility, "able">
    /** The server has no keys for push. */
    | "not-set-up"
    | "off"
    | "on"
    /** It was on and could not be brought back. */
    | "lost"
    /** The server could not be asked. */
    | "unknown";
  /** ISO times; null for never. Repaired: the subscription was gone, or the server had lost it, and it is back. */
  repairedAt: string | null;
  lastDeliveredAt: string | null;
  failingSince: string | null;
};

const plain = { repairedAt: null, lastDeliveredAt: null, failingSince: null };

/** Thrown with a sentence for the person. */
export class PushTrouble extends Error {}

/**
 * Looks at this browser and at the server, and repairs what was lost where the person wants push here. Asks the browser for nothing
 * that would open a question. Never rejects.
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

/** Two checks at once would each make a subscription. */
const pushCheck = createStore<{ running: { userId: string; status: Promise<PushStatus> } | null }>(() => ({
  running: null,
}));

async function check(userId: string): Promise<PushStatus> {
  const ability = pushAbility();
  if (ability !== "able") return { ...plain, phase: ability };
  const note = await deviceNote("push").catch(() => null);
  const isWanted = note?.userId === userId;
  try {
    const state = await read("push.state", {});
    if (state.publicKey === null) return { ...plain, phase: "not-set-up" };
    if (!isWanted) return { ...plain, phase: "off" };
    if (Notification.permission !== "granted") return { ...plain, phase: "lost" };
    return await compared(note, state, state.publicKey);
  } catch (problem) {
    if (!(problem instanceof ApiError)) console.warn("Push could not be looked after.", problem);
    return { ...plain, phase: isWanted && !(problem instanceof ApiError) ? "lost" : "unknown" };
  }
}

async function compared(note: PushNote, state: PushState, publicKey: string): Promise<PushStatus> {
  const { subscription: held } = state;
  const here = await (await worker()).pushManager.getSubscription();
  const isSame = here !== null && held?.endpoint === here.endpoint && held.publicKey === publicKey;
  if (isSame) {
    const { lastDeliveredAt, failingSince } = held;
    return { phase: "on", repairedAt: note.repairedAt ?? null, lastDeliveredAt, failingSince };
  }
  const repairedAt = new Date().toISOString();
  await bind(note.userId, publicKey, { repairedAt });
  return { ...plain, phase: "on", repairedAt };
}

/**
 * Asks the person and subscribes. Call it straight from a tap: browsers listen only then.
 * @throws PushTrouble
 */
export async function turnPushOn(userId: string): Promise<void> {
  const ability = pushAbility();
  if (ability === "needs-install") throw new PushTrouble("Add Tailhour to your home screen first.");
  if (ability === "unsupported") throw new PushTrouble("This browser cannot show alerts.");
  if ((await Notification.requestPermission()) !== "granted")
    throw new PushTrouble("Alerts are blocked for Tailhour in this browser's settings.");
  try {
    const { publicKey } = await read("push.state", {});
    if (publicKey === null) throw new PushTrouble("Alerts are not set up on this server.");
    await bind(userId, publicKey);
  } catch (problem) {
    if (problem instanceof PushTrouble) throw problem;
    console.warn("Push could not be turned on.", problem);
    throw new PushTrouble(
      problem instanceof ApiError
        ? problem.message
        : "This browser could not reach its alert service. Try again later.",
    );
  }
}

/** Subscribes with the server's key of today and tells it. */
async function bind(userId: string, publicKey: string, more: Pick<PushNote, "repairedAt"> = {}): Promise<void> {
  const { pushManager } = await worker();
  const old = await pushManager.getSubscription();
  // A subscription is tied to the key it was made with.
  if (old && !isMadeWith(old, publicKey)) await old.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const made = await inTime(pushManager.subscribe(options));
  const { endpoint = "", keys } = made.toJSON();
  const { person } = await call("push.subscribe", {
    endpoint,
    keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" },
    publicKey,
  });
  await noteOnDevice("push", { userId, person, publicKey, ...more });
}

function isMadeWith(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey;
  if (!key) return true;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === publicKey;
}

/** Takes push off this device; other devices keep theirs. */
export async function turnPushOff(): Promise<void> {
  const { subscription } = await read("push.state", {});
  if (subscription) await call("push.unsubscribe", { subscriptionId: subscription.id });
  await noteOnDevice("push", null);
  const here = await (await worker()).pushManager.getSubscription();
  await here?.unsubscribe();
}

/** Sends a test and waits until it has been delivered, at most 12 seconds; false when it has not. */
export async function sendTestPush(): Promise<boolean> {
  const before = (await read("push.state", {})).subscription?.lastDeliveredAt ?? null;
  await call("push.test", {});
  for (let look = 0; look < 12; look++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const now = (await read("push.state", {})).subscription?.lastDeliveredAt ?? null;
    if (now !== null && now !== before) return true;
  }
  return false;
}

async function worker(): Promise<ServiceWorkerRegistration> {
  return await inTime(navigator.serviceWorker.ready);
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The browser's push service did not answer.")), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
