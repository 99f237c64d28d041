// What a user's sync engine reads: rows with the effects of what waits, the outbox and the cursor.
import { unreadIn } from "../../../shared/domain/conversations/summaries.ts";
import type { EngineOptions } from "./engine-options.ts";
import type { Entry, NewEntry } from "./entry.ts";
import { LoadedCommands } from "./loaded-commands.ts";
import type { Meta } from "./ports.ts";
import { type OverlaidRow, readOverlaid, readRow, readRows, type ReadOptions } from "./overlay.ts";
import { conversationsView, markWith, readShown, type ShownAnswer, type ShownQuestion } from "./shown-conversations.ts";

type ReadingOptions = Pick<EngineOptions, "store" | "keys" | "userId" | "commands">;

/**
 * The stored cursor of a device. `clockOffset`: milliseconds by which the server's clock is ahead of the device's, from the last answer; 0
 * before any.
 */
export type Position = Pick<Meta, "cursor" | "clientId" | "clockOffset">;

/** Reads the store of a user. Each read is one transaction; Dexie's `liveQuery` repeats it when its rows change. */
export class EngineReads {
  readonly commands: LoadedCommands;
  private readonly from: ReadingOptions;

  constructor(from: ReadingOptions) {
    this.from = from;
    this.commands = new LoadedCommands(from.commands);
  }

  /** Rows as the screen shows them. Inside Dexie's `liveQuery` it runs again when rows or outbox change. */
  async rows(entity: string, options?: ReadOptions): Promise<OverlaidRow[]> {
    return await readRows(this.reader, entity, options);
  }

  async row(entity: string, key: string): Promise<OverlaidRow | undefined> {
    return await readRow(this.reader, entity, key);
  }

  /** Rows for a component, with their mark. A live query repeats it for rows, not for the outbox. */
  async shown(question: ShownQuestion): Promise<ShownAnswer> {
    return await readShown(this.reader, question);
  }

  /** Whether the command of an entry changes an answer. */
  changes(question: ShownQuestion, entry: NewEntry): boolean {
    return this.markOf(question, [entry]) !== "";
  }

  /** The mark that an answer has with these entries; null where their commands are not loaded. */
  markOf(question: ShownQuestion, entries: readonly NewEntry[]): string | null {
    return markWith(this.reader, question, entries);
  }

  /** The number of unread messages. */
  async unread(): Promise<number> {
    return unreadIn((await readOverlaid(this.reader, conversationsView(this.from.userId, "unread"))).result);
  }

  /** Everything that waits or was refused, in the order queued. */
  async outbox(): Promise<Entry[]> {
    return await this.from.store.read((tx) => tx.entries());
  }

  /** Where the copy stands, for `hello`. */
  async cursor(): Promise<Position> {
    return await this.from.store.read(async (tx) => {
      const { cursor, clientId, clockOffset } = await tx.meta();
      return { cursor, clientId, clockOffset };
    });
  }

  private get reader() {
    const { store, keys, userId } = this.from;
    return { store, commands: this.commands, keys, me: userId };
  }
}
