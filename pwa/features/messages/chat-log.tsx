import { ArrowDown } from "lucide-react";
import { useRef } from "react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Bubble, type BubbleProps } from "./bubble.tsx";
import { linesOf, type ShownMessage } from "./conversations.ts";
import type { Refusals } from "./use-refusals.ts";
import { useChatWindow } from "./use-chat-window.ts";
import styles from "./chat-log.module.css";

interface ChatLogProps extends Pick<BubbleProps, "me" | "peerName" | "onRetry" | "onDelete"> {
  /** Oldest first. */
  messages: readonly ShownMessage[];
  /** `YYYY-MM-DD` */
  today: string;
  /** The server's sentences for refused messages, by entry. */
  refusals: Refusals;
}

/** The messages of one conversation, of which only the part around the view exists. */
export function ChatLog({ messages, today, refusals, me, peerName, onRetry, onDelete }: ChatLogProps) {
  const box = useRef<HTMLDivElement>(null);
  const { first, last, isAtEnd, toEnd, onScroll } = useChatWindow(box, messages.length);
  const lines = linesOf(messages.slice(first, last), messages[first - 1], today);
  return (
    <div className={styles.frame}>
      <div
        ref={box}
        role="log"
        aria-label={`Messages with ${peerName}`}
        // Older lines that appear while reading back are no news.
        aria-live={isAtEnd ? "polite" : "off"}
        // A box that scrolls has to be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        className={styles.log}
        onScroll={onScroll}
      >
        {messages.length === 0 && (
          <div className={styles.empty}>
            <EmptyState drawing="/illustrations/empty-messages.svg" title="No messages yet">
              Send a message to start the conversation.
            </EmptyState>
          </div>
        )}
        {lines.map(({ message, day }) => (
          <div key={message.id} className={styles.line}>
            {day && <h3 className={styles.day}>{day}</h3>}
            <Bubble
              message={message}
              me={me}
              peerName={peerName}
              refusal={refusals.get(message.entryId ?? "")}
              onRetry={onRetry}
              onDelete={onDelete}
            />
          </div>
        ))}
      </div>
      {!isAtEnd && (
        <IconButton icon={ArrowDown} shape="round" label="Newest messages" className={styles.toEnd} onClick={toEnd} />
      )}
    </div>
  );
}
