// One person's private store: mirror tables, outbox, settled commands, waiting pictures, and where the copy stands.
import { Dexie, type EntityTable, type Table } from "dexie";
import { entityIndexes } from "../person/mirrors.ts";
import type { Entry, NewEntry } from "../sync/entry.ts";
import type { Meta, OutboxTx, ReadTx, Row, Settled, WriteTx, Picture } from "../sync/ports.ts";

/** A row with the epoch that brought it; rows of older epochs leave at the end of a reset. */
type KeptRow = { key: string; epoch: number; row: Row };
type KeptMeta = Meta & { name: "meta" };

/**
 * Every shape the mirror tables ever had, oldest first; the store's version is their number. Append the new shape when a mirrored entity
 * or index is added: an upgrade keeps the outbox with its pictures, empties the mirrors and starts from no cursor.
 */
export const mirrorShapes: readonly string[] = [
  "aircraft: ownerId; bookings: aircraftId, pilotId, ownerId; favorites; me; messages: senderId, receiverId; people",
  "aircraft: ownerId; bookings: aircraftId, pilotId, ownerId; favorites; me; messages: senderId, receiverId; people; searches",
];

export function personDbName(userId: string): string {
  return `person-${userId}`;
}

export class PersonDb extends Dexie {
  declare outbox: EntityTable<Entry, "seq">;
  declare sentLog: EntityTable<Settled, "id">;
  declare blobs: EntityTable<Picture, "id">;
  declare meta: EntityTable<KeptMeta, "name">;
  readonly entities: readonly string[];

  constructor(userId: string, entities: readonly string[], newId: () => string, version = mirrorShapes.length) {
    super(personDbName(userId), { chromeTransactionDurability: "strict" });
    this.entities = entities;
    const mirrors = entities.map((entity) => {
      const fields = (entityIndexes.get(entity) ?? []).map((field) => `row.${field}`);
      return [mirrorName(entity), ["key", "epoch", ...fields].join(", ")] as const;
    });
    this.version(version)
      .stores({
        ...Object.fromEntries(mirrors),
        outbox: "++seq, &id, lane",
        sentLog: "id, at",
        blobs: "id",
        meta: "name",
      })
      .upgrade(async (upgrade) => {
        for (const entity of entities) await upgrade.table(mirrorName(entity)).clear();
        await upgrade.table<KeptMeta, string>("meta").update("meta", { cursor: null, replacing: false, life: newId() });
      });
    this.on("populate", (first) => {
      void first.table("meta").add(freshMeta(newId));
    });
  }

  mirror(entity: string): Table<KeptRow, string> {
    return this.table(mirrorName(entity));
  }
}

function mirrorName(entity: string): string {
  return `rows-${entity}`;
}

function freshMeta(newId: () => string): KeptMeta {
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
export class PersonTx implements ReadTx, OutboxTx, WriteTx {
  private readonly db: PersonDb;

  constructor(db: PersonDb) {
    this.db = db;
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
  async putRows(entity: string, rows: readonly { key: string; row: Row }[], epoch: number): Promise<void> {
    await this.db.mirror(entity).bulkPut(rows.map(({ key, row }) => ({ key, row, epoch })));
  }
  async dropRows(entity: string, keys: readonly string[]): Promise<void> {
    await this.db.mirror(entity).bulkDelete([...keys]);
  }
  async dropRowsBefore(epoch: number): Promise<void> {
    for (const entity of this.db.entities) await this.db.mirror(entity).where("epoch").below(epoch).delete();
  }
  async clearRows(): Promise<void> {
    for (const entity of this.db.entities) await this.db.mirror(entity).clear();
  }
}

/** The tables a transaction of each kind may touch. */
export function tablesOf(db: PersonDb, scope: "outbox" | "all"): Table[] {
  return scope === "all" ? db.tables : [db.outbox, db.sentLog, db.blobs, db.meta];
}
