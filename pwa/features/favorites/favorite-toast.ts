// Shows the toast after a change of a favorite: success once the server has it, until then that it waits on this
// device.
import { createStore } from "zustand/vanilla";
import { useCurrentStore } from "../../client/sync/current-store.ts";
import { outcomeOf } from "../../client/sync/outcome.ts";
import { toast, useToasts, type ToastRequest } from "../../client/shell/toasts.ts";

/** Milliseconds to wait for the server before the toast says that the change waits. */
const TOAST_DELAY_MS = 1_500;

/** Numbers the taps, because only the latest tap shows a toast. */
const favoriteToasts = createStore<{ latest: number }>(() => ({ latest: 0 }));

/** `userId`: the user who tapped; `title`: the success text; `name`: the name of the aircraft. */
type FavoriteChange = { userId: string | null; title: string; name: string; failed: ToastRequest };

/** Shows the outcome of a favorite change that is stored on this device, while its user is signed in. */
export async function toastFavoriteChange(entryId: string, change: FavoriteChange): Promise<void> {
  const { userId, title, name, failed } = change;
  const isSameUser = () => useCurrentStore.getState().userId === userId;
  if (!isSameUser()) return;

  const turn = favoriteToasts.getState().latest + 1;
  favoriteToasts.setState({ latest: turn });
  const { kind } = await outcomeOf(entryId, TOAST_DELAY_MS);
  if (turn !== favoriteToasts.getState().latest || !isSameUser()) return;
  if (kind === "refused") return void toast(failed);
  if (kind === "done") return void toast({ title, description: name });
  const description = `${title}: ${name}. Waiting to sync.`;
  const shown = toast({ title: "Saved on this device", description, kind: "wait" });
  const later = await outcomeOf(entryId);
  // Updates the toast when the server confirms while the toast still says that the change waits.
  if (later.kind === "done" && useToasts.getState().shown?.id === shown) toast({ title, description: name });
}
