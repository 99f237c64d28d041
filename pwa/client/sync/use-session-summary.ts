// Reads the signed-in user's stored summary, which the screen shows until the user's rows are open.
import { useSyncExternalStore } from "react";
import { storedSessionSummary, type SessionSummary } from "./session-summary.ts";
import { useAuth } from "../session/session.tsx";

/** The summary changes only between page loads, so there is nothing to subscribe to. */
const noSubscription = () => () => undefined;

/** Null on the server, for a guest, when nothing is stored for this user, and when it is not needed. */
export function useSessionSummary(isNeeded = true): SessionSummary | null {
  const { user } = useAuth();
  const userId = (isNeeded && user?.id) || null;
  return useSyncExternalStore(
    noSubscription,
    () => (userId === null ? null : storedSessionSummary(userId)),
    () => null,
  );
}
