import { useCallback, useEffect, useRef, useState } from "react";
import type { AdminStats } from "../../../shared/domain/admin.ts";
import { read } from "../../client/api/call.ts";
import { useOnline } from "../../client/api/online.ts";

/** The counts above the lists and, in a demo, its log-ins. Read again on every visit, never stored. */
export function useAdminStats(): { stats: AdminStats | null; reload: () => void } {
  const [stats, setStats] = useState<AdminStats | null>(null);
  const isOnline = useOnline();
  const latestRequest = useRef(0);
  const ask = useCallback(async () => {
    const request = ++latestRequest.current;
    try {
      const answer = await read("admin.stats", {});
      if (request === latestRequest.current) setStats(answer);
    } catch (error) {
      // The lists beside the counts show the error.
      console.warn("The admin's counts could not be read.", error);
    }
  }, []);
  useEffect(() => {
    if (isOnline) void ask();
  }, [ask, isOnline]);
  return { stats, reload: () => void ask() };
}
