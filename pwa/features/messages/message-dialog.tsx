import { BadgeCheck, CloudOff, UserX } from "../../ui/icons/icons.ts";
import { Fragment, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { counted } from "../../../shared/kit/counted.ts";
import { refusals as refusalTexts } from "../../../shared/kit/errors.ts";
import { conversationNote, updateConversationNote, type SentText } from "../../client/messages/conversation-notes.ts";
import { useChatPane } from "../../client/shell/chat-pane.ts";
import { explainVerified, type DialogRequest } from "../../client/shell/dialogs.ts";
import { useToday } from "../../client/shell/hydrated.ts";
import { useOnline } from "../../client/api/online.ts";
import { useQuery } from "../../client/api/query.ts";
import { FORMER_MEMBER } from "../../client/messages/known-peer.ts";
import { answersWords } from "../../client/messages/reply-words.ts";
import { useCurrentStore } from "../../client/sync/current-store.ts";
import { useGoToVerify } from "../../client/shell/return-place.ts";
import { useRow, useRows } from "../../client/sync/rows.ts";
import { heldFor } from "../../client/session/held-rows.ts";
import { useAuth } from "../../client/session/session.tsx";
import { Link } from "../../ui/actions/link.tsx";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { PinnedNote } from "../../ui/overlay/pinned-note.tsx";
import { Spinner } from "../../ui/display/spinner.tsx";
import { AircraftChip } from "./aircraft-chip.tsx";
import { ChatLog } from "./chat-log.tsx";
import { Composer } from "./composer.tsx";
import { aircraftOf, type MessageWithStatus, type Peer } from "./conversations.ts";
import { sendMessage, useConversation, useReadMarks } from "./use-conversation.ts";
import { useInitialMessage } from "./use-initial-message.ts";
import { useKeyboardRoom } from "./use-keyboard-room.ts";
import { deleteMessage, retryMessage, useRefusals, useVerifyRedirect } from "./use-refusals.ts";
import styles from "./message-dialog.module.css";

const HOUR_MS = 3_600_000;

type UserType = NonNullable<Peer["userType"]>;
type Request = Extract<DialogRequest, { name: "message" }>;

export type MessageDialogProps = {
  request: Request;
  onClose: () => void;
  /** Content of the header, such as the button that mutes the conversation. */
  headEnd?: ReactNode;
  /** Content between the messages and the composer, such as an offer. */
  aboveComposer?: ReactNode;
  /** Content in the place of the composer, where no message can be written. */
  insteadOfComposer?: ReactNode;
  /** Renders what can be done about a received message, beside it. The same function for all renders. */
  renderMore?: ((message: MessageWithStatus) => ReactNode) | undefined;
  /** Renders a booking of this conversation, under the newest message about it. */
  renderBooking?: ((bookingId: string, peer: Peer) => ReactNode) | undefined;
};

/** The conversation with one user. Renders nothing without a signed-in user. */
export function MessageDialog(props: MessageDialogProps) {
  const { user } = useAuth();
  if (!user) return null;
  return <Chat key={user.id} me={user.id} {...props} />;
}

function Chat({ me, request, onClose, renderBooking, renderMore, ...slots }: MessageDialogProps & { me: string }) {
  const { headEnd, aboveComposer } = slots;
  const { user } = useAuth();
  const { part, earlier, newest } = useConversation(request.recipient.id);
  const messages = part?.messages;
  const shown = useMemo(() => messages?.map((message) => heldFor(message, user)), [messages, user]);
  const [peer, isGone] = usePeer(me, request.recipient, messages?.some(({ waiting }) => !waiting) ?? false);
  const refusals = useRefusals();
  const today = useToday();
  const room = useKeyboardRoom();
  const pane = useDock();
  const about = useMemo(() => (part ? aircraftOf(part) : []), [part]);
  const bookings = useBookingsWith(peer.id);
  useComposerFocus(pane, request);
  useReadMarks(part, peer.id);
  const sentHere = useRef(new Set<string>());
  useInitialMessage(me, request, sentHere);
  const goToVerify = useGoToVerify();
  const verify = useCallback(() => {
    onClose();
    goToVerify();
  }, [onClose, goToVerify]);
  useVerifyRedirect(messages, sentHere, verify);

  const aircraftId = request.aircraftId ?? null;
  const send = useCallback(
    (message: SentText) => {
      sentHere.current.add(message.id);
      return sendMessage({ ...message, receiverId: peer.id });
    },
    [peer.id],
  );
  // What the server answers to a message to such a person, before one is written in vain.
  const insteadOfComposer =
    slots.insteadOfComposer ??
    (isGone ? <PinnedNote icon={UserX}>{refusalTexts["receiver-gone"][1]}</PinnedNote> : undefined);
  const isWaiting = messages?.some(({ waiting }) => waiting === "waiting") ?? true;
  return (
    <Dialog
      open
      onClose={onClose}
      size="side"
      dock={pane}
      title={pane && peer.userType ? <Link to={`/profile/${peer.id}`}>{peer.name}</Link> : peer.name}
      lead={<Avatar name={peer.name} url={peer.avatarUrl} />}
      afterTitle={peer.verified && <VerifiedMark id={peer.id} />}
      underTitle={peer.userType && <UnderTitle peer={peer} userType={peer.userType} isBesideList={pane !== null} />}
      headEnd={
        <>
          {pane && about[0] && <AircraftChip id={about[0]} isInHead />}
          {headEnd}
        </>
      }
      bodyClassName={styles.body}
    >
      <OfflineLine waiting={shown?.filter(waitsForSignal).length ?? 0} />
      <Fragment key={peer.id}>
        {shown && bookings ? (
          <ChatLog
            messages={shown}
            onEarlier={earlier}
            onNewest={newest}
            showsAircraft={!pane || about.length > 1}
            today={today}
            refusals={refusals}
            bookings={bookings}
            me={me}
            peerName={peer.name}
            onRetry={retryMessage}
            onDelete={deleteMessage}
            onVerify={verify}
            renderMore={renderMore}
            renderBooking={renderBooking && ((bookingId) => renderBooking(bookingId, peer))}
          />
        ) : (
          <Unknown />
        )}
        {/* No offer appears under «Waiting for signal». */}
        {!isWaiting && !insteadOfComposer && aboveComposer}
        {insteadOfComposer ?? <Composer me={me} peer={peer} aircraftId={aircraftId} onSend={send} />}
      </Fragment>
      <div style={{ height: room, flex: "none" }} />
    </Dialog>
  );
}

/** Beside the list there is room for how fast the peer usually answers, which the server computes. */
function UnderTitle({ peer, userType, isBesideList }: { peer: Peer; userType: UserType; isBesideList: boolean }) {
  const { result } = useQuery("users.profile", isBesideList ? { id: peer.id } : null, { freshFor: HOUR_MS });
  const answers = result.state === "ready" ? answersWords(result.data) : null;
  return [userType === "owner" ? "Aircraft Owner" : "Pilot", answers].filter(Boolean).join(", ");
}

/** Ids of the bookings with a peer on this device; undefined while loading. */
function useBookingsWith(peerId: string): ReadonlySet<string> | undefined {
  const asOwner = useRows("bookings", { pilotId: peerId });
  const asPilot = useRows("bookings", { ownerId: peerId });
  return useMemo(() => asOwner && asPilot && new Set([...asOwner, ...asPilot].map(({ id }) => id)), [asOwner, asPilot]);
}

/**
 * The pane to dock in. A conversation that opened over the page stays there in a wider window, so that its own dialogs
 * stay open.
 */
function useDock(): HTMLElement | null {
  const pane = useChatPane((state) => state.pane);
  const [isOver, setOver] = useState(pane === null);
  if (!isOver && pane === null) setOver(true);
  return isOver ? null : pane;
}

/** Beside the list, a conversation that was opened by a press or by Enter starts at its composer. */
function useComposerFocus(pane: HTMLElement | null, request: Request) {
  useEffect(() => {
    if (pane && !request.keepsFocus) pane.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, [pane, request]);
}

/** Shown while the messages load, or when this browser cannot store them. */
function Unknown() {
  const isBroken = useCurrentStore((state) => state.phase) === "broken";
  return (
    <p className={styles.loading} role="status">
      {isBroken ? (
        "Messages cannot be opened on this device right now."
      ) : (
        <>
          <Spinner size="l" />
          Loading...
        </>
      )}
    </p>
  );
}

function VerifiedMark({ id }: { id: string }) {
  return (
    <button
      type="button"
      className={styles.mark}
      aria-haspopup="dialog"
      onClick={() => explainVerified({ of: "member", id })}
    >
      <Icon of={BadgeCheck} size="s" className={styles.tick} />
      <span className="vh">Verified</span>
    </button>
  );
}

const waitsForSignal = ({ waiting, needsVerification }: MessageWithStatus) =>
  waiting === "waiting" && !needsVerification;

/** The dialog covers the page's offline banner on a phone. */
function OfflineLine({ waiting }: { waiting: number }) {
  const isOnline = useOnline();
  if (isOnline) return null;
  return (
    <p className={styles.offline}>
      <Icon of={CloudOff} />
      <span>
        <b>You&apos;re offline.</b>{" "}
        {waiting === 0
          ? "Messages send when you have signal."
          : `${counted(waiting, "message waits", "messages wait")} for signal.`}
      </span>
    </p>
  );
}

/**
 * The peer's row, or what was known when the conversation opened, which is stored for the list. A peer with messages but without a row is
 * a former member, who receives no messages unless they come back.
 */
function usePeer(me: string, recipient: Request["recipient"], isKnownThere: boolean): [peer: Peer, isGone: boolean] {
  const row = useRow("people", recipient.id);
  useEffect(() => {
    if (recipient.name === FORMER_MEMBER) return;
    const known = conversationNote(me, recipient.id);
    if (known.name === recipient.name && known.userType === recipient.userType) return;
    updateConversationNote(me, recipient.id, { name: recipient.name, userType: recipient.userType });
  }, [me, recipient.id, recipient.name, recipient.userType]);
  const isGone = row === null && isKnownThere;
  return [row ?? (isGone ? { id: recipient.id, name: FORMER_MEMBER } : recipient), isGone];
}
