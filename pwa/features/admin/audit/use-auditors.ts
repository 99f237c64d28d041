import { useEffect, useState } from "react";
import type { QueryResult } from "../../../../shared/queries.ts";
import { read } from "../../../client/api/call.ts";
import { useOnline } from "../../../client/api/online.ts";

/** Everybody who ever acted as an admin; empty until the server has answered. */
export function useAuditors(): QueryResult<"admin.auditors"> {
  const [auditors, setAuditors] = useState<QueryResult<"admin.auditors">>([]);
  const isOnline = useOnline();
  useEffect(() => {
    if (!isOnline) return;
    let isWanted = true;
    read("admin.auditors", {}).then(
      (found) => isWanted && setAuditors(found),
      // The list beside the field shows the error.
      (error: unknown) => console.warn("The admins of the audit trail could not be read.", error),
    );
    return () => {
      isWanted = false;
    };
  }, [isOnline]);
  return auditors;
}
