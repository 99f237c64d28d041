// What the two lists of saved searches share: their order, and the way to the form.
import { openDialog } from "../../client/shell/dialogs.ts";
import type { ShownRow } from "../../client/sync/rows.ts";

export function latestFirst(a: ShownRow<"searches">, b: ShownRow<"searches">): number {
  return a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.id < b.id ? 1 : -1;
}

/** Opens the form of a saved search; of one that the server refused, with what it refused. */
export function editSearch({ id, waiting, entryId }: ShownRow<"searches">): void {
  const isRefused = waiting === "attention" && entryId !== undefined;
  openDialog({ name: "search", searchId: id, ...(isRefused ? { entryId } : {}) });
}
