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
      hasCopyWork(rev)
        .then(async (hasWork) => hasWork && (await import("./copy.ts")).settleCopy(userId))
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

/** Without a copy there is work only where a wallet is on this device: it may not know yet that its copy has ended. */
async function hasCopyWork(rev: number | null | undefined): Promise<boolean> {
  if (rev !== null) return true;
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name?.startsWith("wallet-"));
}
