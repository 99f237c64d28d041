// The state of the own second factor.
import { useCallback, useEffect, useRef, useState } from "react";
import type { QueryResult } from "../../../shared/queries.ts";
import { rarePath } from "../../device/transport/rare-paths.ts";
import { readPath } from "../api/call.ts";
import { useOnline } from "../api/online.ts";

export type SecondFactor = QueryResult<"account.secondFactor">;

/** Null until the server has answered; read again with the network, and by `reload`. */
export function useSecondFactor(): { factor: SecondFactor | null; reload: () => Promise<void> } {
  const [factor, setFactor] = useState<SecondFactor | null>(null);
  const isOnline = useOnline();
  /** An answer to an earlier question may arrive after that to a later one. */
  const latest = useRef(0);
  const reload = useCallback(async () => {
    const question = ++latest.current;
    const answer = await readPath(rarePath("account.secondFactor")).catch(() => null);
    if (answer && question === latest.current) setFactor(answer as SecondFactor);
  }, []);
  useEffect(() => {
    if (isOnline) void reload();
  }, [isOnline, reload]);
  return { factor, reload };
}
