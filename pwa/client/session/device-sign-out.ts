// Leaving this device for good or until the next sign-in: the parts that need the database, fetched with it.
import { deviceClock } from "../../device/person/device-ports.ts";
import { finishSignOut, parkUser, signOut, type SignOutMarker } from "../../device/sync/sign-out.ts";
import { dropNote } from "../../device/person/device-notes.ts";
import { personEngine } from "../../device/person/person-engine.ts";
import type { UserStore } from "../sync/user-store.ts";
import { closeCurrentStore } from "../sync/current-store.ts";
import { isQuiet } from "../sync/queue-items.ts";
import { unbindPush } from "../push/push-unbind.ts";
import { signOutMarker } from "./sign-out-marker.ts";
import { storedUser } from "./stored-session.ts";
import { withLock } from "../api/with-lock.ts";

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
  const { userId } = person;
  const end = await signOut(person, {
    userId,
    marker: signOutMarker,
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

/** Finishes a sign-out that was cut short. */
export async function finishOnDevice({ userId }: SignOutMarker, logOut: () => Promise<boolean>): Promise<void> {
  await finishSignOut(openIdle, { userId, marker: signOutMarker, logOut, inTurn: withLock });
}

/** Removes the rows of a user whose session ended. May be repeated. */
export async function parkOnDevice(userId: string): Promise<void> {
  await parkUser(userId, {
    open: openIdle,
    isSignedIn: () => isSignedIn(userId),
    disconnect: async () => void (await Promise.all([unbindPush(userId), noteNobody(userId)])),
  });
}

function isSignedIn(userId: string): boolean {
  return storedUser()?.id === userId;
}

/** The service worker sends for this person no more. */
async function noteNobody(userId: string): Promise<void> {
  try {
    await dropNote("signed-in", (note) => note.userId === userId && !isSignedIn(userId));
  } catch {
    // The device stores nothing, so the worker has no user.
  }
}

/** An engine that is never started and sends nothing. */
function openIdle(userId: string) {
  const transport = { exchange: () => Promise.reject(new Error("Nobody is signed in.")) };
  return personEngine({ userId, commands: {}, transport, session: () => null });
}
