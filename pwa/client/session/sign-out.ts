// Signs out: sends waiting changes, asks about those that cannot be sent, and removes private data.
import { create } from "zustand";
import {
  type LeftoverPorts,
  parkLeftoverUsers as parkLeftovers,
  settlePendingSignOut as settlePending,
  signInAfterLast as signInOnDevice,
} from "../../device/sync/leftovers.ts";
import type { WalletLoss } from "../wallet/copy.ts";
import { openedStore } from "../sync/current-store.ts";
import { removeUserToPark, addUserToPark, pendingSignOut, usersToPark, setPendingSignOut } from "./stored-session.ts";
import { signOutMarker } from "./sign-out-marker.ts";
import { withLock } from "../api/with-lock.ts";

export type SignOutChoice = "keep" | "discard" | "stay";
/** The choice about a wallet that the server's copy lacks; `copy` where there is no copy. */
export type WalletChoice = "copy" | "remove" | "stay";

export type SignOutQuestion =
  /** `left`: the number of unsent changes. */
  | { about: "changes"; left: number; answer(choice: SignOutChoice): void }
  | { about: "wallet"; loss: WalletLoss; answer(choice: WalletChoice): void };

type SignOut = {
  /** The open question with a function that answers it. Null when there is none. */
  question: SignOutQuestion | null;
  /** The running sign-out. */
  running: Promise<"signed-out" | "stayed"> | null;
};

export const useSignOut = create<SignOut>(() => ({ question: null, running: null }));

function ask<Choice>(questionWith: (answer: (choice: Choice) => void) => SignOutQuestion): Promise<Choice> {
  return new Promise((resolve) => {
    const answer = (choice: Choice) => {
      useSignOut.setState({ question: null });
      resolve(choice);
    };
    useSignOut.setState({ question: questionWith(answer) });
  });
}

const askAboutChanges = (left: number) => ask<SignOutChoice>((answer) => ({ about: "changes", left, answer }));
const askAboutWallet = (loss: WalletLoss) => ask<WalletChoice>((answer) => ({ about: "wallet", loss, answer }));

type Ports = {
  /** Removes everything private from the screen. */
  hide(): void;
  /** Ends the server's session; false when the server could not be reached. */
  logOut(): Promise<boolean>;
};

/** Signs a user out, online or offline. A second call joins the running one. Never rejects. */
export async function startSignOut(userId: string, ports: Ports): Promise<"signed-out" | "stayed"> {
  const { running } = useSignOut.getState();
  if (running) return await running;
  const started = signOutNow(userId, ports).finally(() => useSignOut.setState({ running: null }));
  useSignOut.setState({ running: started });
  return await started;
}

async function signOutNow(userId: string, { hide, logOut }: Ports): Promise<"signed-out" | "stayed"> {
  let isHidden = false;
  const hideOnce = () => {
    if (!isHidden) hide();
    isHidden = true;
  };
  try {
    const [person, { signOutOfDevice: leaveWith }] = await Promise.all([openedStore(), import("./device-sign-out.ts")]);
    return await leaveWith(person, { hide: hideOnce, logOut, ask: askAboutChanges, askAboutWallet });
  } catch (error) {
    console.warn("Data on this device could not be removed; the next start tries again.", error);
  }
  // The database cannot be opened now and may hold unsent changes, so they are kept. So is a wallet that nobody could ask about.
  setPendingSignOut(pendingSignOut() ?? { userId, leave: "keep", wallet: "keep" });
  hideOnce();
  await import("../push/push-unbind.ts").then(({ unbindPush }) => unbindPush(userId)).catch(() => undefined);
  await logOut();
  return "signed-out";
}

function leftoverPorts(logOut: () => Promise<boolean>): LeftoverPorts {
  const device = () => import("./device-sign-out.ts");
  return {
    marker: signOutMarker,
    logOut,
    inTurn: withLock,
    leftovers: { all: usersToPark, add: addUserToPark, remove: removeUserToPark },
    finish: async (pending) => (await device()).finishOnDevice(pending, logOut),
    park: async (userId) => (await device()).parkOnDevice(userId),
    failed: (what, error) => console.warn(what, error),
  };
}

/** Finishes a pending sign-out before a call that sends the cookie. False: the call must not be sent. */
export async function settlePendingSignOut(logOut: () => Promise<boolean>): Promise<boolean> {
  await useSignOut.getState().running;
  return await settlePending(leftoverPorts(logOut));
}

/** Runs `logIn` once the last session has ended on the server. Null when the server could not be reached. */
export async function signInAfterLast<Session>(
  logOut: () => Promise<boolean>,
  logIn: () => Promise<Session>,
): Promise<Session | null> {
  await useSignOut.getState().running;
  return await signInOnDevice(leftoverPorts(logOut), logIn);
}

/**
 * Called when a session ends without sign-out. Removes rows now or at the next start, and keeps unsent changes for the
 * user.
 */
export async function park(userId: string): Promise<void> {
  addUserToPark(userId);
  await parkLeftoverUsers(null);
}

/** Removes rows that could not be removed earlier, except those of the current user. */
export async function parkLeftoverUsers(current: string | null): Promise<void> {
  await parkLeftovers(
    current,
    leftoverPorts(() => Promise.resolve(false)),
  );
}
