// Leaving this device for good or until the next sign-in: the parts that need the database, fetched with it.
import { deviceClock } from "../../device/sync/device-ports.ts";
import { finishSignOut, type MarkerStore, signOut, type SignOutMarker } from "../../device/sync/sign-out.ts";
import { dropNote, noteOnDevice } from "../../device/person/device-notes.ts";
import { personEngine } from "../../device/person/person-engine.ts";
import type { UserStore } from "../sync/user-store.ts";
import { closeCurrentStore } from "../sync/current-store.ts";
import { isQuiet } from "../sync/queue-items.ts";
import { unbindPush } from "../push/push-unbind.ts";
import { pendingSignOut, setPendingSignOut, storedUser } from "./stored-session.ts";
import { withLock } from "../api/with-lock.ts";

/** Kept twice: where the page reads it before its first paint, and where the service worker can read it. */
const marker: MarkerStore = {
  get: () => Promise.resolve(pendingSignOut()),
  async set(next) {
    setPendingSignOut(next);
    try {
      await noteOnDevice("sign-out", next);
    } catch {
      // The device keeps nothing: then the worker has nothing to send either.
    }
  },
};

export type DeviceSignOut = {
  /** Takes everything private off the screen; called once the person has decided. */
  hide(): void;
  /** Ends the server's session; false when the server could not be reached. */
  logOut(): Promise<boolean>;
  ask(left: number): Promise<"keep" | "discard" | "stay">;
};

/** Tries to send what is left, asks about the rest, and leaves. */
export async function signOutOfDevice(
  person: UserStore,
  { hide, logOut, ask }: DeviceSignOut,
): Promise<"signed-out" | "stayed"> {
  const { userId, engine, store } = person;
  const end = await signOut(engine, store, {
    userId,
    marker,
    logOut,
    inTurn: withLock,
    clock: deviceClock,
    async ask(left) {
      const count = left.filter((entry) => !isQuiet(entry)).length;
      // What was never shown as waiting is not asked about; it is kept for this person.
      return count === 0 ? "keep" : await ask(count);
    },
    async disconnect() {
      person.disconnect();
      closeCurrentStore();
      hide();
      await Promise.all([unbindPush(userId), noteNobody(userId)]);
    },
  });
  if (end === "signed-out") person.close();
  return end;
}

/** Carries a sign-out through that was cut short. True when nothing is left to do. */
export async function finishDeviceSignOut(pending: SignOutMarker, logOut: () => Promise<boolean>): Promise<boolean> {
  const { engine, store } = idle(pending.userId);
  try {
    await finishSignOut(engine, store, { userId: pending.userId, marker, logOut, inTurn: withLock });
  } finally {
    store.close();
  }
  return pendingSignOut() === null;
}

/**
 * Nobody is signed in as this person here any more: rows go, what waits is kept for them. Who signs in again meanwhile, here or in another
 * tab, is left alone from then on. May be repeated.
 */
export async function parkOnDevice(userId: string): Promise<void> {
  if (isSignedIn(userId)) return;
  const { engine, store } = idle(userId);
  await Promise.all([unbindPush(userId), noteNobody(userId)]);
  try {
    // The database is open before the last look, so that nobody comes between that and the parking.
    await engine.cursor();
    if (!isSignedIn(userId)) await engine.park();
  } finally {
    store.close();
  }
}

function isSignedIn(userId: string): boolean {
  return storedUser()?.id === userId;
}

/** The service worker sends for this person no more. */
async function noteNobody(userId: string): Promise<void> {
  try {
    await dropNote("signed-in", (note) => note.userId === userId && !isSignedIn(userId));
  } catch {
    // The device keeps nothing: the worker knows nobody.
  }
}

/** An engine that is never started and sends nothing. */
function idle(userId: string) {
  const transport = { exchange: () => Promise.reject(new Error("Nobody is signed in.")) };
  return personEngine({ userId, commands: {}, transport, session: () => null });
}
