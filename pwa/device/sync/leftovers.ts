// Completes an interrupted sign-out, and parks rows of an ended session.
// The first bundle contains this file, so it imports types only.
import type { SignOutMarker, SignOutPorts } from "./sign-out.ts";

/** Users whose session ended and whose rows may still be on the device; kept outside their databases. */
export type LeftoverUsers = { all(): readonly string[]; add(userId: string): void; remove(userId: string): void };

export type LeftoverPorts = Pick<SignOutPorts, "marker" | "logOut" | "inTurn"> & {
  leftovers: LeftoverUsers;
  /** Runs `finishSignOut`. Rejects when its code or the database cannot be loaded. */
  finish(pending: SignOutMarker): Promise<void>;
  /** Runs `parkUser`. Rejects when its code or the database cannot be loaded. */
  park(userId: string): Promise<void>;
  /** Reports work that is left for the next start. */
  failed(what: string, error: unknown): void;
};

/**
 * Before any call that carries the cookie: finishes a pending sign-out. False when the server could not be reached; then nobody is
 * signed in here, and the call must not go out.
 */
export async function settlePendingSignOut(ports: LeftoverPorts): Promise<boolean> {
  const { marker, logOut, leftovers } = ports;
  const pending = await marker.get();
  if (!pending) return true;
  try {
    await ports.finish(pending);
    return (await marker.get()) === null;
  } catch (error) {
    ports.failed("The sign-out could not be finished on this device yet.", error);
    return await ports.inTurn(async () => {
      if ((await marker.get()) === null) return true;
      // The server must know all the same; rows that cannot be reached now are parked once they can be.
      if (!(await logOut())) return false;
      leftovers.add(pending.userId);
      await marker.set(null);
      return true;
    });
  }
}

/**
 * Signs in once the last session has ended; a later attempt to end it would end the new one instead.
 * Null when the server could not be reached.
 */
export async function signInAfterLast<Session>(
  ports: LeftoverPorts,
  logIn: () => Promise<Session>,
): Promise<Session | null> {
  return (await settlePendingSignOut(ports)) ? await logIn() : null;
}

/** Parks every user on the list of leftovers, except the one who is signed in now. */
export async function parkLeftoverUsers(
  current: string | null,
  { leftovers, park, failed }: Pick<LeftoverPorts, "leftovers" | "park" | "failed">,
): Promise<void> {
  for (const userId of leftovers.all()) {
    try {
      if (userId !== current) await park(userId);
      leftovers.remove(userId);
    } catch (error) {
      failed("Rows of a session that ended could not be removed yet.", error);
    }
  }
}
