// The papers that a pilot shares with a booking of this owner. They are read from the server for each look and stored nowhere.
import { useEffect, useState } from "react";
import type { PaperName } from "../../../shared/domain/eligibility/choices.ts";
import type { Wallet } from "../../../shared/domain/eligibility/wallet.ts";
import { read } from "../api/call.ts";
import { useOnline } from "../api/online.ts";

export type SharedPapers = { state: "loading" } | { state: "ready"; papers: Wallet } | { state: "failed" };

const loading: SharedPapers = { state: "loading" };

/** Reads again after each change of the names, and when the network is back. */
export function useSharedPapers(bookingId: string, names: readonly PaperName[]): SharedPapers {
  const isOnline = useOnline();
  const question = names.length === 0 ? null : `${bookingId} ${names.join(" ")} ${isOnline}`;
  const [known, setKnown] = useState<{ question: string; shown: SharedPapers } | null>(null);
  useEffect(() => {
    if (question === null) return;
    let isOver = false;
    const show = (shown: SharedPapers) => isOver || setKnown({ question, shown });
    read("wallet.shared", { id: bookingId }).then(
      ({ papers }) => show({ state: "ready", papers }),
      () => show({ state: "failed" }),
    );
    return () => {
      isOver = true;
    };
  }, [bookingId, question]);
  if (question === null) return { state: "ready", papers: {} };
  return known?.question === question ? known.shown : loading;
}
