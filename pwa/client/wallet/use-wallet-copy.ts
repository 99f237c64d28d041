// Follows the server's copy of the wallet as long as the page is open.
import { useEffect } from "react";
import { useOnline } from "../api/online.ts";
import { useRow } from "../sync/rows.ts";

/** Milliseconds until a copy that could not be read is asked for again. */
const RETRY_MS = 60_000;

/** Settles the copy at the start, after each change of it on any device, and with the network. */
export function useWalletCopy(userId: string | null): void {
  const own = useRow("me", userId);
  const isOnline = useOnline();
  const rev = own?.walletRev;
  const isKnown = Boolean(own);
  useEffect(() => {
    if (userId === null || !isKnown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const settle = () => {
      import("./copy.ts")
        .then(({ settleCopy }) => settleCopy(userId))
        .catch(() => {
          if (!isOver && isOnline) timer = setTimeout(settle, RETRY_MS);
        });
    };
    settle();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [userId, isKnown, rev, isOnline]);
}
