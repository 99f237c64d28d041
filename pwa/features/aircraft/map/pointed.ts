// The airfield under the pointer or with the focus, in the list or on the map: the other one points at it, too.
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

const pointedStore = createStore<{ field: string | null }>(() => ({ field: null }));

/** Points at an airfield, by its identifier; null points at none. */
export function point(field: string | null): void {
  pointedStore.setState({ field });
}

/** Renders its caller only when the answer changes: a pointer crosses many rows and marks. */
export function useIsPointed(isIt: (field: string) => boolean): boolean {
  return useStore(pointedStore, ({ field }) => field !== null && isIt(field));
}
