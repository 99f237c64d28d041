// Resolves edit conflicts: sends the user's choice for each field as a new command. Loaded with the dialog.
import { resolved } from "../../device/sync/conflict.ts";
import { openedStore, asNotKept, NotKept } from "../sync/current-store.ts";

/** Whose value wins, by field. */
export type Choice = Readonly<Record<string, "yours" | "theirs">>;

/** Applies a choice. Returns false when nothing of the edit is left to send. Rejects with NotKept. */
export async function resolveConflict(entryId: string, choice: Choice): Promise<boolean> {
  const person = await openedStore();
  try {
    const entry = (await person.engine.outbox()).find(({ id }) => id === entryId);
    if (!entry) throw new NotKept("This is no longer waiting.", "not-waiting");
    const change = resolved(entry, choice);
    if (change) await person.engine.edit(entryId, change);
    else await person.engine.discard(entryId);
    return change !== null;
  } catch (problem) {
    throw asNotKept(problem);
  }
}
