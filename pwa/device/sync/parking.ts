// Holding the outbox back and letting it go again: signed out, too old, or stumbling.
import { parked, type ParkReason, unanswered, unparked } from "./entry.ts";
import type { OutboxTx, Store } from "./ports.ts";

/** The server asked for a newer app: nothing is sent until this app is newer, or one probe says otherwise. */
export async function parkForUpgrade(store: Store, schema: number): Promise<void> {
  await store.writeOutbox(async (tx) => {
    const entries = await tx.entries();
    await tx.putEntries(
      entries.filter((entry) => entry.state !== "attention").map((entry) => parked(entry, "upgrade")),
    );
    await tx.setMeta({ upgradeFrom: schema });
  });
}

/** Nobody is signed in as this person any more: the outbox waits for them, every private row goes, no late answer fits. */
export async function parkSignedOut(store: Store, session: string | null, newLife: string): Promise<void> {
  await store.write(async (tx) => {
    const entries = await tx.entries();
    const waiting = entries.filter((entry) => entry.state !== "attention");
    await tx.putEntries(waiting.map((entry) => parked(unanswered(entry), "signed-out")));
    await tx.clearRows();
    await tx.setMeta({ signedOut: true, endedSession: session, cursor: null, replacing: false, life: newLife });
  });
}

async function letGo(tx: OutboxTx, reasons: readonly ParkReason[]): Promise<void> {
  const entries = await tx.entries();
  const freed = entries.filter(
    (entry) => entry.state === "parked" && entry.reason !== undefined && reasons.includes(entry.reason),
  );
  if (freed.length > 0) await tx.putEntries(freed.map(unparked));
}

/** One probe of what was parked for an upgrade or for accidents: at each start and each time the live line opens. */
export async function unparkForProbe(store: Store): Promise<void> {
  await store.writeOutbox(async (tx) => {
    const meta = await tx.meta();
    await letGo(tx, ["upgrade", "accidents"]);
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
    const cut = (await tx.entries()).filter((entry) => entry.state === "sending");
    if (cut.length > 0) await tx.putEntries(cut.map(unanswered));
    if (meta.schema === schema) return;
    await tx.clearRows();
    await tx.setMeta({ schema, cursor: null, replacing: false, life: newLife() });
  });
}
