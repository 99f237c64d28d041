import { useCallback, useEffect, useRef, useState } from "react";
import type { AdminStats } from "../../../shared/domain/admin.ts";
import { ApiError, read } from "../../client/api/call.ts";
import { useOnline } from "../../client/api/online.ts";

/** The counts above the lists and, in a demo, its log-ins. Read again on every visit, never stored. */
export function useAdminStats(): {
  stats: AdminStats | null;
  /** The operator requires a second factor, which this admin has not turned on. */
  isHeldBack: boolean;
  reload: () => void;
} {
  const [isHeldBack, setHeldBack] = useState(false);
  const [stats, setStats] = useState<AdminStats | null>(null);
  const isOnline = useOnline();
  const latestRequest = useRef(0);
  const ask = useCallback(async () => {
    const request = ++latestRequest.current;
    try {
      const answer = await read("admin.stats", {});
      if (request === latestRequest.current) {
        setHeldBack(false);
        setStats(answer);
      }
    } catch (error) {
      if (error instanceof ApiError && error.code === "second-factor-required") return setHeldBack(true);
      // The lists beside the counts show the error.
      console.warn("The admin's counts could not be read.", error);
    }
  }, []);
  useEffect(() => {
    if (isOnline) void ask();
  }, [ask, isOnline]);
  return { stats, isHeldBack, reload: () => void ask() };
}
