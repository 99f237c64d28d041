import { useSyncExternalStore } from "react";

const wide = () => matchMedia("(min-width: 64em)");

function subscribe(listener: () => void) {
  const query = wide();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the screen has the width of a desktop, as the style sheets count it. False on the server. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wide().matches,
    () => false,
  );
}
