import { ArrowDown } from "../../ui/icons/icons.ts";
import { useMemo, useRef, type ReactNode } from "react";
import { EmptyState } from "../../ui/display/empty-state.tsx";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { useFocusHome } from "../../ui/hooks/focus-home.ts";
import { AircraftChip } from "./aircraft-chip.tsx";
import { BookingLine, Bubble, type BubbleProps } from "./bubble.tsx";
import { linesOf, type MessageWithStatus } from "./conversations.ts";
import type { RefusalReasons } from "./use-refusals.ts";
import { useChatWindow } from "./use-chat-window.ts";
import styles from "./chat-log.module.css";

type ChatLogProps = {
  /** Oldest first. */
  messages: readonly MessageWithStatus[];
  /** Loads earlier messages; undefined while there are none to load. */
  onEarlier?: (() => void) | undefined;
  /** The reader returned to the newest messages by the button. */
  onNewest?: (() => void) | undefined;
  /** `YYYY-MM-DD` */
  today: string;
  /** Names the aircraft above the first message about it. */
  showsAircraft: boolean;
  /** The server's reasons for refused messages, by entry. */
  refusals: RefusalReasons;
  /** Bookings of this conversation whose rows are on the device. */
  bookings: ReadonlySet<string>;
  /** Renders a booking, at the newest message about it. */
  renderBooking?: ((bookingId: string) => ReactNode) | undefined;
} & Pick<BubbleProps, "me" | "peerName" | "onRetry" | "onDelete" | "onVerify" | "renderMore">;

/** The messages of one conversation; renders only those near the view. */
export function ChatLog(props: ChatLogProps) {
  const { messages, onEarlier, onNewest, today, showsAircraft, refusals, bookings, renderBooking, ...bubbles } = props;
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  // A step moves the booking's card below its new message.
  const focus = useFocusHome(content);
  const { first, last, isAtEnd, toEnd, onScroll } = useChatWindow(box, content, messages, onEarlier);
  const newest = useMemo(() => newestOfBookings(messages), [messages]);
  const lines = linesOf(messages.slice(first, last), messages[first - 1], today);
  return (
    <div className={styles.frame}>
      <div
        ref={box}
        role="log"
        aria-label={`Messages with ${bubbles.peerName}`}
        // Screen readers announce new messages only at the end, not older ones loaded while reading back.
        aria-live={isAtEnd ? "polite" : "off"}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
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
        <div ref={content} className={styles.lines} {...focus}>
          {lines.map(({ message, day, aircraftId }) => {
            const { id, bookingId } = message;
            const isNewest = newest.get(bookingId ?? "") === id;
            const booking = renderBooking && bookingId && bookings.has(bookingId) ? bookingId : null;
            return (
              <div key={id} className={styles.line}>
                {day && <h3 className={styles.day}>{day}</h3>}
                {/* A booking's card names its aircraft itself. */}
                {aircraftId && showsAircraft && !(booking && isNewest) && <AircraftChip id={aircraftId} />}
                <Line
                  {...bubbles}
                  message={message}
                  refusal={refusals.get(message.entryId ?? "")}
                  booking={booking}
                  isNewest={isNewest}
                  renderBooking={renderBooking}
                />
              </div>
            );
          })}
        </div>
      </div>
      {!isAtEnd && (
        <IconButton
          icon={ArrowDown}
          shape="round"
          label="Newest messages"
          className={styles.toEnd}
          onClick={() => {
            toEnd();
            onNewest?.();
          }}
        />
      )}
    </div>
  );
}

type LineProps = BubbleProps & {
  /** The booking that the message is about, when the device has it. */
  booking: string | null;
  isNewest: boolean;
} & Pick<ChatLogProps, "renderBooking">;

function Line({ booking, isNewest, renderBooking, ...bubble }: LineProps) {
  if (!booking || !renderBooking) return <Bubble {...bubble} />;
  return <BookingLine {...bubble} card={isNewest && renderBooking(booking)} />;
}

/** The id of the newest message about each booking, which shows the booking's card. */
function newestOfBookings(messages: readonly MessageWithStatus[]): ReadonlyMap<string, string> {
  return new Map(messages.flatMap(({ id, bookingId }) => (bookingId ? [[bookingId, id]] : [])));
}
