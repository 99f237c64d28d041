// Hooks and calls for one conversation: its messages in order, read marks, and sending.
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { inOrder } from "../../../shared/domain/conversations/summaries.ts";
import { useCurrentStore, queue } from "../../client/sync/current-store.ts";
import { offerPushOnceSent } from "../../client/push/push-offer.ts";
import { useRows } from "../../client/sync/rows.ts";
import { toast } from "../../client/shell/toasts.ts";
import { queueMessage } from "../../client/sync/unfinished-sends.ts";
import { postWhenLeaving, stopPosting, whenSettled } from "../../client/sync/unsettled-sends.ts";
import type { MessageWithStatus } from "./conversations.ts";

/** Messages with a peer, oldest first; undefined while loading. */
export function useConversation(peerId: string): readonly MessageWithStatus[] | undefined {
  const received = useRows("messages", { senderId: peerId });
  const sent = useRows("messages", { receiverId: peerId });
  return useMemo(() => received && sent && [...received, ...sent].sort(inOrder), [received, sent]);
}

/**
 * Marks the peer's messages as read while the conversation is visible. Reports them as seen, so that no push is sent.
 */
export function useReadMarks(messages: readonly MessageWithStatus[] | undefined, peerId: string): void {
  const isVisible = useVisible();
  const marked = useRef(new Set<string>());
  useEffect(() => {
    if (!isVisible || !messages) return;
    const unread = messages.filter((message) => message.senderId === peerId && !message.read).map(({ id }) => id);
    // The last in the server's order, since a message may have an older id than one that arrived before it.
    const upTo = unread.at(-1);
    // Marks each message once, so that a refused command is not repeated.
    if (upTo === undefined || marked.current.has(upTo)) return;
    marked.current.add(upTo);
    useCurrentStore.getState().person?.seen(unread);
    queue("messages.markRead", { userId: peerId, upTo }).catch((problem: unknown) => {
      console.warn("The read mark could not be stored.", problem);
    });
  }, [messages, peerId, isVisible]);
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
