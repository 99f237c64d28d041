// When push is offered: after a message was sent, once, and never to somebody who said no. One person's answer is not another's.
import { create } from "zustand";
import { useCurrentStore } from "../sync/current-store.ts";
import { deviceStorage } from "../storage/browser-storage.ts";
import { pushAbility } from "./push-support.ts";
import { whenSettled } from "../sync/unsettled-sends.ts";

const answerKey = (userId: string) => `push-offer:${userId}`;

/** For whom the card stands; whoever else comes to this page was not asked. */
export const usePushOffer = create<{ offeredTo: string | null }>(() => ({ offeredTo: null }));

/** A message was sent: whoever sent it, can be told of the answer, and was not asked yet, is asked. */
export function offerPush(): void {
  const { userId } = useCurrentStore.getState();
  const ability = pushAbility();
  const isOpen = ability === "needs-install" || (ability === "able" && Notification.permission === "default");
  if (userId !== null && isOpen && !isAnsweredBy(userId)) usePushOffer.setState({ offeredTo: userId });
}

/** Offers push once the server has the message: not while it waits, nor for one that was refused or deleted. */
export function offerPushOnceSent(messageId: string): void {
  whenSettled(messageId, (row) => row && !row.waiting && offerPush());
}

/** The person said yes or no; the settings page is the way back. */
export function answerPushOffer(userId: string): void {
  usePushOffer.setState(({ offeredTo }) => ({ offeredTo: offeredTo === userId ? null : offeredTo }));
  // Where storage is closed the offer comes once a visit.
  deviceStorage.setText(answerKey(userId), "answered");
}

function isAnsweredBy(userId: string): boolean {
  return deviceStorage.text(answerKey(userId)) !== null;
}
