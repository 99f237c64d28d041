// One user's database on IndexedDB: mirror tables, outbox, settled commands, waiting pictures and the state of the copy.
// Transactions commit or report a failure; a lost connection is reopened once.
import { Dexie, type EntityTable, liveQuery, type Table, type Transaction } from "dexie";
import { entityIndexes, mirrorVersions } from "../person/mirrors.ts";
import type { Entry, NewEntry } from "../sync/entry.ts";
import {
  type MessageRow,
  type Meta,
  type OutboxTx,
  type Picture,
  type ReadTx,
  type Row,
  type Settled,
  type Store,
  type StoredConversation,
  StoreFault,
  type WriteTx,
} from "../sync/ports.ts";
import { isOneOf } from "./storage-trouble.ts";
import {
  conversationIndexes,
  marksOf,
  messageIndexes,
  type MessageMarks,
  MESSAGES,
  StoredConversations,
} from "./stored-conversations.ts";

/** A row with the epoch that brought it; rows of older epochs leave at the end of a reset. */
type MirrorRecord = { key: string; epoch: number; row: Row } & MessageMarks;
type MetaRecord = Meta & { name: "meta" };

export function personDbName(userId: string): string {
  return `person-${userId}`;
}

/** The version that reads no rows again: it makes the summaries of conversations from the messages on the device. */
const CONVERSATIONS_VERSION = 4;

class PersonDb extends Dexie {
  declare outbox: EntityTable<Entry, "seq">;
  declare sentLog: EntityTable<Settled, "id">;
  declare blobs: EntityTable<Picture, "id">;
  declare meta: EntityTable<MetaRecord, "name">;
  readonly entities: readonly string[];

  constructor(
    userId: string,
    entities: readonly string[],
    newId: () => string,
    version: number = mirrorVersions.length,
  ) {
    super(personDbName(userId), { chromeTransactionDurability: "strict" });
    this.entities = entities;
    const mirrors = entities.map((entity) => {
      const fields = (entityIndexes.get(entity) ?? []).map((field) => `row.${field}`);
      return [mirrorName(entity), ["key", "epoch", ...fields].join(", ")] as const;
    });
    const readAgain = async (upgrade: Transaction) => {
      for (const entity of entities) await upgrade.table(mirrorName(entity)).clear();
      await upgrade.table<MetaRecord, string>("meta").update("meta", { cursor: null, replacing: false, life: newId() });
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
    if (version > CONVERSATIONS_VERSION) this.version(version).upgrade(readAgain);
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

function conversationsIn(tables: Pick<Dexie, "table">): StoredConversations {
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

/** The engine's transaction over Dexie's tables. Valid inside a Dexie transaction only. */
class PersonTx implements ReadTx, OutboxTx, WriteTx {
  private readonly db: PersonDb;
  private readonly userId: string;

  constructor(db: PersonDb, userId: string) {
    this.db = db;
    this.userId = userId;
  }

  async meta(): Promise<Meta> {
    const meta = await this.db.meta.get("meta");
    if (!meta) throw new Dexie.InvalidStateError("The store has lost its head record.");
    return meta;
  }
  async setMeta(change: Partial<Meta>): Promise<void> {
    await this.db.meta.update("meta", change);
  }

  entries(): Promise<Entry[]> {
    return this.db.outbox.orderBy("seq").toArray();
  }
  entriesOfLane(lane: string): Promise<Entry[]> {
    return this.db.outbox.where("lane").equals(lane).sortBy("seq");
  }
  entry(id: string): Promise<Entry | undefined> {
    return this.db.outbox.where("id").equals(id).first();
  }
  countEntries(): Promise<number> {
    return this.db.outbox.count();
  }
  async addEntries(entries: readonly NewEntry[]): Promise<void> {
    await this.db.outbox.bulkAdd(entries.map((entry) => ({ ...entry })));
  }
  async putEntries(entries: readonly Entry[]): Promise<void> {
    if (entries.length > 0) await this.db.outbox.bulkPut(entries);
  }
  async removeEntries(entries: readonly Entry[]): Promise<void> {
    if (entries.length > 0) await this.db.outbox.bulkDelete(entries.map((entry) => entry.seq));
  }

  async wasSettled(id: string): Promise<boolean> {
    return (await this.db.sentLog.get(id)) !== undefined;
  }
  async logSettled(settled: readonly Settled[], forgetBefore: number): Promise<void> {
    await this.db.sentLog.bulkPut([...settled]);
    await this.db.sentLog.where("at").below(forgetBefore).delete();
  }

  pictures(): Promise<Picture[]> {
    return this.db.blobs.toArray();
  }
  async putPicture(picture: Picture): Promise<void> {
    await this.db.blobs.put(picture);
  }
  async removePictures(ids: readonly string[]): Promise<void> {
    await this.db.blobs.bulkDelete([...ids]);
  }

  async row(entity: string, key: string): Promise<Row | undefined> {
    return (await this.db.mirror(entity).get(key))?.row;
  }
  async rows(entity: string): Promise<Row[]> {
    return (await this.db.mirror(entity).toArray()).map((kept) => kept.row);
  }
  async rowsWhere(entity: string, field: string, value: string): Promise<Row[]> {
    if (!entityIndexes.get(entity)?.includes(field)) {
      return (await this.rows(entity)).filter((row) => row[field] === value);
    }
    const kept = await this.db.mirror(entity).where(`row.${field}`).equals(value).toArray();
    return kept.map(({ row }) => row);
  }
  conversations(onlyUnread: boolean): Promise<StoredConversation[]> {
    return conversationsIn(this.db).read(onlyUnread);
  }
  unreadMessages(): Promise<MessageRow[]> {
    return conversationsIn(this.db).unreadMessages();
  }
  async putRows(entity: string, rows: readonly { key: string; row: Row }[], epoch: number): Promise<void> {
    const marks = (row: Row) => (entity === MESSAGES ? marksOf(row, this.userId) : {});
    const records: MirrorRecord[] = rows.map(({ key, row }) => ({ key, row, epoch, ...marks(row) }));
    await this.db.mirror(entity).bulkPut(records);
    if (entity === MESSAGES) await conversationsIn(this.db).refresh(records);
  }
  async dropRows(entity: string, keys: readonly string[]): Promise<void> {
    const table = this.db.mirror(entity);
    const gone = entity === MESSAGES ? await table.bulkGet([...keys]) : [];
    await table.bulkDelete([...keys]);
    if (gone.length > 0) await conversationsIn(this.db).refresh(gone);
  }
  async dropRowsBefore(epoch: number): Promise<void> {
    for (const entity of this.db.entities) {
      const old = this.db.mirror(entity).where("epoch").below(epoch);
      const gone = entity === MESSAGES ? await old.toArray() : [];
      await old.delete();
      if (gone.length > 0) await conversationsIn(this.db).refresh(gone);
    }
  }
  async clearRows(): Promise<void> {
    for (const entity of this.db.entities) await this.db.mirror(entity).clear();
    await this.db.table("conversations").clear();
  }
}

/** The tables a transaction of each kind may touch. */
function tablesOf(db: PersonDb, scope: "outbox" | "all"): Table[] {
  return scope === "all" ? db.tables : [db.outbox, db.sentLog, db.blobs, db.meta];
}

export type PersonStoreOptions = {
  /** Names of the mirrored kinds of rows. */
  entities: readonly string[];
  newId: () => string;
  /** Called while storage is full, until it helps; true when it evicted something less valuable. */
  makeRoom?: () => Promise<boolean>;
  /** Another tab holds an older version open; it was asked to reload. */
  blocked?: () => void;
  /** A newer app version upgraded the database: this tab must reload. */
  outdated?: () => void;
  /** For tests of upgrades. */
  version?: number;
};

const isFull = (error: unknown) => isOneOf(error, ["QuotaExceededError"]);
/** Safari says UnknownError when its storage process went away under the page. */
const isClosed = (error: unknown) => isOneOf(error, ["DatabaseClosedError", "InvalidStateError", "UnknownError"]);
const isStorage = (error: unknown) =>
  error instanceof Dexie.DexieError || (typeof DOMException !== "undefined" && error instanceof DOMException);

export class PersonStore implements Store {
  private readonly db: PersonDb;
  private readonly tx: PersonTx;
  private readonly options: PersonStoreOptions;
  /** The database was removed or upgraded by another tab, or closed here: it is never opened again by this store. */
  private isOver = false;

  constructor(userId: string, options: PersonStoreOptions) {
    this.options = options;
    this.db = new PersonDb(userId, options.entities, options.newId, options.version);
    this.tx = new PersonTx(this.db, userId);
    this.db.on("versionchange", (change) => {
      this.close();
      if (change.newVersion !== null) options.outdated?.();
      // Dexie's own answer would open the database again.
      return false;
    });
    this.db.on("blocked", () => {
      options.blocked?.();
      return false;
    });
  }

  // The scopes are async functions to the letter: only then does Dexie keep a transaction open across native awaits.
  read<Result>(work: (tx: ReadTx) => Promise<Result>): Promise<Result> {
    return this.guarded(() => this.db.transaction("r", this.db.tables, async () => await work(this.tx)));
  }

  writeOutbox<Result>(work: (tx: OutboxTx) => Promise<Result>): Promise<Result> {
    return this.guarded(() => this.db.transaction("rw", tablesOf(this.db, "outbox"), async () => await work(this.tx)));
  }

  write<Result>(work: (tx: WriteTx) => Promise<Result>): Promise<Result> {
    return this.guarded(() => this.db.transaction("rw", tablesOf(this.db, "all"), async () => await work(this.tx)));
  }

  /** Passes on the answer of `ask`, again after each change of what it read, in any tab. Returns a function that stops. */
  watch<Answer>(ask: () => Promise<Answer>, next: (answer: Answer) => void): () => void {
    // The code that removed or closed the database reports it.
    const subscription = liveQuery(ask).subscribe({ next, error: () => undefined });
    return () => subscription.unsubscribe();
  }

  async remove(): Promise<void> {
    this.isOver = true;
    try {
      await this.db.delete({ disableAutoOpen: true });
    } catch (error) {
      throw new StoreFault("broken", error);
    }
  }

  close(): void {
    this.isOver = true;
    this.db.close({ disableAutoOpen: true });
  }

  /** Runs a transaction; storage trouble comes out as StoreFault, anything `work` threw as it is. */
  private async guarded<Result>(run: () => PromiseLike<Result>): Promise<Result> {
    let reopened = false;
    for (;;) {
      if (this.isOver) throw new StoreFault("gone");
      try {
        return await run();
      } catch (error) {
        if (this.isOver) throw new StoreFault("gone", error);
        if (isOneOf(error, ["VersionError"])) {
          this.close();
          this.options.outdated?.();
          throw new StoreFault("gone", error);
        }
        if (isClosed(error) && !reopened) {
          reopened = true;
          await this.reopen();
        } else if (isFull(error)) {
          if (!(await this.options.makeRoom?.())) throw new StoreFault("full", error);
        } else if (isStorage(error)) {
          throw new StoreFault("broken", error);
        } else {
          throw error;
        }
      }
    }
  }

  private async reopen(): Promise<void> {
    this.db.close({ disableAutoOpen: false });
    try {
      await this.db.open();
    } catch (error) {
      if (isFull(error)) throw new StoreFault("full", error);
      throw new StoreFault(isOneOf(error, ["VersionError"]) ? "gone" : "broken", error);
    }
  }
}
