// Closes overlays when the page below them changes.
import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

/**
 * Closes the overlay `open` (null for none) when the user navigates to another page. Not after a redirect of the page
 * itself, nor when the next page opens its own.
 */
export function useCloseOnNavigation(open: unknown, close: () => void) {
  const { pathname } = useLocation();
  const isReplaced = useNavigationType() === NavigationType.Replace;
  const last = useRef({ open, pathname });
  useEffect(() => {
    const { open: before, pathname: from } = last.current;
    last.current = { open, pathname };
    if (open && open === before && pathname !== from && !isReplaced) close();
  }, [open, pathname, isReplaced, close]);
}
