// The papers that a pilot shares with a booking of this owner. They are read from the server for each look and stored nowhere.
import { useEffect, useState } from "react";
import type { SharedScan } from "../../../shared/domain/eligibility/sharing.ts";
import type { Wallet } from "../../../shared/domain/eligibility/wallet.ts";
import { paths } from "../../device/transport/paths.ts";
import { read, readBytes } from "../api/call.ts";
import { useOnline } from "../api/online.ts";
import { sharedCount, type Shared } from "./sharing.ts";

export type SharedPapers =
  { state: "loading" } | { state: "ready"; papers: Wallet; scans: readonly SharedScan[] } | { state: "failed" };

const loading: SharedPapers = { state: "loading" };

/** Reads again after each change of what is shared, and when the network is back. */
export function useSharedPapers(bookingId: string, shared: Shared): SharedPapers {
  const isOnline = useOnline();
  const named = [...shared.names, ...shared.scans.map(({ id, pages }) => `${id}:${pages}`)].join(" ");
  const question = sharedCount(shared) === 0 ? null : `${bookingId} ${named} ${isOnline}`;
  const [known, setKnown] = useState<{ question: string; shown: SharedPapers } | null>(null);
  useEffect(() => {
    if (question === null) return;
    let isOver = false;
    const show = (shown: SharedPapers) => isOver || setKnown({ question, shown });
    read("wallet.shared", { id: bookingId }).then(
      // A server of the previous version knows no photographs.
      ({ papers, scans = [] }) => show({ state: "ready", papers, scans }),
      () => show({ state: "failed" }),
    );
    return () => {
      isOver = true;
    };
  }, [bookingId, question]);
  if (question === null) return { state: "ready", papers: {}, scans: [] };
  return known?.question === question ? known.shown : loading;
}

/** Reads the pages of a shared paper, in order. Throws ApiError. */
export async function readSharedPages(bookingId: string, { pages }: SharedScan): Promise<Blob[]> {
  const read: Blob[] = [];
  for (const id of pages) read.push(await readBytes(paths.sharedPage(bookingId, id)));
  return read;
}
