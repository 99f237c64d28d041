// The element in which a page wants the sync pill: on narrow screens beside its heading, where there is room.
import { create } from "zustand";

export const usePillPlace = create<{ place: HTMLElement | null }>(() => ({ place: null }));

/** The `ref` of a page's element. Without one the pill stays in the header. */
export function pillPlace(element: HTMLElement | null) {
  usePillPlace.setState({ place: element });
  return () => usePillPlace.setState(({ place }) => (place === element ? { place: null } : { place }));
}
