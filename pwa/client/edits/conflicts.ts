// Edits that met another one: what the person chose of each field goes as a new command. Fetched with the dialog that asks.
import { resolved } from "../../device/sync/conflict.ts";
import { openedStore } from "../sync/current-store.ts";
import { asNotKept, NotKept } from "../sync/queue.ts";

/** For each field, whose value stays. */
export type Choice = Readonly<Record<string, "yours" | "theirs">>;

/** Carries a choice out. Gives false when nothing of the edit is left, so that nothing is sent. Rejects with NotKept. */
export async function settleConflict(entryId: string, choice: Choice): Promise<boolean> {
  const person = await openedStore();
  try {
    const entry = (await person.engine.outbox()).find(({ id }) => id === entryId);
    if (!entry) throw new NotKept("This is no longer waiting.", "not-waiting");
    const change = resolved(entry, choice);
    if (change) await person.engine.edit(entryId, change);
    else await person.engine.discard(entryId);
    if (change) person.sendLater();
    return change !== null;
  } catch (problem) {
    throw asNotKept(problem);
  }
}
