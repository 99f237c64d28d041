// Writing what a draft of the outbox changed.
import type { OutboxTx } from "./ports.ts";
import type { Draft } from "./waits.ts";

/** Writes a draft's changes; pictures that only removed entries waited for go with them. */
export async function commit(tx: OutboxTx, draft: Draft): Promise<void> {
  const { removed } = draft;
  await tx.removeEntries(removed);
  await tx.putEntries(draft.changed());
  const pictures = removed.flatMap((entry) => entry.waitsFor).filter((id) => draft.waitingFor(id).length === 0);
  if (pictures.length > 0) await tx.removePictures(pictures);
}
