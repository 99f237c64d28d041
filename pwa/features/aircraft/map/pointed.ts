// The airfield under the pointer or with the focus, in the list or on the map: the other one points at it, too.
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

/** A pointer that stays shorter only passes: pointing at each mark that it crosses would cost frames of a pan. */
const REST_MS = 80;

type Pointed = { field: string | null; point(field: string | null): void; pointSoon(field: string | null): void };

const pointedStore = createStore<Pointed>((set) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const point = (field: string | null) => {
    clearTimeout(timer);
    set({ field });
  };
  return {
    field: null,
    point,
    pointSoon(field) {
      clearTimeout(timer);
      timer = setTimeout(point, REST_MS, field);
    },
  };
});

/** `point` points at an airfield at once, by its identifier; null points at none. `pointSoon` does so when the pointer rests there. */
export const { point, pointSoon } = pointedStore.getState();

/** Renders its caller only when the answer changes: a pointer crosses many rows and marks. */
export function useIsPointed(isIt: (field: string) => boolean): boolean {
  return useStore(pointedStore, ({ field }) => field !== null && isIt(field));
}
