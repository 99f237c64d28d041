// Decides when to offer push: once, after a message is sent, and never after a refusal. Answers are per user.
import { create } from "zustand";
import { useCurrentStore } from "../sync/current-store.ts";
import { deviceStorage } from "../storage/browser-storage.ts";
import { pushAbility } from "./push-support.ts";
import { whenSettled } from "../sync/unsettled-sends.ts";

const answerKey = (userId: string) => `push-offer:${userId}`;

/** The user to whom push is offered; null for nobody. */
export const usePushOffer = create<{ offeredTo: string | null }>(() => ({ offeredTo: null }));

/** Offers push once, after a message is sent, to users who can receive it. */
export function offerPush(): void {
  const { userId } = useCurrentStore.getState();
  const ability = pushAbility();
  const isOpen = ability === "needs-install" || (ability === "able" && Notification.permission === "default");
  if (userId !== null && isOpen && !isAnsweredBy(userId)) usePushOffer.setState({ offeredTo: userId });
}

/** Offers push once the server has the message; not while it waits, and not if it was refused or deleted. */
export function offerPushOnceSent(messageId: string): void {
  whenSettled(messageId, (row) => row && !row.waiting && offerPush());
}

/** The user accepted or refused. The settings page can still change it. */
export function answerPushOffer(userId: string): void {
  usePushOffer.setState(({ offeredTo }) => ({ offeredTo: offeredTo === userId ? null : offeredTo }));
  // If storage is blocked, the offer comes once per visit.
  deviceStorage.setText(answerKey(userId), "answered");
}

function isAnsweredBy(userId: string): boolean {
  return deviceStorage.text(answerKey(userId)) !== null;
}
