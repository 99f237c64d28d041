// Counts unread messages in the user's rows.
import { useSessionSummary } from "../sync/use-session-summary.ts";
import { useAuth } from "../session/session.tsx";
import { useRows } from "../sync/rows.ts";

/** The number of unread messages. Until the user's rows are open, the stored summary answers, or 0 without one. */
export function useUnread(): number {
  const { user } = useAuth();
  const messages = useRows("messages", user ? { receiverId: user.id, read: false } : undefined);
  const summary = useSessionSummary();
  return user ? (messages?.length ?? summary?.unread ?? 0) : 0;
}
