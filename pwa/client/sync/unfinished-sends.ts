// Messages whose page was left between the press on Send and the outbox: they are queued when the person's rows open again, before
// any new one.
import { createStore } from "zustand/vanilla";
import { removeSentText, interruptedTexts } from "../messages/conversation-notes.ts";
import type { UserStore } from "./user-store.ts";
import { openedStore, useCurrentStore, queueKnown, type Queued } from "./current-store.ts";

/** The run of the latest opening; nobody's before the first. */
type FinishRun = { person: UserStore | null; run: Promise<void>; isDone: boolean };

const finishRun = createStore<FinishRun>(() => ({ person: null, run: Promise.resolve(), isDone: false }));

/** Queues what a page was left with, under the ids it had, once an opening. What cannot be kept now waits for the next opening. */
export function finishSends(person: UserStore): Promise<void> {
  const known = finishRun.getState();
  if (known.person === person) return known.run;
  const run = queueAll(person.userId).then(() => {
    if (finishRun.getState().person === person) finishRun.setState({ isDone: true });
  });
  finishRun.setState({ person, run, isDone: false });
  return run;
}

/** Whether everything an earlier page was left with has its place in the outbox. */
export function hasFinishedSends(person: UserStore): boolean {
  const { person: latest, isDone } = finishRun.getState();
  return latest === person && isDone;
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
  return await queueKnown("messages.send", message);
}

async function queueAll(userId: string): Promise<void> {
  for (const { peer, text } of interruptedTexts(userId)) {
    if (useCurrentStore.getState().userId !== userId) return;
    try {
      await queueKnown("messages.send", { ...text, receiverId: peer });
      removeSentText(userId, peer, text.id);
    } catch (problem) {
      console.warn("An earlier message was not queued.", problem);
    }
  }
}
