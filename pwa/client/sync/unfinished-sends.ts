// Messages whose page was left between the press on Send and the outbox: they are queued when the person's rows open again.
import { forgetSent, unfinishedTexts } from "../messages/conversation-notes.ts";
import { useCurrentStore } from "./current-store.ts";
import { queue } from "./queue.ts";

/** Queues what a page was left with, under the ids it had. What cannot be kept now waits for the next opening. */
export async function finishSends(userId: string): Promise<void> {
  for (const { peer, text } of unfinishedTexts(userId)) {
    if (useCurrentStore.getState().userId !== userId) return;
    try {
      await queue("messages.send", { ...text, receiverId: peer });
      forgetSent(userId, peer, text.id);
    } catch (problem) {
      console.warn("A message of an earlier page could not be queued.", problem);
    }
  }
}
