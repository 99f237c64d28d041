// Shared by the two lists of saved searches: their order, and the action that opens the form.
import { openDialog } from "../../client/shell/dialogs.ts";
import type { RowWithStatus } from "../../client/sync/rows.ts";

export function latestFirst(a: RowWithStatus<"searches">, b: RowWithStatus<"searches">): number {
  return a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.id < b.id ? 1 : -1;
}

/** Opens the form of a saved search, with the values of a refused edit if there is one. */
export function editSearch({ id }: { id: string }): void {
  openDialog({ name: "search", searchId: id });
}
