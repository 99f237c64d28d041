// Removes packs. One that was removed alone comes back with Undo; its content stays as long as the toast.
// The room is for packs that had none.
import { toast, useToasts } from "../shell/toasts.ts";
import { storeFullPack, storePack } from "./keep-pack.ts";
import { packedDetail, removeContent, removePacks } from "./pack-content.ts";
import { dropPack, noteLeaving, packOf, packs, packsOf, putPack, type Pack } from "./pack-list.ts";

export function removePack(userId: string, pack: Pack): void {
  const { id, name } = pack;
  const place = packsOf(userId).findIndex((one) => one.id === id);
  packs.getState().stops.get(id)?.();
  noteLeaving(id, true);
  dropPack(userId, id);
  const toastId = toast({
    title: `${name} removed from this device.`,
    action: { label: "Undo", onPress: () => void restore(userId, pack, Math.max(0, place)) },
  });
  const stop = useToasts.subscribe(({ shown }) => {
    if (shown?.id === toastId) return;
    stop();
    // The press of Undo closes the toast before it acts.
    queueMicrotask(() => {
      noteLeaving(id, false);
      if (!packOf(userId, id)) void removeForOthers(userId, id);
    });
  });
}

async function removeForOthers(userId: string, id: string): Promise<void> {
  await removeContent(userId, id).catch(() => undefined);
  for (const { id: other, state } of packsOf(userId)) if (state === "full") await storeFullPack(userId, other);
}

/** Another tab may have removed the content meanwhile: then it is stored again. */
async function restore(userId: string, pack: Pack, place: number): Promise<void> {
  putPack(userId, pack, place);
  if (pack.state !== "kept" || (await packedDetail(userId, pack.id))) return;
  putPack(userId, { ...pack, state: "waiting", at: null });
  await storePack(userId, pack.id);
}

export async function removeAllPacks(userId: string): Promise<void> {
  for (const stop of packs.getState().stops.values()) stop();
  for (const { id } of packsOf(userId)) dropPack(userId, id);
  await removePacks(userId);
}
