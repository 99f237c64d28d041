// The tables of one user's database, and its upgrades.
import { Dexie, type EntityTable, type Table, type Transaction } from "dexie";
import { entityIndexes, STORE_VERSION } from "../person/mirrors.ts";
import type { Entry } from "../sync/entry.ts";
import type { Meta, Picture, Row } from "../sync/ports.ts";
import {
  conversationIndexes,
  messageIndexes,
  type MessageMarks,
  MESSAGES,
  StoredConversations,
} from "./stored-conversations.ts";

/** A row with the epoch that brought it; rows of older epochs leave at the end of a reset. */
export type MirrorRecord = { key: string; epoch: number; row: Row } & MessageMarks;
type MetaRecord = Meta & { name: "meta" };

export function personDbName(userId: string): string {
  return `person-${userId}`;
}

/** The version that reads no rows again: it makes the summaries of conversations from the messages on the device. */
const CONVERSATIONS_VERSION = 4;

export class PersonDb extends Dexie {
  declare outbox: EntityTable<Entry, "seq">;
  declare sentLog: EntityTable<{ id: string; at: number; ids?: readonly string[] }, "id">;
  declare blobs: EntityTable<Picture, "id">;
  declare meta: EntityTable<MetaRecord, "name">;
  readonly entities: readonly string[];

  constructor(userId: string, entities: readonly string[], newId: () => string, version: number = STORE_VERSION) {
    super(personDbName(userId), { chromeTransactionDurability: "strict" });
    this.entities = entities;
    const mirrors = entities.map((entity) => {
      const fields = (entityIndexes.get(entity) ?? []).map((field) => `row.${field}`);
      return [mirrorName(entity), ["key", "epoch", ...fields].join(", ")] as const;
    });
    // Rows and their summaries stay readable; the next answer replaces them, and brings the rows of new entities.
    const startAfresh = (upgrade: Transaction) =>
      upgrade.table<MetaRecord, string>("meta").update("meta", { cursor: null, replacing: false, life: newId() });
    const readAgain = async (upgrade: Transaction) => {
      for (const entity of entities) await upgrade.table(mirrorName(entity)).clear();
      await startAfresh(upgrade);
    };
    this.version(CONVERSATIONS_VERSION - 1)
      .stores({
        ...Object.fromEntries(mirrors),
        outbox: "++seq, &id, lane",
        sentLog: "id, at",
        blobs: "id",
        meta: "name",
      })
      .upgrade(readAgain);
    this.version(CONVERSATIONS_VERSION)
      .stores({
        conversations: conversationIndexes,
        ...Object.fromEntries(
          mirrors.flatMap(([name, indexes]) =>
            name === mirrorName(MESSAGES) ? [[name, `${indexes}, ${messageIndexes}`]] : [],
          ),
        ),
      })
      .upgrade((upgrade) => {
        if (entities.includes(MESSAGES)) return conversationsIn(upgrade).build(userId);
      });
    this.version(version).upgrade(startAfresh);
    this.on("populate", (first) => {
      void first.table("meta").add(freshMeta(newId));
    });
  }

  mirror(entity: string): Table<MirrorRecord, string> {
    return this.table(mirrorName(entity));
  }
}

function mirrorName(entity: string): string {
  return `rows-${entity}`;
}

export function conversationsIn(tables: Pick<Dexie, "table">): StoredConversations {
  return new StoredConversations(tables.table(mirrorName(MESSAGES)), tables.table("conversations"));
}

function freshMeta(newId: () => string): MetaRecord {
  return {
    name: "meta",
    clientId: newId(),
    life: newId(),
    cursor: null,
    epoch: 0,
    replacing: false,
    clockOffset: 0,
    signedOut: false,
    endedSession: null,
    upgradeFrom: null,
    schema: 0,
  };
}
