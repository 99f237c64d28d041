// Queues a command in one transaction: squashed into a waiting one, or appended. Success means it is stored.
import type { NewEntry } from "./entry.ts";
import { removeUnneeded } from "./picture-upload.ts";
import type { OutboxTx } from "./ports.ts";
import { type CommandList, QueueError, withWaits } from "./prepare.ts";
import type { squash as squashFunction } from "./squash.ts";
import { Draft, commit } from "./waits.ts";

/** Waiting entries at most; more are refused with `outbox-full`. */
export const MAX_OUTBOX = 10_000;

export type Queued = {
  /** Id of the entry that carries the command now; for `cancelled` the id that needed nothing. */
  id: string;
  how: "queued" | "merged" | "replaced" | "cancelled" | "already";
};

export type QueueRules = { squash: typeof squashFunction; commands: CommandList };

/** Removes entries a newer one made needless; what waited for them cannot come any more. */
async function removeNeedless(tx: OutboxTx, gone: readonly { id: string }[]): Promise<void> {
  const draft = new Draft(await tx.entries());
  for (const { id } of gone) {
    const entry = draft.get(id);
    if (entry) draft.remove(entry);
  }
  for (const { id } of gone) draft.failDependents(id);
  await commit(tx, draft);
}

/** The body of `queue`, inside its transaction. Throws QueueError. */
export async function queueInto(
  tx: OutboxTx,
  prepared: NewEntry,
  extraWaits: readonly string[],
  { squash, commands }: QueueRules,
): Promise<Queued> {
  const { id } = prepared;
  if ((await tx.meta()).signedOut) throw new QueueError("signed-out");
  if ((await tx.entry(id)) || (await tx.wasSettled(id))) return { id, how: "already" };

  const entry = await withWaits(tx, prepared, extraWaits);
  const command = commands[entry.name];
  if (command?.offline && command.squash && entry.state !== "attention") {
    const found = squash(await tx.entriesOfLane(entry.lane), entry, commands);
    if (found.kind === "merge") {
      const before = await tx.entry(found.into.id);
      await tx.putEntries([found.into]);
      await removeUnneeded(tx, before?.waitsFor ?? []);
      return { id: found.into.id, how: "merged" };
    }
    if (found.kind !== "append") await removeNeedless(tx, found.gone);
    if (found.kind === "cancel") return { id, how: "cancelled" };
    if (found.kind === "replace") {
      await tx.addEntries([entry]);
      return { id, how: "replaced" };
    }
  }
  if ((await tx.countEntries()) >= MAX_OUTBOX) throw new QueueError("outbox-full");
  await tx.addEntries([entry]);
  return { id, how: "queued" };
}
