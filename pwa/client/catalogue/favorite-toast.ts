// What the toast says of a favourite: success once the server has it, and until then that it waits on this device.
import { createStore } from "zustand/vanilla";
import { outcomeOf } from "../sync/outcome.ts";
import { toast, useToasts } from "../shell/toasts.ts";

export const favoritesFailed = {
  title: "Error",
  description: "Failed to update favorites. Please try again.",
  kind: "bad",
} as const;

/** Milliseconds the server has before the toast says that the change waits. */
const PATIENCE = 1_500;

/** Only the latest tap is worth a toast: there is one at a time. */
const favoriteToasts = createStore<{ latest: number }>(() => ({ latest: 0 }));

/** Follows a favourite that is kept on this device. `title` is the specification's text for its success. */
export async function tellFavorite(entryId: string, title: string, name: string): Promise<void> {
  const turn = favoriteToasts.getState().latest + 1;
  favoriteToasts.setState({ latest: turn });
  const { kind } = await outcomeOf(entryId, PATIENCE);
  if (turn !== favoriteToasts.getState().latest) return;
  if (kind === "refused") return void toast(favoritesFailed);
  if (kind === "done") return void toast({ title, description: name });
  const description = `${title}: ${name}. Waiting to sync.`;
  const shown = toast({ title: "Saved on this device", description, kind: "wait" });
  const later = await outcomeOf(entryId);
  // What the server took a moment later is said while somebody still reads that it waits.
  if (later.kind === "done" && useToasts.getState().shown?.id === shown) toast({ title, description: name });
}
