// Signs out of this device: the parts that need the database and load with it.
import { deviceClock } from "../../device/person/device-ports.ts";
import { finishSignOut, parkUser, signOut, type SignOutMarker } from "../../device/sync/sign-out.ts";
import { removeDeviceNote } from "../../device/person/device-notes.ts";
import { personEngine } from "../../device/person/person-engine.ts";
import type { UserStore } from "../sync/user-store.ts";
import { closeCurrentStore } from "../sync/current-store.ts";
import { isQuiet } from "../sync/queue-flags.ts";
import { unbindPush } from "../push/push-unbind.ts";
import { removeCopiedWallet, removeWallet } from "../../device/store/wallet-store.ts";
import { removePacks } from "../packs/pack-content.ts";
import { forgetPacks } from "../packs/pack-list.ts";
import { toast } from "../shell/toasts.ts";
import { lossBySignOut, switchCopy, type WalletLoss } from "../wallet/copy.ts";
import { signOutMarker } from "./sign-out-marker.ts";
import { storedUser } from "./stored-session.ts";
import { withLock } from "../api/with-lock.ts";

export type DeviceSignOut = {
  /** Removes everything private from the screen; called after the user has decided. */
  hide(): void;
  /** Ends the server's session; false when the server could not be reached. */
  logOut(): Promise<boolean>;
  ask(left: number): Promise<"keep" | "discard" | "stay">;
  askAboutWallet(loss: WalletLoss): Promise<"copy" | "remove" | "stay">;
};

/** Sends the waiting changes, asks about the rest, and signs out. */
export async function signOutOfDevice(
  person: UserStore,
  { hide, logOut, ask, askAboutWallet }: DeviceSignOut,
): Promise<"signed-out" | "stayed"> {
  const { userId } = person;
  if ((await settleWallet(userId, askAboutWallet)) === "stay") return "stayed";
  const end = await signOut(person, {
    userId,
    marker: signOutMarker,
    logOut,
    inTurn: withLock,
    clock: deviceClock,
    async ask(left) {
      const count = left.filter((entry) => !isQuiet(entry)).length;
      // Changes that no screen shows as waiting need no question; they stay stored for this user.
      return count === 0 ? "keep" : await ask(count);
    },
    async disconnect() {
      person.disconnect();
      closeCurrentStore();
      hide();
      await Promise.all([unbindPush(userId), clearWorkerUser(userId), leavePacks(userId)]);
      await removeWallet(userId);
    },
  });
  if (end === "signed-out") person.close();
  return end;
}

/** Asks about a wallet that signing out would lose, and queues what its copy lacks. */
async function settleWallet(userId: string, ask: DeviceSignOut["askAboutWallet"]): Promise<"go" | "stay"> {
  const loss = await lossBySignOut(userId);
  if (loss === null) return "go";
  const choice = await ask(loss);
  if (choice !== "copy") return choice === "stay" ? "stay" : "go";
  const problem = await switchCopy(userId, true).then(
    (outcome) => (outcome.kind === "refused" ? outcome.message : null),
    (error: unknown) => (error instanceof Error ? error.message : "The copy could not be stored."),
  );
  if (problem !== null) toast({ title: "Error", description: problem, kind: "bad" });
  return problem === null ? "go" : "stay";
}

/** Finishes an interrupted sign-out. */
export async function finishOnDevice({ userId, wallet }: SignOutMarker, logOut: () => Promise<boolean>): Promise<void> {
  await leavePacks(userId);
  await (wallet === "keep" ? removeCopiedWallet : removeWallet)(userId);
  await finishSignOut(openIdle, { userId, marker: signOutMarker, logOut, inTurn: withLock });
}

/**
 * Removes the rows of a user whose session ended by itself. A wallet that the server's copy lacks waits for the next sign-in of the
 * user, as unsent changes do: nobody could be asked. May run more than once.
 */
export async function parkOnDevice(userId: string): Promise<void> {
  await parkUser(userId, {
    open: openIdle,
    isSignedIn: () => isSignedIn(userId),
    disconnect: async () => {
      await Promise.all([unbindPush(userId, "personal"), clearWorkerUser(userId), leavePacks(userId)]);
      await removeCopiedWallet(userId);
    },
  });
}

/** Stops what is being stored, and removes every pack. Never rejects. */
async function leavePacks(userId: string): Promise<void> {
  forgetPacks(userId);
  await removePacks(userId);
}

function isSignedIn(userId: string): boolean {
  return storedUser()?.id === userId;
}

/** From now on the service worker sends nothing for this user. */
async function clearWorkerUser(userId: string): Promise<void> {
  try {
    await removeDeviceNote("signed-in", (note) => note.userId === userId && !isSignedIn(userId));
  } catch {
    // The device stores nothing, so the worker has no user.
  }
}

/** An engine that only opens the store; it never starts and sends nothing. */
function openIdle(userId: string) {
  const transport = { exchange: () => Promise.reject(new Error("Nobody is signed in.")) };
  const makeRoom = async () => (await import("../../device/store/make-room.ts")).makeRoom(null);
  return personEngine({ userId, commands: { commands: {} }, transport, session: () => null, makeRoom });
}
