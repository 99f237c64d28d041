// Signing out, with or without a network: what is left is kept or discarded by choice, every private row goes.
import type { Entry } from "./entry.ts";
import type { Engine } from "./engine.ts";
import { type Clock, type Store, StoreFault } from "./ports.ts";

/** Time limit of a last flush before the app asks the user, in ms. */
const LAST_FLUSH_MS = 5_000;

/**
 * Stored outside the user's database from sign-out until the server confirms. With `wallet: "keep"` nobody could be asked about a
 * wallet that has no copy: it waits for the user's next sign-in.
 */
export type SignOutMarker = { userId: string; leave: "keep" | "discard"; wallet?: "keep" };

export type MarkerStore = {
  get(): Promise<SignOutMarker | null>;
  set(marker: SignOutMarker | null): Promise<void>;
};

/** Who the app and the worker may show: nobody while a sign-out is not finished. */
export function shownUser(storedUserId: string | null, marker: SignOutMarker | null): string | null {
  return marker && marker.userId === storedUserId ? null : storedUserId;
}

export type SignOutPorts = {
  userId: string;
  marker: MarkerStore;
  /** Ends the server's session; false when the server could not be reached. */
  logOut(): Promise<boolean>;
  /**
   * Runs one piece of work at a time, whichever tab asks: what ends a session must not meet the next one, whose cookie or rows it would
   * take away. A tab that is closed gives its turn up.
   */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  steps?: Partial<SignOutSteps>;
};

/** Steps that tests replace to prove that a fault in them is found. */
export type SignOutSteps = { leave: typeof leaveDevice };

/** A user's engine and database. */
export type UserDevice = { engine: Engine; store: Store };

/** Opens a user's database for an engine that is never started and sends nothing. */
export type OpenIdle = (userId: string) => UserDevice;

/** Inside `inTurn`. Another tab may have ended the session meanwhile. */
async function endSession({ marker, logOut }: Pick<SignOutPorts, "marker" | "logOut">): Promise<void> {
  if ((await marker.get()) !== null && (await logOut())) await marker.set(null);
}

/** Another tab may have signed out and removed the database meanwhile: then there is nothing left to do. */
async function unlessGone<Result>(work: Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await work;
  } catch (problem) {
    if (problem instanceof StoreFault && problem.kind === "gone") return otherwise;
    throw problem;
  }
}

/** Does on the device what a sign-out decided; may be repeated after a crash. */
export async function leaveDevice(choice: "keep" | "discard", { engine, store }: UserDevice): Promise<void> {
  if (choice === "keep") {
    await unlessGone(engine.park(), undefined);
  } else {
    engine.stop();
    await store.remove();
  }
}

/** Finishes a sign-out that a crash or a missing network cut short, unless another tab was faster. */
export async function finishSignOut(open: OpenIdle, ports: SignOutPorts): Promise<void> {
  const device = open(ports.userId);
  try {
    await ports.inTurn(async () => {
      const marker = await ports.marker.get();
      if (marker?.userId !== ports.userId) return;
      await (ports.steps?.leave ?? leaveDevice)(marker.leave, device);
      await endSession(ports);
    });
  } finally {
    device.store.close();
  }
}

export type ParkPorts = {
  open: OpenIdle;
  /** Whether this device shows the user as signed in now. */
  isSignedIn(): boolean;
  /** Removes what is private outside of the user's database, and unbinds push. A rejection leaves the rest for the next start. */
  disconnect(): Promise<void>;
};

/**
 * Removes the rows of a user whose session ended without a sign-out; unsent commands wait for their next sign-in. A user who has
 * signed in again meanwhile, here or in another tab, keeps everything. May be repeated.
 */
export async function parkUser(userId: string, { open, isSignedIn, disconnect }: ParkPorts): Promise<void> {
  if (isSignedIn()) return;
  const { engine, store } = open(userId);
  try {
    await disconnect();
    // Opens the database before the last check, so that no sign-in falls between the check and the parking.
    await engine.cursor();
    if (!isSignedIn()) await engine.park();
  } finally {
    store.close();
  }
}

/**
 * Signs a person out. Asks only when something is left; `stay` changes nothing. The session ends before anything is
 * discarded, so that a request in flight finds it ended.
 */
export async function signOut(
  device: UserDevice,
  ports: SignOutPorts & {
    clock: Clock;
    ask(left: readonly Entry[]): Promise<"keep" | "discard" | "stay">;
    /** Closes the live line, and does what `ParkPorts.disconnect` does. */
    disconnect(): Promise<void>;
  },
): Promise<"signed-out" | "stayed"> {
  const { engine } = device;
  await Promise.race([
    engine.trigger("person"),
    new Promise<void>((resolve) => ports.clock.after(LAST_FLUSH_MS, resolve)),
  ]);
  const left = await unlessGone(engine.outbox(), []);
  const choice = left.length === 0 ? "discard" : await ports.ask(left);
  if (choice === "stay") return "stayed";
  await ports.marker.set({ userId: ports.userId, leave: choice });
  engine.stop();
  await ports.disconnect();
  await ports.inTurn(async () => {
    // Another tab completed it meanwhile; the current session is not this sign-out's concern.
    if ((await ports.marker.get())?.userId !== ports.userId) return;
    const isEnded = await ports.logOut();
    await (ports.steps?.leave ?? leaveDevice)(choice, device);
    if (isEnded) await ports.marker.set(null);
  });
  return "signed-out";
}
