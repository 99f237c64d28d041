// The owners whose aircraft this user does not see, because one of the two has blocked the other. The rows do not say who.
import { useMemo } from "react";
import { useRows } from "../sync/rows.ts";
import { useSessionSummary } from "../sync/use-session-summary.ts";

const none: ReadonlySet<string> = new Set();

/** Until the rows are open, those of the last visit. The same set until one changes. */
export function useHiddenOwners(): ReadonlySet<string> {
  const rows = useRows("hiddenOwners");
  const summary = useSessionSummary();
  const ids = (rows ? rows.map(({ ownerId }) => ownerId) : (summary?.hidden ?? [])).join();
  return useMemo(() => (ids === "" ? none : new Set(ids.split(","))), [ids]);
}
