// When push is offered: after a message was sent, once, and never to somebody who said no.
import { create } from "zustand";
import { pushAbility } from "./push-here.ts";

const answerKey = "push-offer";

/** Whether the card stands. */
export const usePushOffer = create<{ isOffered: boolean }>(() => ({ isOffered: false }));

/** A message was sent: whoever can be told of the answer, and was not asked yet, is asked. */
export function offerPush(): void {
  const ability = pushAbility();
  const isOpen = ability === "needs-install" || (ability === "able" && Notification.permission === "default");
  if (isOpen && !isAnswered()) usePushOffer.setState({ isOffered: true });
}

/** The person said yes or no; the settings page is the way back. */
export function answerPushOffer(): void {
  usePushOffer.setState({ isOffered: false });
  try {
    localStorage.setItem(answerKey, "answered");
  } catch {
    // Storage is closed: asked once a visit.
  }
}

function isAnswered(): boolean {
  try {
    return localStorage.getItem(answerKey) !== null;
  } catch {
    return false;
  }
}
