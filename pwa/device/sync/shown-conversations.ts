// Conversations as the screen shows them: the stored summaries with the effects of waiting messages and read marks.
import {
  type ConversationSummary,
  inOrder,
  isUnread,
  peerOf,
  summarize,
} from "../../../shared/domain/conversations/summaries.ts";
import {
  asShown,
  keysOf,
  applyOverlay,
  effectsMark,
  effectsOn,
  ifKnown,
  readOverlaid,
  readShownRows,
  type Counts,
  type Reader,
  type RowsQuestion,
  type ShownRead,
  type RowWithStatus,
} from "./overlay.ts";
import type { Entry } from "./entry.ts";
import type { MessageRow, Row } from "./ports.ts";

/** Rows, the conversations (all, or those with unread messages), or the newest messages of the conversation with a peer. */
export type ShownQuestion =
  RowsQuestion | { conversations: "all" | "unread" } | { conversation: string; newest: number };

/** The newest messages of a conversation, oldest first. */
export type ConversationPart<Message> = {
  messages: readonly Message[];
  /** The device has messages before these. */
  hasEarlier: boolean;
  /** Some of those are unread, as the server last said. */
  hasEarlierUnread: boolean;
  /** The aircraft of the newest message about one, as the server last said. */
  aircraftId: string | null;
};

/** Reads no message where none waits. Throws StoreFault. */
export async function readConversations(
  reader: Reader,
  of: "all" | "unread",
): Promise<ConversationSummary<MessageRow>[]> {
  const isUnread = of === "unread";
  const shown = await readOverlaid(reader, "messages", async (tx, laid) => {
    const [stored, named] = await Promise.all([
      tx.conversations(isUnread, reader.me),
      tx.rowsOf("messages", [...keysOf(laid)]),
    ]);
    const changed = byId(named);
    // A read mark may match any unread message, so the counts are made anew from those.
    const isCounted = laid.some(({ effect }) => effect.kind === "patchWhere");
    if (isCounted) for (const row of await tx.unreadMessages(reader.me)) changed.set(row.id, row);
    const rows = [...applyOverlay(changed, laid).values()].map(asShown) as unknown as MessageRow[];
    const ids = new Set(rows.map(({ id }) => id));
    const before = stored.map((one) => [
      one.peer,
      { ...one, isSent: !ids.has(one.last.id), ...(isCounted ? { unread: 0 } : {}) },
    ]);
    return [...summarize(rows, reader.me, new Map(before as [string, ConversationSummary<MessageRow>][])).values()];
  });
  return isUnread ? shown.filter(({ unread }) => unread > 0) : shown;
}

/**
 * Reads at most one message more than `newest`, and those that waiting commands name. What waits comes after them; a refused message is
 * left out where it is earlier.
 */
async function readConversation(
  reader: Reader,
  peer: string,
  newest: number,
): Promise<ConversationPart<RowWithStatus>> {
  const { me } = reader;
  return await readOverlaid(reader, "messages", async (tx, laid) => {
    const mine = laid.filter(({ effect }) => effect.kind !== "put" || peerOf(effect.row as MessageRow, me) === peer);
    const [{ messages, summary }, named] = await Promise.all([
      tx.conversation(peer, newest + 1, me),
      tx.rowsOf("messages", [...keysOf(mine)]),
    ]);
    const stored = messages.slice(-newest);
    const first = messages.length > newest ? stored[0] : undefined;
    const rows = byId([...stored, ...named]);
    const shown = ([...applyOverlay(rows, mine).values()].map(asShown) as (RowWithStatus & MessageRow)[]).filter(
      (message) => peerOf(message, me) === peer && !(first && inOrder(message, first) < 0),
    );
    return {
      messages: shown.sort(inOrder),
      hasEarlier: first !== undefined,
      hasEarlierUnread: (summary?.unread ?? 0) > stored.filter((message) => isUnread(message, me)).length,
      aircraftId: summary?.about?.aircraftId ?? null,
    };
  });
}

function byId(messages: readonly Row[]): Map<string, Row> {
  return new Map(messages.map((message) => [String(message["id"]), message]));
}

/** `rows`: undefined before the server's first answer where the device has none. `mark`: see `effectsMark`. */
export type ShownAnswer = { rows: readonly object[] | undefined; mark: string };

/** What a component asks for. Throws StoreFault. */
export async function readShown(reader: Reader, question: ShownQuestion): Promise<ShownAnswer> {
  const shown: ShownRead = { counts: countsIn(question, reader.me), mark: "", hasSynced: false };
  const rows = await readAnswer({ ...reader, shown }, question);
  return { rows, mark: shown.mark };
}

/** The mark that an answer has with these entries; null where their commands are not loaded. */
export function markWith(
  { commands: { list }, me }: Reader,
  question: ShownQuestion,
  entries: readonly Entry[],
): string | null {
  if (entries.length === 0) return "";
  const { entity = "messages" } = question as Partial<RowsQuestion>;
  return list && effectsMark(effectsOn(entity, entries, list, me), countsIn(question, me));
}

/** Of one row only its own effects count, and what a user writes adds nothing unread. A match of rows may concern any of them. */
function countsIn(question: ShownQuestion, me: string): Counts {
  const { key } = question as Partial<RowsQuestion>;
  const isUnread = "conversations" in question && question.conversations === "unread";
  return (effect) => {
    if (effect.kind === "patchWhere") return true;
    if (isUnread && effect.kind === "put") return (effect.row as MessageRow).senderId !== me;
    return key === undefined || effect.key === key;
  };
}

async function readAnswer(reader: Reader, question: ShownQuestion): Promise<readonly object[] | undefined> {
  if ("conversation" in question) {
    const part = await readConversation(reader, question.conversation, question.newest);
    return ifKnown(reader, part.messages) && [part];
  }
  if (!("conversations" in question)) return await readShownRows(reader, question);
  return ifKnown(reader, await readConversations(reader, question.conversations));
}
