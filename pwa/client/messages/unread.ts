// How many messages wait to be read, as the person's own rows say it.
import { useSessionSummary } from "../sync/use-session-summary.ts";
import { useAuth } from "../session/session.tsx";
import { useRows } from "../sync/rows.ts";

/** Messages to the person signed in that are not read; until their rows are open as last shown here, or 0. */
export function useUnread(): number {
  const { user } = useAuth();
  const messages = useRows("messages", user ? { receiverId: user.id, read: false } : undefined);
  const summary = useSessionSummary();
  return user ? (messages?.length ?? summary?.unread ?? 0) : 0;
}
