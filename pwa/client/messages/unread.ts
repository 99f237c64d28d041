// Counts unread messages in the user's rows.
import { unreadIn } from "../../../shared/domain/conversations/summaries.ts";
import { useSessionSummary } from "../sync/use-session-summary.ts";
import { useAuth } from "../session/session.tsx";
import { useConversationSummaries } from "../sync/rows.ts";

/** The number of unread messages; undefined until the user's rows are open. */
export function useKnownUnread(): number | undefined {
  const conversations = useConversationSummaries("unread");
  return conversations && unreadIn(conversations);
}

/** The number of unread messages. Until the user's rows are open, the stored summary answers, or 0 without one. */
export function useUnread(): number {
  const { user } = useAuth();
  const unread = useKnownUnread();
  const summary = useSessionSummary();
  return user ? (unread ?? summary?.unread ?? 0) : 0;
}
