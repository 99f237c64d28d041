import { Check, CheckCheck, CircleAlert, Clock } from "../../ui/icons/icons.ts";
import { memo, type ReactNode } from "react";
import { isLineOfTime } from "../../../shared/domain/bookings-rules.ts";
import { clock } from "../../../shared/kit/dates.ts";
import { waitsForVerification } from "../../client/session/verification-texts.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { Icon } from "../../ui/display/icon.tsx";
import { LinkButton } from "../../ui/actions/link-button.tsx";
import { messageState, type MessageState, type MessageWithStatus } from "./conversations.ts";
import styles from "./bubble.module.css";

export type BubbleProps = {
  message: MessageWithStatus;
  me: string;
  peerName: string;
  /** The server's reason for a refused message. */
  refusal?: string | undefined;
  /** Both receive the message, which has its id and its outbox entry. */
  onRetry: (message: MessageWithStatus) => void;
  onDelete: (message: MessageWithStatus) => void;
  /** Opens the code page. */
  onVerify: () => void;
  /** Renders what can be done about a received message, beside it. The same function for all renders. */
  renderMore?: ((message: MessageWithStatus) => ReactNode) | undefined;
};

/**
 * A message about a booking that the conversation shows as a card. The card replaces its text, so that nothing is
 * there twice; an older one is a quiet line.
 */
export function BookingLine({ card, ...props }: BubbleProps & { card: ReactNode }) {
  const { message, me, peerName } = props;
  const isByNobody = isLineOfTime(message);
  const state = isByNobody ? "received" : messageState(message, me);
  const [words] = message.content.split("\n", 1);
  return (
    <div data-id={message.id} className={styles.about}>
      {card}
      <p className={card ? "vh" : styles.event}>
        {!isByNobody && <span className="vh">{state === "received" ? `${peerName}: ` : "You: "}</span>}
        {words}
      </p>
      <div className={state === "received" ? styles.theirs : styles.mine}>
        {(card || state === "failed" || state === "waiting") && (
          <StateLine {...props} state={state} hasCard={Boolean(card)} />
        )}
      </div>
    </div>
  );
}

/** One message with a line below that shows its state. */
export const Bubble = memo(function Bubble(props: BubbleProps) {
  const { message, me, peerName, renderMore } = props;
  const state = messageState(message, me);
  return (
    <div className={classNames(styles.place, state === "received" ? styles.theirs : styles.mine)} data-id={message.id}>
      <p className={classNames(styles.bubble, styles[state])}>
        <span className="vh">{state === "received" ? `${peerName}: ` : "You: "}</span>
        {message.content}
      </p>
      {state === "received" && renderMore?.(message)}
      <StateLine {...props} state={state} />
    </div>
  );
});

type StateLineProps = BubbleProps & {
  state: MessageState;
  /** A card above says why the message waits or was refused, and has the buttons. */
  hasCard?: boolean;
};

function StateLine({ message, state, refusal, onRetry, onDelete, onVerify, hasCard = false }: StateLineProps) {
  const time = <time dateTime={message.createdAt}>{clock(new Date(message.createdAt))}</time>;
  if (state === "received") return <p className={styles.line}>{time}</p>;
  if (state === "sent" || state === "read") {
    return (
      <p className={classNames(styles.line, state === "read" && styles.seen)}>
        {time} <Icon of={state === "read" ? CheckCheck : Check} size="s" /> {state === "read" ? "Read" : "Sent"}
      </p>
    );
  }
  if (state === "waiting" && message.needsVerification) {
    return (
      <div className={classNames(styles.line, styles.wait, styles.held)}>
        <span className={styles.because}>
          <Icon of={Clock} size="s" />
          {hasCard ? "Waiting" : waitsForVerification(message.bookingId ? "request" : "message")}
        </span>
        <LinkButton onClick={onVerify}>Verify email</LinkButton>
        {!hasCard && <LinkButton onClick={() => onDelete(message)}>Delete</LinkButton>}
      </div>
    );
  }
  if (state === "waiting") {
    return (
      <p className={classNames(styles.line, styles.wait)}>
        <Icon of={Clock} size="s" /> Waiting for signal
      </p>
    );
  }
  return (
    <div className={classNames(styles.line, styles.fail)}>
      <Icon of={CircleAlert} size="s" />
      <span>
        Not sent
        {!hasCard && refusal && <span className="vh">. {refusal}</span>}
      </span>
      {!hasCard && (
        <>
          <LinkButton onClick={() => onRetry(message)}>Try again</LinkButton>
          <LinkButton onClick={() => onDelete(message)}>Delete</LinkButton>
          {refusal && (
            <span className={styles.why} aria-hidden="true">
              {refusal}
            </span>
          )}
        </>
      )}
    </div>
  );
}
