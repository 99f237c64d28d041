// Signing out: what waits is sent if it can be, asked about if it cannot, and nothing private stays behind.
import { create } from "zustand";
import {
  type LeftoverPorts,
  parkLeftoverUsers as parkLeftovers,
  settlePendingSignOut as settlePending,
} from "../../device/sync/leftovers.ts";
import { openedStore } from "../sync/current-store.ts";
import { forgetParked, parkLater, pendingSignOut, personsToPark, setPendingSignOut } from "./stored-session.ts";
import { signOutMarker } from "./sign-out-marker.ts";
import { withLock } from "../api/with-lock.ts";

export type SignOutChoice = "keep" | "discard" | "stay";

type SignOut = {
  /** The question on the screen, while there is one: how many changes are left, and how to answer. */
  question: { left: number; answer(choice: SignOutChoice): void } | null;
  /** The sign-out under way. */
  leaving: Promise<"signed-out" | "stayed"> | null;
};

export const useSignOut = create<SignOut>(() => ({ question: null, leaving: null }));

function ask(left: number): Promise<SignOutChoice> {
  return new Promise((resolve) => {
    const answer = (choice: SignOutChoice) => {
      useSignOut.setState({ question: null });
      resolve(choice);
    };
    useSignOut.setState({ question: { left, answer } });
  });
}

type Ports = {
  /** Takes everything private off the screen. */
  hide(): void;
  /** Ends the server's session; false when the server could not be reached. */
  logOut(): Promise<boolean>;
};

/** Signs a person out, with or without a network. A second call while one is under way joins it. Never rejects. */
export async function startSignOut(userId: string, ports: Ports): Promise<"signed-out" | "stayed"> {
  const { leaving } = useSignOut.getState();
  if (leaving) return await leaving;
  const started = leaveNow(userId, ports).finally(() => useSignOut.setState({ leaving: null }));
  useSignOut.setState({ leaving: started });
  return await started;
}

async function leaveNow(userId: string, { hide, logOut }: Ports): Promise<"signed-out" | "stayed"> {
  let isHidden = false;
  const hideOnce = () => {
    if (!isHidden) hide();
    isHidden = true;
  };
  try {
    const [person, { signOutOfDevice: leaveWith }] = await Promise.all([openedStore(), import("./device-sign-out.ts")]);
    return await leaveWith(person, { hide: hideOnce, logOut, ask });
  } catch (error) {
    console.warn("What this device holds could not be put away now; it will be at the next start.", error);
  }
  // What may wait in a database that cannot be opened now is not ours to throw away.
  setPendingSignOut(pendingSignOut() ?? { userId, leave: "keep" });
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
    leftovers: { all: personsToPark, add: parkLater, remove: forgetParked },
    finish: async (pending) => (await device()).finishOnDevice(pending, logOut),
    park: async (userId) => (await device()).parkOnDevice(userId),
    failed: (what, error) => console.warn(what, error),
  };
}

/** Before any call that carries the cookie: finishes a pending sign-out. False: the call must not go out. */
export async function settlePendingSignOut(logOut: () => Promise<boolean>): Promise<boolean> {
  await useSignOut.getState().leaving;
  return await settlePending(leftoverPorts(logOut));
}

/** A session ended without a sign-out: rows go now, or at the next start; unsent changes are kept for the user. */
export async function park(userId: string): Promise<void> {
  parkLater(userId);
  await parkLeftoverUsers(null);
}

/** Removes rows that could not be removed in time. The user who is signed in now keeps theirs. */
export async function parkLeftoverUsers(current: string | null): Promise<void> {
  await parkLeftovers(
    current,
    leftoverPorts(() => Promise.resolve(false)),
  );
}
