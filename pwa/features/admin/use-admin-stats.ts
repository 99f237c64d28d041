import { useCallback, useEffect, useRef, useState } from "react";
import type { AdminStats } from "../../../shared/domain/admin.ts";
import { read } from "../../client/api/call.ts";
import { useOnline } from "../../client/api/online.ts";

/** The counts above the lists, and the demo's logins where there is a demo. Read anew each time, never kept. */
export function useAdminStats(): { stats: AdminStats | null; reload: () => void } {
  const [stats, setStats] = useState<AdminStats | null>(null);
  const isOnline = useOnline();
  const asked = useRef(0);
  const ask = useCallback(async () => {
    const question = ++asked.current;
    try {
      const answer = await read("admin.stats", {});
      if (question === asked.current) setStats(answer);
    } catch (error) {
      // The lists beside it say what is the matter.
      console.warn("The admin's counts could not be read.", error);
    }
  }, []);
  useEffect(() => {
    if (isOnline) void ask();
  }, [ask, isOnline]);
  return { stats, reload: () => void ask() };
}
