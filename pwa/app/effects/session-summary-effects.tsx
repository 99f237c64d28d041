import { useEffect } from "react";
import { useKnownUnread } from "../../client/messages/unread.ts";
import { storeSessionSummary } from "../../client/sync/session-summary.ts";
import { useRows } from "../../client/sync/rows.ts";
import { useAuth } from "../../client/session/session.tsx";

/** Stores the summary that the user's next first render shows. Renders nothing. */
export function SessionSummaryEffects() {
  const { user } = useAuth();
  const userId = user?.id ?? null;
  const favorites = useRows("favorites");
  const unread = useKnownUnread();
  useEffect(() => {
    if (userId === null || !favorites || unread === undefined) return;
    const shown = favorites.filter(({ waiting }) => waiting !== "attention").map(({ aircraftId }) => aircraftId);
    storeSessionSummary(userId, { favorites: shown, unread });
  }, [userId, favorites, unread]);
  return null;
}
