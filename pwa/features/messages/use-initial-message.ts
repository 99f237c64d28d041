// What the dialog was opened with goes out by itself, once.
import { useEffect, useRef, type RefObject } from "react";
import type { BookingToSend, DialogRequest } from "../../client/shell/dialogs.ts";
import { dropKeptBooking } from "../../client/bookings/kept-booking.ts";
import { useCurrentStore } from "../../client/sync/current-store.ts";
import { queue } from "../../client/sync/queue.ts";
import { keptOrSaid, sendMessage } from "./use-conversation.ts";

type Request = Extract<DialogRequest, { name: "message" }>;

/**
 * Sends what the dialog was opened with, unless somebody else is signed in by now. Its id is older than the dialog, so opening
 * twice sends once. Its id joins `sentHere`.
 */
export function useInitialMessage(
  me: string,
  { initialMessage, recipient, aircraftId }: Request,
  sentHere: RefObject<Set<string>>,
) {
  const sent = useRef("");
  const isKnown = useCurrentStore((state) => state.userId) === me;
  useEffect(() => {
    if (!isKnown || initialMessage?.senderId !== me || sent.current === initialMessage.id) return;
    sent.current = initialMessage.id;
    const { id, content, booking } = initialMessage;
    sentHere.current.add(id);
    const message = { id, content, receiverId: recipient.id };
    void (booking ? sendBooking(me, booking, message) : sendMessage({ ...message, aircraftId: aircraftId ?? null }));
  }, [me, isKnown, initialMessage, recipient.id, aircraftId, sentHere]);
}

/** The request and its message are one command; what was filled in is let go once it is safe on this device. */
async function sendBooking(
  me: string,
  { id, aircraftId, startDate, hours }: BookingToSend,
  message: { id: string; receiverId: string; content: string },
): Promise<void> {
  const { id: messageId, receiverId: ownerId, content } = message;
  const request = { id, messageId, aircraftId, ownerId, startDate, hours, content };
  if (await keptOrSaid(messageId, queue("bookings.request", request))) dropKeptBooking(me, aircraftId);
}
