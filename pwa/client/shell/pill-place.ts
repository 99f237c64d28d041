// Where a page wants the word on what waits: on narrow screens beside its heading, where there is room for it.
import { create } from "zustand";

export const usePillPlace = create<{ place: HTMLElement | null }>(() => ({ place: null }));

/** The `ref` of a page's own place; without one the pill stays in the header. */
export function pillPlace(element: HTMLElement | null) {
  usePillPlace.setState({ place: element });
  return () => usePillPlace.setState(({ place }) => (place === element ? { place: null } : { place }));
}
