import { useEffect } from "react";
import { isComing } from "../../client/bookings/coming.ts";
import { useKnownUnread } from "../../client/messages/unread.ts";
import { storeSessionSummary } from "../../client/sync/session-summary.ts";
import { useRows } from "../../client/sync/rows.ts";
import { useAuth } from "../../client/session/session.tsx";

/** Stores the summary that the user's next first render shows. Renders nothing. */
export function SessionSummaryEffects() {
  const { user } = useAuth();
  const userId = user?.id ?? null;
  const favorites = useRows("favorites");
  const bookings = useRows("bookings");
  const hiddenOwners = useRows("hiddenOwners");
  const unread = useKnownUnread();
  useEffect(() => {
    if (userId === null || !favorites || !bookings || !hiddenOwners || unread === undefined) return;
    const shown = favorites.filter(({ waiting }) => waiting !== "attention").map(({ aircraftId }) => aircraftId);
    const coming = bookings.filter((booking) => isComing(booking, Date.now()));
    const booked = [...new Set(coming.map(({ aircraftId }) => aircraftId))];
    const hidden = hiddenOwners.map(({ ownerId }) => ownerId);
    storeSessionSummary(userId, { favorites: shown, booked, ...(hidden.length > 0 && { hidden }), unread });
  }, [userId, favorites, bookings, hiddenOwners, unread]);
  return null;
}
