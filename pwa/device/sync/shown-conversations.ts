// Conversations as the screen shows them: the stored summaries with the effects of waiting messages and read marks.
import {
  type ConversationSummary,
  inOrder,
  isUnread,
  peerOf,
  summarize,
} from "../../../shared/domain/conversations/summaries.ts";
import type { Effect } from "../../../shared/kit/entity.ts";
import type { Batch } from "../../../shared/sync.ts";
import {
  applyOverlay,
  asShown,
  effectsMark,
  effectsOn,
  keysOf,
  readOverlaid,
  shownBy,
  shownRowsView,
  type AppliedEffect,
  type Counts,
  type Overlaid,
  type Reader,
  type RowsQuestion,
  type RowWithStatus,
  type View,
} from "./overlay.ts";
import type { NewEntry } from "./entry.ts";
import type { MessageRow, Row, StoredConversation, StoredMessages } from "./ports.ts";

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

type Stored = {
  conversations: readonly StoredConversation[];
  /** Those that effects name, and where a read mark may match any, all unread ones. */
  messages: readonly Row[];
};

/** The conversations of a user. It reads no message where none waits. */
export function conversationsView(me: string, of: "all" | "unread"): View<Stored, ConversationSummary<MessageRow>[]> {
  const isUnread = of === "unread";
  const isCounted = (laid: readonly AppliedEffect[]) => laid.some(({ effect }) => effect.kind === "patchWhere");
  return {
    entity: "messages",
    async read(tx, laid) {
      const [conversations, named] = await Promise.all([
        tx.conversations(isUnread, me),
        tx.rowsOf("messages", [...keysOf(laid)]),
      ]);
      // A read mark may match any unread message, so the counts are made anew from those.
      const unread = isCounted(laid) ? await tx.unreadMessages(me) : [];
      return { conversations, messages: [...named, ...unread] };
    },
    show({ conversations, messages }, laid) {
      const rows = [...applyOverlay(byId(messages), laid).values()].map(asShown);
      const ids = new Set(rows.map(({ id }) => id));
      const before = conversations.map((one) => [
        one.peer,
        { ...one, isSent: !ids.has(one.last.id), ...(isCounted(laid) ? { unread: 0 } : {}) },
      ]);
      const summaries = new Map(before as [string, ConversationSummary<MessageRow>][]);
      const shown = [...summarize(rows as unknown as MessageRow[], me, summaries).values()];
      return isUnread ? shown.filter(({ unread }) => unread > 0) : shown;
    },
    covers: isNew,
  };
}

/** `named`: messages that effects name. */
type StoredPart = StoredMessages & { named: readonly Row[] };

/**
 * At most one message more than `newest`, and those that waiting commands name. What waits comes after them; a refused message is
 * left out where it is earlier.
 */
function conversationView(me: string, peer: string, newest: number): View<StoredPart, ConversationPart<RowWithStatus>> {
  const mineOf = (laid: readonly AppliedEffect[]) =>
    laid.filter(({ effect }) => effect.kind !== "put" || peerOf(effect.row as MessageRow, me) === peer);
  return {
    entity: "messages",
    async read(tx, laid) {
      const [part, named] = await Promise.all([
        tx.conversation(peer, newest + 1, me),
        tx.rowsOf("messages", [...keysOf(mineOf(laid))]),
      ]);
      return { ...part, named };
    },
    show({ messages, summary, named }, laid) {
      const stored = messages.slice(-newest);
      const first = messages.length > newest ? stored[0] : undefined;
      const rows = byId([...stored, ...named]);
      const shown = (
        [...applyOverlay(rows, mineOf(laid)).values()].map(asShown) as (RowWithStatus & MessageRow)[]
      ).filter((message) => peerOf(message, me) === peer && !(first && inOrder(message, first) < 0));
      return {
        messages: shown.sort(inOrder),
        hasEarlier: first !== undefined,
        hasEarlierUnread: (summary?.unread ?? 0) > stored.filter((message) => isUnread(message, me)).length,
        aircraftId: summary?.about?.aircraftId ?? null,
      };
    },
    covers: isNew,
    receive({ messages, summary, named }, rows) {
      const last = messages.at(-1);
      const mine = (rows as MessageRow[]).filter((message) => peerOf(message, me) === peer).sort(inOrder);
      if (!mine[0]) return undefined;
      // The first message of all, and one that may be known, change more than the end of the conversation.
      if (!last || inOrder(mine[0], last) <= 0) return null;
      // The summary stays as last read.
      return { messages: [...messages, ...mine], summary, named };
    },
  };
}

/** A written message is in no stored row yet. */
function isNew({ kind }: Effect): boolean {
  return kind === "put";
}

function byId(messages: readonly Row[]): Map<string, Row> {
  return new Map(messages.map((message) => [String(message["id"]), message]));
}

/**
 * `rows`: undefined before the server's first answer where the device has none. `mark`: see `effectsMark`. `under`: the answer with one
 * more command, without a read; null where one is needed. `after`: the same with rows
 * that were stored since; undefined where they change nothing.
 */
export type ShownAnswer = {
  rows: readonly object[] | undefined;
  mark: string;
  under(entry: NewEntry): ShownAnswer | null;
  after(rows: Batch["rows"]): ShownAnswer | null | undefined;
};

/** What a component asks for. Throws StoreFault. */
export async function readShown(reader: Reader, question: ShownQuestion): Promise<ShownAnswer> {
  const shown = { hasSynced: false };
  const found = await readOverlaid({ ...reader, shown }, viewOf(reader, question));
  return answerTo(question, reader.me, found, shown.hasSynced);
}

/** `isEmpty`: nothing of what was asked for is there. */
type Answered = { rows: readonly object[]; isEmpty: boolean };

function answerTo(question: ShownQuestion, me: string, found: Overlaid<Answered>, hasSynced: boolean): ShownAnswer {
  const { rows, isEmpty } = found.result;
  return {
    rows: isEmpty && !hasSynced ? undefined : rows,
    mark: effectsMark(found.laid, countsIn(question, me)),
    under(entry) {
      const more = found.under(entry);
      return more && answerTo(question, me, more, hasSynced);
    },
    after({ messages = [] }) {
      const next = found.after(messages);
      return next && answerTo(question, me, next, hasSynced);
    },
  };
}

function viewOf({ keys, me }: Reader, question: ShownQuestion): View<unknown, Answered> {
  const asAnswer = (rows: readonly object[]) => ({ rows, isEmpty: rows.length === 0 });
  if ("conversation" in question)
    return shownBy(conversationView(me, question.conversation, question.newest), (part) => ({
      rows: [part],
      isEmpty: part.messages.length === 0,
    }));
  if ("conversations" in question) return shownBy(conversationsView(me, question.conversations), asAnswer);
  return shownBy(shownRowsView(keys, question), asAnswer);
}

/** The mark that an answer has with these entries; null where their commands are not loaded. */
export function markWith(
  { commands: { list }, me }: Reader,
  question: ShownQuestion,
  entries: readonly NewEntry[],
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
