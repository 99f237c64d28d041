// The packs of a user for components.
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { openPacks, packs, watchPacks, type Pack, type PackProgress } from "./pack-list.ts";

const none: readonly Pack[] = [];

/** The packs of the user, newest first. */
export function usePacks(userId: string): readonly Pack[] {
  // The first reader reads local storage, before anybody follows the list.
  useMemo(() => openPacks(userId), [userId]);
  const read = useCallback(() => {
    const { userId: known, list } = packs.getState();
    return known === userId ? list : none;
  }, [userId]);
  return useSyncExternalStore(watchPacks, read, () => none);
}

export type PackState = { pack: Pack | null; progress: PackProgress | null; isRenewing: boolean };

/** The pack of one aircraft and what happens to it now. */
export function usePack(userId: string, id: string): PackState {
  const list = usePacks(userId);
  const progress = useSyncExternalStore(
    watchPacks,
    () => packs.getState().running.get(id) ?? null,
    () => null,
  );
  const isRenewing = useSyncExternalStore(
    watchPacks,
    () => packs.getState().renewing.has(id),
    () => false,
  );
  const pack = useMemo(() => list.find((one) => one.id === id) ?? null, [list, id]);
  return useMemo(() => ({ pack, progress, isRenewing }), [pack, progress, isRenewing]);
}
