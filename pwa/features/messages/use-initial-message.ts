// Sends the message or booking request that the dialog was opened with, once.
import { useEffect, useRef, type RefObject } from "react";
import type { BookingToSend, DialogRequest } from "../../client/shell/dialogs.ts";
import { removeUnsentBooking } from "../../client/bookings/unsent-booking.ts";
import { useCurrentStore, queue } from "../../client/sync/current-store.ts";
import { storeOrToast, sendMessage } from "./use-conversation.ts";

type Request = Extract<DialogRequest, { name: "message" }>;

/**
 * Sends the initial message once the sender's store is open, and never for another user. The id exists before the dialog
 * opens, so opening it twice sends once. Adds the id to `sentHere`, the messages that this dialog has sent.
 */
export function useInitialMessage(
  me: string,
  { initialMessage, recipient, aircraftId }: Request,
  sentHere: RefObject<Set<string>>,
) {
  const sent = useRef("");
  const isOwnStoreOpen = useCurrentStore((state) => state.userId) === me;
  useEffect(() => {
    if (!isOwnStoreOpen || initialMessage?.senderId !== me || sent.current === initialMessage.id) return;
    sent.current = initialMessage.id;
    const { id, content, booking } = initialMessage;
    sentHere.current.add(id);
    const message = { id, content, receiverId: recipient.id };
    void (booking ? sendBooking(me, booking, message) : sendMessage({ ...message, aircraftId: aircraftId ?? null }));
  }, [me, isOwnStoreOpen, initialMessage, recipient.id, aircraftId, sentHere]);
}

/** Sends the booking with its message as one command, then clears the booking draft once the command is stored. */
async function sendBooking(
  me: string,
  booking: BookingToSend,
  message: { id: string; receiverId: string; content: string },
): Promise<void> {
  const { id: messageId, receiverId: ownerId, content } = message;
  const request = { ...booking, messageId, ownerId, content };
  if (await storeOrToast(messageId, queue("bookings.request", request))) removeUnsentBooking(me, booking.aircraftId);
}
