// Parks and releases the outbox: signed out, app too old, internal errors, or email not verified.
import type { Batch } from "../../../shared/sync.ts";
import { type Entry, isSending, parked, type ParkReason, unanswered, unparked } from "./entry.ts";
import type { OutboxTx, Row, Store } from "./ports.ts";

/** The person's own row, which says whether their email is verified. */
const OWN_ROW = "me";

function isVerified(own: Row | undefined): boolean {
  return own?.["isEmailVerified"] === true;
}

/** Whether the rows say that the person's email is verified. */
export function sayVerified(rows: Batch["rows"]): boolean {
  return (rows[OWN_ROW] ?? []).some(isVerified);
}

/** The email is verified: what waited for that goes on. */
export async function unparkVerified(tx: OutboxTx): Promise<void> {
  await letGo(tx, ["unverified"]);
}

/** The server asked for a newer app: nothing is sent until this app is newer, or one probe says otherwise. */
export async function parkForUpgrade(store: Store, schema: number): Promise<void> {
  await store.writeOutbox(async (tx) => {
    await tx.putEntries((await tx.entries()).map((entry) => parked(entry, "upgrade")));
    await tx.setMeta({ upgradeFrom: schema });
  });
}

/** Nobody is signed in as this person any more: the outbox waits for them, every private row goes, no late answer fits. */
export async function parkSignedOut(store: Store, session: string | null, newLife: string): Promise<void> {
  await store.write(async (tx) => {
    await tx.putEntries((await tx.entries()).map((entry) => parked(unanswered(entry), "signed-out")));
    await tx.clearRows();
    await tx.setMeta({ signedOut: true, endedSession: session, cursor: null, replacing: false, life: newLife });
  });
}

/** Whether the session that `session` answers has ended: another tab or the worker stores it first. */
export async function hasEnded(store: Store, session: () => string | null): Promise<boolean> {
  const { signedOut, endedSession } = await store.read((tx) => tx.meta());
  return signedOut && endedSession === session();
}

/** Whether an exchange may send the entry, now or later. */
export function isWaiting({ state }: Entry): boolean {
  return state !== "attention" && state !== "parked";
}

/** Whether an entry waits that the next exchange may send. */
export async function hasWaiting(store: Store): Promise<boolean> {
  return (await store.read((tx) => tx.entries())).some(isWaiting);
}

async function letGo(tx: OutboxTx, reasons: readonly ParkReason[]): Promise<void> {
  const isFreed = ({ state, reason }: Entry) => state === "parked" && reasons.includes(reason!);
  await tx.putEntries((await tx.entries()).filter(isFreed).map(unparked));
}

/**
 * Probes what was parked for an upgrade or internal errors, at each start and each live connection.
 * What waits for the verified email is sent again only if the user's row says verified.
 */
export async function unparkForProbe(store: Store, userId: string): Promise<void> {
  const own = await store.read((tx) => tx.row(OWN_ROW, userId));
  await store.writeOutbox(async (tx) => {
    const meta = await tx.meta();
    await letGo(tx, isVerified(own) ? ["upgrade", "accidents", "unverified"] : ["upgrade", "accidents"]);
    if (meta.upgradeFrom !== null) await tx.setMeta({ upgradeFrom: null });
  });
}

/**
 * At start: what a closed app was sending waits again; under a session that is not the one that ended, what was parked
 * for this person goes on; rows of another shape go, the outbox stays.
 */
export async function wakeUp(
  store: Store,
  session: string | null,
  schema: number,
  newLife: () => string,
): Promise<void> {
  await store.write(async (tx) => {
    const meta = await tx.meta();
    if (meta.signedOut && session !== null && session !== meta.endedSession) {
      await letGo(tx, ["signed-out"]);
      await tx.setMeta({ signedOut: false });
    }
    await tx.putEntries((await tx.entries()).filter(isSending).map(unanswered));
    if (meta.schema === schema) return;
    await tx.clearRows();
    await tx.setMeta({ schema, cursor: null, replacing: false, life: newLife() });
  });
}
