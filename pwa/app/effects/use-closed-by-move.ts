// Closes overlays when the page below them changes.
import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

/**
 * Closes the overlay `open` (null for none) when the user navigates to another page. A page that redirects to itself keeps it open, and
 * the next page may open its own.
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
