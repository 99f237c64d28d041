// Messages that the server may not have yet, in memory: a page that is being left posts them once more while it goes.
import { createStore } from "zustand/vanilla";
import type { SentText } from "../messages/conversation-notes.ts";
import { hasFinishedSends } from "./unfinished-sends.ts";
import { isSurelyOffline } from "../api/online.ts";
import { useCurrentStore, isKeeping } from "./current-store.ts";
import { whenQuiet } from "./device.ts";
import { storedUser } from "../session/stored-session.ts";
import type { UserStore } from "./user-store.ts";

type Message = SentText & { receiverId: string };

type Unsettled = ReadonlyMap<string, { userId: string; message: Message }>;

const unsettledSends = createStore<{ byId: Unsettled }>(() => ({ byId: new Map() }));

/** From now on the message is posted when the page is left. The outbox has the same id, so the server takes it once. */
export function postWhenLeaving(userId: string, message: Message): void {
  const { byId } = unsettledSends.getState();
  if (byId.size === 0) window.addEventListener("pagehide", postAll);
  unsettledSends.setState({ byId: new Map([...byId, [message.id, { userId, message }]]) });
}

/** The text is back in its field, or the server has answered. */
export function stopPosting(messageId: string): void {
  const others = [...unsettledSends.getState().byId].filter(([id]) => id !== messageId);
  unsettledSends.setState({ byId: new Map(others) });
  if (others.length === 0) window.removeEventListener("pagehide", postAll);
}

/** Calls once the queued message does not wait any more: with its row, or undefined when it was deleted. */
export function whenSettled(messageId: string, tell: (row: { waiting?: string } | undefined) => void): void {
  let person: UserStore | null = null;
  let stopOutbox: () => void = nothing;
  let stopLook: () => void = nothing;
  const look = async () => {
    const row = await person?.engine.row("messages", messageId);
    // The entries may have been read before the message was queued.
    if (!person || row?.waiting === "pending" || row?.waiting === "parked") return;
    follow(null);
    stopPerson();
    tell(row);
  };
  const follow = (next: UserStore | null) => {
    stopOutbox();
    stopLook();
    person = next;
    stopOutbox =
      next?.shown.outbox(({ entries }) => {
        const entry = entries.find(({ id }) => id === messageId);
        stopLook();
        // It comes after what the screen needs. The code that removed or closed the database reports it.
        if (!entry || entry.state === "attention") stopLook = whenQuiet(() => void look().catch(nothing));
      }) ?? nothing;
  };
  const stopPerson = useCurrentStore.subscribe((state) => {
    if (state.person !== person) follow(state.person);
  });
  follow(useCurrentStore.getState().person);
}

const nothing = () => undefined;

function postAll(): void {
  const { userId, person } = useCurrentStore.getState();
  // Nothing of one person goes out with the session of another. Without a network nothing arrives: the outbox sends it later.
  if (!person || storedUser()?.id !== userId || isSurelyOffline()) return;
  // A message may stand behind what is just being kept, and must not overtake it.
  if (isKeeping() || !hasFinishedSends(person)) return;
  const own = [...unsettledSends.getState().byId.values()].filter((one) => one.userId === userId);
  person.postMessages(own.map(({ message }) => message));
}
