// Writes about pictures that wait on the device: which are due, which are tried again, and which are removed.
import type { Draft } from "./entry.ts";
import type { OutboxTx, Picture } from "./ports.ts";

/** Pictures no command waits for are forgotten after this. */
const FORGET_MS = 7 * 24 * 3_600_000;

/** Whether the picture was removed and its multipart upload must be aborted. */
export function isAbandoned({ data, parts }: Picture): boolean {
  return !data && !!parts;
}

/** Whether the picture must be uploaded, or its multipart upload aborted. */
export function needsServer({ data, refusal, parts }: Picture): boolean {
  return data ? !refusal : !!parts;
}

/** Whether the picture is removed unless a command waits for it. */
export function isForgotten({ at }: Picture, now: number): boolean {
  return at < now - FORGET_MS;
}

/** Retries a picture as if it had just been chosen; parts that the server has are not sent again. */
export async function tryAgain(tx: OutboxTx, ids: readonly string[]): Promise<void> {
  for (const { id, data, at, isPage, parts, refusal } of await tx.pictures()) {
    if (refusal && ids.includes(id)) await tx.putPicture({ id, data, at, ...(isPage && { isPage }), parts });
  }
}

/** Removes pictures. A multipart upload on the server stays as a record without bytes until it is aborted. */
export async function removePictures(tx: OutboxTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const { id, at, parts } of await tx.pictures()) {
    if (parts && ids.includes(id)) await tx.putPicture({ id: parts.uploadId, data: null, at, parts });
  }
  await tx.removePictures(ids);
}

/** Removes those that no waiting command needs; returns their ids. */
export async function removeUnneeded(tx: OutboxTx, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return ids;
  const wanted = new Set((await tx.entries()).flatMap((entry) => entry.waitsFor));
  const needless = ids.filter((id) => !wanted.has(id));
  await removePictures(tx, needless);
  return needless;
}

/** Writes a draft's changes; pictures that only removed entries waited for go with them. */
export async function commit(tx: OutboxTx, draft: Draft): Promise<void> {
  const { removed } = draft;
  await tx.removeEntries(removed);
  await tx.putEntries(draft.changed());
  const pictures = removed.flatMap((entry) => entry.waitsFor).filter((id) => draft.waitingFor(id).length === 0);
  await removePictures(tx, pictures);
}
