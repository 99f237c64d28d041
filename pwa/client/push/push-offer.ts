// Decides when to offer push: once, after a message is sent, and never after a refusal. Answers are per user.
import { create } from "zustand";
import { useCurrentStore } from "../sync/current-store.ts";
import { deviceStorage } from "../storage/browser-storage.ts";
import { pushAbility } from "./push-support.ts";
import { whenSettled } from "../sync/unsettled-sends.ts";

const answerKey = (userId: string) => `push-offer:${userId}`;

/** The user to whom the card applies; other users of this page were not asked. */
export const usePushOffer = create<{ offeredTo: string | null }>(() => ({ offeredTo: null }));

/** Offers push once, after a message is sent, to users who can receive it. */
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
