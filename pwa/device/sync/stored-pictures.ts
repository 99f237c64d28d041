// Writes about pictures that wait on the device: which are due, which are tried again, and which are removed.
import type { Draft } from "./entry.ts";
import type { OutboxTx, Picture } from "./ports.ts";

/** Pictures no command waits for are forgotten after this. */
const FORGET_MS = 7 * 24 * 3_600_000;

/** Whether the picture still has to be uploaded. */
export function isUploadable({ data, refusal }: Picture): boolean {
  return data !== null && !refusal;
}

/** Whether the picture is removed unless a command waits for it. */
export function isForgotten({ at }: Picture, now: number): boolean {
  return at < now - FORGET_MS;
}

/** Retries a picture as if it had just been chosen. */
export async function tryAgain(tx: OutboxTx, ids: readonly string[]): Promise<void> {
  for (const { id, data, at, refusal } of await tx.pictures()) {
    if (refusal && ids.includes(id)) await tx.putPicture({ id, data, at });
  }
}

/** Removes those that no waiting command needs. */
export async function removeUnneeded(tx: OutboxTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const wanted = new Set((await tx.entries()).flatMap((entry) => entry.waitsFor));
  const needless = ids.filter((id) => !wanted.has(id));
  if (needless.length > 0) await tx.removePictures(needless);
}

/** Writes a draft's changes; pictures that only removed entries waited for go with them. */
export async function commit(tx: OutboxTx, draft: Draft): Promise<void> {
  const { removed } = draft;
  await tx.removeEntries(removed);
  await tx.putEntries(draft.changed());
  const pictures = removed.flatMap((entry) => entry.waitsFor).filter((id) => draft.waitingFor(id).length === 0);
  if (pictures.length > 0) await tx.removePictures(pictures);
}
