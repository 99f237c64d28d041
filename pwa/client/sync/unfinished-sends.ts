// Messages whose page was left between the press on Send and the outbox: they are queued when the person's rows open again, before
// any new one.
import { forgetSent, unfinishedTexts } from "../messages/conversation-notes.ts";
import type { UserStore } from "./user-store.ts";
import { openedStore, useCurrentStore } from "./current-store.ts";
import { queue, type Queued } from "./queue.ts";

/** The run of each opening. */
const runs = new WeakMap<UserStore, Promise<void>>();
const done = new WeakSet<UserStore>();

/** Queues what a page was left with, under the ids it had, once an opening. What cannot be kept now waits for the next opening. */
export function finishSends(person: UserStore): Promise<void> {
  const run = runs.get(person) ?? queueAll(person.userId).then(() => void done.add(person));
  runs.set(person, run);
  return run;
}

/** Whether everything an earlier page was left with has its place in the outbox. */
export function hasFinishedSends(person: UserStore): boolean {
  return done.has(person);
}

/** Queues a message behind those of earlier pages, so that what was typed first arrives first. Rejects with NotKept. */
export async function queueMessage(message: {
  id: string;
  receiverId: string;
  content: string;
  aircraftId: string | null;
}): Promise<Queued> {
  // Where nobody can be opened, the queue says why.
  await openedStore().then(finishSends, () => undefined);
  return await queue("messages.send", message);
}

async function queueAll(userId: string): Promise<void> {
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
