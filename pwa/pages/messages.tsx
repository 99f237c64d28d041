import { useEffect } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { openDialog, useDialogs } from "../client/shell/dialogs.ts";
import { useUnread } from "../client/messages/unread.ts";
import { useKeptScroll } from "../client/shell/kept-scroll.ts";
import { usePageTitle } from "../client/shell/page-title.ts";
import { pillPlace } from "../client/shell/pill-place.ts";
import { useCurrentStore } from "../client/sync/current-store.ts";
import { useRow } from "../client/sync/rows.ts";
import { useAuth } from "../client/session/session.tsx";
import { ConversationList, ConversationSkeletons } from "../features/messages/conversation-list.tsx";
import { usePanes } from "../features/messages/use-panes.ts";
import { useKeptConversation } from "../features/messages/use-kept-conversation.ts";
import { useConversations } from "../features/messages/use-conversations.ts";
import { ButtonLink } from "../ui/actions/button.tsx";
import { EmptyState } from "../ui/display/empty-state.tsx";
import { useNow } from "../ui/hooks/use-now.ts";
import styles from "./messages.module.css";

export function MessagesPage() {
  usePageTitle("Messages");
  const { user, loading } = useAuth();
  useConversationOfAddress();
  const pane = usePanes();
  useKeptConversation(user?.id);
  const list = useKeptScroll<HTMLElement>();
  const isOpen = useDialogs(({ dialog }) => dialog?.name === "message");
  const unread = useUnread();
  if (!user && !loading) return <Navigate to="/" replace />;
  return (
    <div className={styles.page}>
      <section ref={list} className={styles.list} aria-label="Conversations">
        <div className={styles.head}>
          <h1>Messages</h1>
          <div ref={pillPlace} className="mob" />
          {unread > 0 && <p className={styles.unread}>{unread} unread</p>}
        </div>
        {user ? <Conversations me={user.id} /> : <Loading />}
      </section>
      <div ref={pane} className={styles.pane}>
        {!isOpen && <p className={styles.choose}>Choose a conversation.</p>}
      </div>
    </div>
  );
}

/** Maximum wait in milliseconds for a user whose row this device does not have. */
const MAX_WAIT_MS = 8_000;

/** Opens the conversation of `?with=<id>`, a notification link, once that user's row is on the device. */
function useConversationOfAddress() {
  const [search, setSearch] = useSearchParams();
  const peerId = search.get("with");
  const peer = useRow("people", peerId);
  useEffect(() => {
    if (peerId === null || peer === undefined) return;
    const leave = () => setSearch({}, { replace: true });
    if (peer) {
      openDialog({ name: "message", recipient: { id: peer.id, name: peer.name, userType: peer.userType } });
      return leave();
    }
    // The sender of a first message may not be on this device yet.
    const timer = setTimeout(leave, MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [peerId, peer, setSearch]);
}

function Conversations({ me }: { me: string }) {
  const conversations = useConversations(me);
  const now = useNow();
  const isBroken = useCurrentStore((state) => state.phase) === "broken";
  if (!conversations && isBroken) {
    return (
      <EmptyState level="h2" title="Not on this device">
        Messages cannot be opened here right now. Try again when you have signal.
      </EmptyState>
    );
  }
  if (!conversations) return <Loading />;
  if (conversations.length > 0) return <ConversationList conversations={conversations} me={me} now={now} />;
  return (
    <EmptyState
      drawing="/illustrations/empty-messages.svg"
      level="h2"
      title="No messages yet"
      action={<ButtonLink to="/#aircraft-listings">Browse Aircraft</ButtonLink>}
    >
      Write to an owner from an aircraft&apos;s page.
    </EmptyState>
  );
}

function Loading() {
  return (
    <>
      <p className="vh" role="status">
        Loading...
      </p>
      <ConversationSkeletons />
    </>
  );
}
