// What lies over a page goes with the page.
import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

/**
 * Closes `open` when a person moves on to another page below it: by Back, or by a tap on a notification. A page that replaces itself
 * (a redirect after a while) leaves it, and the page moved to may open its own. `open` is what is open, or nothing.
 */
export function useClosedByMove(open: unknown, close: () => void) {
  const { pathname } = useLocation();
  const isReplaced = useNavigationType() === NavigationType.Replace;
  const stands = useRef({ open, pathname });
  useEffect(() => {
    const { open: before, pathname: from } = stands.current;
    stands.current = { open, pathname };
    if (open && open === before && pathname !== from && !isReplaced) close();
  }, [open, pathname, isReplaced, close]);
}
