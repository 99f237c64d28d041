import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useChatPane } from "../../client/shell/chat-pane.ts";
import { openDialog, useDialogs } from "../../client/shell/dialogs.ts";
import { ConversationRow } from "./conversation-row.tsx";
import type { Conversation, Peer } from "./conversations.ts";
import styles from "./conversation-list.module.css";

/** Rows rendered at first, and added when their end is near. */
const ROWS_PER_STEP = 40;

function open({ id, name, userType }: Peer, keepsFocus = false) {
  openDialog({ name: "message", recipient: { id, name, userType }, keepsFocus });
}
const openPressed = (peer: Peer) => open(peer);

/** Conversations as rows; scrolling adds more. */
export function ConversationList({
  conversations,
  me,
  now,
}: {
  conversations: readonly Conversation[];
  me: string;
  now: Date;
}) {
  const [count, setCount] = useState(ROWS_PER_STEP);
  const end = useRef<HTMLDivElement>(null);
  const openId = useDialogs(({ dialog }) => (dialog?.name === "message" ? dialog.recipient.id : null));
  const isBesideList = useChatPane(({ pane }) => pane !== null);
  // Up and down open the next conversation beside the list; Enter then goes to its composer.
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !isBesideList) return;
    event.preventDefault();
    const at = conversations.findIndex(({ peer }) => peer.id === event.currentTarget.dataset["conversation"]) + step;
    const next = conversations[at];
    const rows = event.currentTarget.closest("ul")?.querySelectorAll<HTMLElement>("[data-conversation]");
    if (!next || !rows?.[at]) return;
    rows[at].focus();
    open(next.peer, true);
  };
  const hasMore = count < conversations.length;
  useEffect(() => {
    if (!hasMore || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setCount((now) => now + ROWS_PER_STEP),
      { rootMargin: "800px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, count]);
  return (
    <>
      <ul className={styles.list}>
        {conversations.slice(0, count).map((conversation) => (
          <li key={conversation.peer.id}>
            <ConversationRow
              conversation={conversation}
              me={me}
              now={now}
              isOpen={conversation.peer.id === openId}
              isBesideList={isBesideList}
              onOpen={openPressed}
              onKeyDown={onKeyDown}
            />
          </li>
        ))}
      </ul>
      <div ref={end} />
    </>
  );
}

/** Placeholder rows while the conversations load. */
export function ConversationSkeletons() {
  return (
    <ul className={styles.list} aria-hidden="true">
      {[0, 1, 2, 3].map((place) => (
        <li key={place} className={styles.skeleton}>
          <span className={styles.disc} />
          <span className={styles.bar} />
        </li>
      ))}
    </ul>
  );
}
