// Conversations as the screen shows them: the stored summaries with the effects of waiting messages and read marks.
import { type ConversationSummary, summarize } from "../../../shared/domain/conversations/summaries.ts";
import {
  asShown,
  keysOf,
  applyOverlay,
  ifKnown,
  readOverlaid,
  readShownRows,
  type Reader,
  type RowsQuestion,
} from "./overlay.ts";
import type { MessageRow, Row } from "./ports.ts";

/** Rows, or the conversations: all, or those with unread messages. */
export type ShownQuestion = RowsQuestion | { conversations: "all" | "unread" };

/** Reads no message where none waits. Throws StoreFault. */
export async function readConversations(
  reader: Reader,
  of: "all" | "unread",
): Promise<ConversationSummary<MessageRow>[]> {
  const isUnread = of === "unread";
  const shown = await readOverlaid(reader, "messages", async (tx, laid) => {
    const stored = await tx.conversations(isUnread, reader.me);
    const changed = new Map<string, Row>();
    for (const key of keysOf(laid)) {
      const row = await tx.row("messages", key);
      if (row) changed.set(key, row);
    }
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

/** What a component asks for; undefined before the server's first answer where the device has none. Throws StoreFault. */
export async function readShown(reader: Reader, question: ShownQuestion): Promise<readonly object[] | undefined> {
  if (!("conversations" in question)) return await readShownRows(reader, question);
  return await ifKnown(reader, await readConversations(reader, question.conversations));
}
