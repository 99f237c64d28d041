// What the toast says of a favourite: success once the server has it, and until then that it waits on this device.
import { createStore } from "zustand/vanilla";
import { outcomeOf } from "../sync/outcome.ts";
import { toast, useToasts, type ToastRequest } from "../shell/toasts.ts";

/** Milliseconds the server has before the toast says that the change waits. */
const PATIENCE = 1_500;

/** Only the latest tap is worth a toast: there is one at a time. */
const favoriteToasts = createStore<{ latest: number }>(() => ({ latest: 0 }));

/** `title`: the specification's text for the success; `name`: the aircraft's. */
type FavoriteTexts = { title: string; name: string; failed: ToastRequest };

/** Follows a favourite that is kept on this device. */
export async function toastFavoriteChange(entryId: string, { title, name, failed }: FavoriteTexts): Promise<void> {
  const turn = favoriteToasts.getState().latest + 1;
  favoriteToasts.setState({ latest: turn });
  const { kind } = await outcomeOf(entryId, PATIENCE);
  if (turn !== favoriteToasts.getState().latest) return;
  if (kind === "refused") return void toast(failed);
  if (kind === "done") return void toast({ title, description: name });
  const description = `${title}: ${name}. Waiting to sync.`;
  const shown = toast({ title: "Saved on this device", description, kind: "wait" });
  const later = await outcomeOf(entryId);
  // Updates the toast when the server confirms while the toast still says that it waits.
  if (later.kind === "done" && useToasts.getState().shown?.id === shown) toast({ title, description: name });
}
