// Keeps a summary of each conversation beside the mirrored messages, always in the transaction that changes the messages.
import type { Collection, Table } from "dexie";
import { isUnread, peerOf } from "../../../shared/domain/conversations/summaries.ts";
import type { MessageRow, Row, StoredConversation, StoredMessages } from "../sync/ports.ts";

export const MESSAGES = "messages";

/** What the device indexes of a message beside its fields; undefined keeps it out of that index. */
export type MessageMarks = {
  peer?: string;
  /** The peer, of a message that names an aircraft. */
  about?: string | undefined;
  /** The peer, of an unread message to the user. */
  unread?: string | undefined;
};

export const messageIndexes = "[peer+row.createdAt+key], [about+row.createdAt+key], unread";
export const conversationIndexes = "peer, unread";

export function marksOf(row: Row, me: string): MessageMarks {
  const message = row as MessageRow;
  const peer = peerOf(message, me);
  return { peer, about: message.aircraftId ? peer : undefined, unread: isUnread(message, me) ? peer : undefined };
}

export class StoredConversations {
  private readonly messages: Table<{ row: Row } & MessageMarks, string>;
  private readonly table: Table<StoredConversation, string>;

  constructor(messages: Table, table: Table) {
    this.messages = messages as typeof this.messages;
    this.table = table as typeof this.table;
  }

  read(onlyUnread: boolean): Promise<StoredConversation[]> {
    return (onlyUnread ? this.table.where("unread").above(0) : this.table).toArray();
  }

  /** Reads at most `newest` messages. */
  async readOne(peer: string, newest: number): Promise<StoredMessages> {
    const newestFirst = this.messagesOf("peer", peer).reverse().limit(newest);
    const [records, summary] = await Promise.all([newestFirst.toArray(), this.table.get(peer)]);
    return { messages: records.map(({ row }) => row as MessageRow).reverse(), summary };
  }

  async unreadMessages(): Promise<MessageRow[]> {
    return (await this.messages.orderBy("unread").toArray()).map(({ row }) => row as MessageRow);
  }

  /** Reads the summaries of these conversations again from the indexes: at most two messages and a count each. */
  async refresh(changed: readonly (MessageMarks | undefined)[]): Promise<void> {
    const peers = new Set(changed.flatMap((marks) => marks?.peer ?? []));
    await Promise.all([...peers].map((peer) => this.refreshOne(peer)));
  }

  private async refreshOne(peer: string): Promise<void> {
    const [last, about, unread] = await Promise.all([
      this.newest("peer", peer),
      this.newest("about", peer),
      this.messages.where("unread").equals(peer).count(),
    ]);
    if (last) await this.table.put({ peer, last, about: about ?? null, unread });
    else await this.table.delete(peer);
  }

  /** Marks the messages that a device kept without marks, once. */
  async build(me: string): Promise<void> {
    const records = await this.messages.toArray();
    const marked = records.map((record) => ({ ...record, ...marksOf(record.row, me) }));
    await this.messages.bulkPut(marked);
    await this.refresh(marked);
  }

  private async newest(index: "peer" | "about", peer: string): Promise<MessageRow | undefined> {
    return (await this.messagesOf(index, peer).last())?.row as MessageRow | undefined;
  }

  private messagesOf(index: "peer" | "about", peer: string): Collection<{ row: Row } & MessageMarks, string> {
    // Of keys that begin with the peer: an array sorts after every text.
    return this.messages.where(`[${index}+row.createdAt+key]`).between([peer], [peer, []]);
  }
}
