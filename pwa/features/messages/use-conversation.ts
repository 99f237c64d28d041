// Hooks and calls for one conversation: its messages in order, read marks, and sending.
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useCurrentStore, queue } from "../../client/sync/current-store.ts";
import { offerPushOnceSent } from "../../client/push/push-offer.ts";
import { useNewestMessages, type MessagesShown } from "../../client/sync/rows.ts";
import { toast } from "../../client/shell/toasts.ts";
import { queueMessage } from "../../client/sync/unfinished-sends.ts";
import { postWhenLeaving, stopPosting, whenSettled } from "../../client/sync/unsettled-sends.ts";
import { afterPaint } from "../../ui/hooks/after-paint.ts";
import { MESSAGES_PER_STEP } from "./chat-window.ts";

/** Number of messages that an opened conversation reads: those rendered first, and as many before them. */
const NEWEST = 2 * MESSAGES_PER_STEP;

export type OpenConversation = {
  /** Undefined while loading. */
  part: MessagesShown | undefined;
  /** Reads more messages; undefined while there are none, or while they load. */
  earlier: (() => void) | undefined;
  /** Reads the newest messages alone again. */
  newest: () => void;
};

/** The newest messages with a peer, and more of them for a reader who scrolls back. */
export function useConversation(peerId: string): OpenConversation {
  const [asked, setAsked] = useState({ peerId, count: NEWEST });
  const count = asked.peerId === peerId ? asked.count : NEWEST;
  const found = useNewestMessages(peerId, count);
  // While more messages load, those that are shown stay.
  const [last, setLast] = useState({ peerId, count, found });
  if (found && last.found !== found) setLast({ peerId, count, found });
  const isOther = last.peerId === peerId && last.count !== count;
  const part = found ?? (isOther ? last.found : undefined);
  const hasEarlier = found?.hasEarlier ?? false;
  const earlier = useCallback(() => setAsked({ peerId, count: count * 2 }), [peerId, count]);
  const newest = useCallback(() => setAsked({ peerId, count: NEWEST }), [peerId]);
  return { part, earlier: hasEarlier ? earlier : undefined, newest };
}

/**
 * Marks the peer's messages as read while the conversation is visible, also those before the shown part. Reports the shown ones as seen,
 * so that no push is sent.
 */
export function useReadMarks(part: MessagesShown | undefined, peerId: string): void {
  const isVisible = useVisible();
  const marked = useRef(new Set<string>());
  useEffect(() => {
    if (!isVisible || !part) return;
    const { messages, hasEarlierUnread } = part;
    const unread = messages.filter((message) => message.senderId === peerId && !message.read).map(({ id }) => id);
    // The last in the server's order, since a message may have an older id than one that arrived before it.
    const upTo = unread.at(-1) ?? (hasEarlierUnread ? messages.find(({ waiting }) => !waiting)?.id : undefined);
    // Marks each message once, so that a refused command is not repeated.
    if (upTo === undefined || marked.current.has(upTo)) return;
    // Nobody has read what is not painted yet, and the paint must not wait for the mark.
    return afterPaint(() => {
      marked.current.add(upTo);
      useCurrentStore.getState().person?.seen(unread);
      queue("messages.markRead", { userId: peerId, upTo }).catch((problem: unknown) => {
        console.warn("The read mark could not be stored.", problem);
      });
    });
  }, [part, peerId, isVisible]);
}

/**
 * Stores a message in the outbox, and posts it if the page closes before that. Returns false, with a toast, when storing
 * fails.
 */
export async function sendMessage(message: {
  id: string;
  receiverId: string;
  content: string;
  aircraftId: string | null;
}): Promise<boolean> {
  const { userId } = useCurrentStore.getState();
  if (userId === null) throw new Error("Not authenticated");
  postWhenLeaving(userId, message);
  const isStored = await storeOrToast(message.id, queueMessage(message));
  if (isStored) whenSettled(message.id, () => stopPosting(message.id));
  else stopPosting(message.id);
  return isStored;
}

/** Waits until `work` has stored a message, and offers push once it is sent. Returns false, with a toast, when it fails. */
export async function storeOrToast(messageId: string, work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    offerPushOnceSent(messageId);
    return true;
  } catch (problem) {
    console.warn("A message could not be stored.", problem);
    toast({ title: "Error", description: "Failed to send message. Please try again.", kind: "bad" });
    return false;
  }
}

function subscribe(listener: () => void) {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

function useVisible(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.visibilityState === "visible",
    () => false,
  );
}
