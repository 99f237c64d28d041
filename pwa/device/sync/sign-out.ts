// Signing out, with or without a network: what is left is kept or discarded by choice, every private row goes.
import type { Entry } from "./entry.ts";
import type { Engine } from "./engine.ts";
import { type Clock, type Store, StoreFault } from "./ports.ts";

/** Time a last flush gets before the person is asked. */
const LAST_FLUSH_MS = 5_000;

/** Kept outside the person's database from the moment of signing out until the server knows. */
export type SignOutMarker = { userId: string; leave: "keep" | "discard" };

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
};

type Settling = Pick<SignOutPorts, "marker" | "logOut" | "inTurn">;

/** Before any call that carries the cookie: the server hears of the sign-out first. False: the call must not go out. */
export async function settleSignOut(ports: Settling): Promise<boolean> {
  if ((await ports.marker.get()) === null) return true;
  return await ports.inTurn(() => tellServer(ports));
}

/** Within a turn. Whoever was here before may have done it. */
async function tellServer({ marker, logOut }: Settling): Promise<boolean> {
  if ((await marker.get()) === null) return true;
  if (!(await logOut())) return false;
  await marker.set(null);
  return true;
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
export async function leaveDevice(choice: "keep" | "discard", engine: Engine, store: Store): Promise<void> {
  if (choice === "keep") {
    await unlessGone(engine.park(), undefined);
  } else {
    engine.stop();
    await store.remove();
  }
}

/** At start: a sign-out that a crash cut short is carried through, unless another tab was faster. */
export async function finishSignOut(engine: Engine, store: Store, ports: SignOutPorts): Promise<void> {
  await ports.inTurn(async () => {
    const marker = await ports.marker.get();
    if (marker?.userId !== ports.userId) return;
    await leaveDevice(marker.leave, engine, store);
    await tellServer(ports);
  });
}

/**
 * Signs a person out. Asks only when something is left; `stay` changes nothing. The session ends before anything is
 * discarded, so that a request still on its way finds it over.
 */
export async function signOut(
  engine: Engine,
  store: Store,
  ports: SignOutPorts & {
    clock: Clock;
    ask(left: readonly Entry[]): Promise<"keep" | "discard" | "stay">;
    /** Unbinds the push subscription and closes the live line. Never rejects. */
    disconnect(): Promise<void>;
  },
): Promise<"signed-out" | "stayed"> {
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
    // Carried through by another tab meanwhile: whoever is signed in by now is somebody else's business.
    if ((await ports.marker.get())?.userId !== ports.userId) return;
    const isEnded = await ports.logOut();
    await leaveDevice(choice, engine, store);
    if (isEnded) await ports.marker.set(null);
  });
  return "signed-out";
}
