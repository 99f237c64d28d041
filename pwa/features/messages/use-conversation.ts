// One conversation: its messages in order, the marks of what was read, and what the person can do in it.
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useCurrentStore } from "../../client/sync/current-store.ts";
import { offerPushOnceSent } from "../../client/push/push-offer.ts";
import { queue } from "../../client/sync/queue.ts";
import { useRows } from "../../client/sync/rows.ts";
import { toast } from "../../client/shell/toasts.ts";
import { queueMessage } from "../../client/sync/unfinished-sends.ts";
import { postWhenLeaving, stopPosting, whenSettled } from "../../client/sync/unsettled-sends.ts";
import { inOrder, type ShownMessage } from "./conversations.ts";

/** Messages with somebody, oldest first; undefined while not known. */
export function useConversation(peerId: string): readonly ShownMessage[] | undefined {
  const received = useRows("messages", { senderId: peerId });
  const sent = useRows("messages", { receiverId: peerId });
  return useMemo(() => received && sent && [...received, ...sent].sort(inOrder), [received, sent]);
}

/** Marks what the other one wrote as read while the conversation is in front of the reader. */
export function useReadMarks(messages: readonly ShownMessage[] | undefined, peerId: string): void {
  const isVisible = useVisible();
  const marked = useRef(new Set<string>());
  useEffect(() => {
    if (!isVisible || !messages) return;
    const unread = messages.filter((message) => message.senderId === peerId && !message.read).map(({ id }) => id);
    // The last in the order of the conversation, which is the server's: an id may be older than its message's arrival.
    const upTo = unread.at(-1);
    // Asked for once: what the server refused is not asked again and again.
    if (upTo === undefined || marked.current.has(upTo)) return;
    marked.current.add(upTo);
    useCurrentStore.getState().person?.seen(unread);
    queue("messages.markRead", { userId: peerId, upTo }).catch((problem: unknown) => {
      console.warn("The read mark could not be kept.", problem);
    });
  }, [messages, peerId, isVisible]);
}

/** Keeps a message on this device, from where it sends itself. False, with a toast, when it could not be kept. */
export async function sendMessage(message: {
  id: string;
  receiverId: string;
  content: string;
  aircraftId: string | null;
}): Promise<boolean> {
  const { userId } = useCurrentStore.getState();
  if (userId === null) throw new Error("Not authenticated");
  postWhenLeaving(userId, message);
  const isKept = await keptOrSaid(message.id, queueMessage(message));
  if (isKept) whenSettled(message.id, () => stopPosting(message.id));
  else stopPosting(message.id);
  return isKept;
}

/** False, with a toast, when what was to be sent could not be kept. */
export async function keptOrSaid(messageId: string, work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    offerPushOnceSent(messageId);
    return true;
  } catch (problem) {
    console.warn("A message could not be kept.", problem);
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
