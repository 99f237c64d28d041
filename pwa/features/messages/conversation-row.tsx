import { BadgeCheck, Clock } from "../../ui/icons/icons.ts";
import { memo, type KeyboardEventHandler } from "react";
import { demoNameParts } from "../../../shared/domain/aircraft-rules.ts";
import { isLineOfTime } from "../../../shared/domain/bookings-rules.ts";
import { timeLabel } from "../../../shared/kit/dates.ts";
import { useKnownAircraft } from "../../client/catalogue/known-aircraft.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { Icon } from "../../ui/display/icon.tsx";
import { PlanePicture } from "./plane-picture.tsx";
import { messageState, type Conversation, type Peer } from "./conversations.ts";
import styles from "./conversation-row.module.css";

export type ConversationRowProps = {
  conversation: Conversation;
  me: string;
  now: Date;
  /** This conversation is open beside the list. */
  isOpen?: boolean;
  /** The conversation opens beside the list instead of over it. */
  isBesideList?: boolean;
  onOpen: (peer: Peer) => void;
  onKeyDown?: KeyboardEventHandler<HTMLButtonElement>;
};

/** One row of the message list: peer, last message, time, and whether a message is unread. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, me, now, isOpen, isBesideList, onOpen, onKeyDown } = props;
  const { peer, last, isNew, aircraftId } = conversation;
  const state = messageState(last, me);
  return (
    <button
      type="button"
      {...(isBesideList ? { "aria-current": isOpen } : { "aria-haspopup": "dialog" })}
      data-conversation={peer.id}
      className={classNames(styles.row, isNew && styles.unread, isOpen && (isBesideList ? styles.chosen : styles.open))}
      onKeyDown={onKeyDown}
      onClick={() => onOpen(peer)}
    >
      <span className={styles.avatar}>
        <Avatar name={peer.name} url={peer.avatarUrl} size="fit" />
      </span>
      <span className={styles.words}>
        <span className={styles.who}>
          <span className={styles.name}>{peer.name}</span>
          {peer.verified && (
            <>
              <Icon of={BadgeCheck} className={styles.tick} />
              <span className="vh"> Verified </span>
            </>
          )}
        </span>
        <span className={styles.last}>
          {state === "waiting" && (
            <>
              <Icon of={Clock} size="s" className={styles.clock} />
              <span className="vh">
                {last.needsVerification ? "Waiting for your verified email. " : "Waiting for signal. "}
              </span>
            </>
          )}
          {state === "failed" && <b className={styles.failed}>Not sent. </b>}
          <span className={styles.preview}>
            {state === "received" || isLineOfTime(last) ? "" : "You: "}
            {last.content}
          </span>
        </span>
        {aircraftId && <About id={aircraftId} />}
      </span>
      <span className={styles.right}>
        <time dateTime={last.createdAt}>{timeLabel(last.createdAt, now)}</time>
        {isNew && <Badge tone="new">New</Badge>}
      </span>
    </button>
  );
});

/** The aircraft of the newest message about one. */
function About({ id }: { id: string }) {
  const plane = useKnownAircraft(id);
  if (!plane) return null;
  return (
    <span className={styles.about}>
      <PlanePicture src={plane.picture} width={30} className={styles.plane} />
      <span className={styles.preview}>
        <span className="vh"> About </span>
        {demoNameParts(plane.name)[0]}
      </span>
    </span>
  );
}
