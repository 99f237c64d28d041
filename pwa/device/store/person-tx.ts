// Transactions over one user's database.
import { Dexie } from "dexie";
import { entityIndexes } from "../person/mirrors.ts";
import type { Entry, NewEntry } from "../sync/entry.ts";
import type {
  MessageRow,
  Meta,
  OutboxTx,
  Picture,
  ReadTx,
  Row,
  Settled,
  StoredConversation,
  StoredMessages,
  WriteTx,
} from "../sync/ports.ts";
import { conversationsIn, type MirrorRecord, type PersonDb } from "./person-db.ts";
import { marksOf, MESSAGES } from "./stored-conversations.ts";

function head(meta: Meta | undefined): Meta {
  if (!meta) throw new Dexie.InvalidStateError("The head record is missing.");
  return meta;
}

/** Begins the key of a record for several settled commands, since as many records take long. Those of one have its id. */
const BATCH = "batch:";

/** Reads past Dexie in its transaction: a live query follows what Dexie reads. */
function unfollowed<Result>(
  table: string,
  read: (table: IDBObjectStore) => IDBRequest,
): PromiseLike<Result> & Promise<Result> {
  return new Dexie.Promise<Result>((resolve, reject) => {
    const request = read(Dexie.currentTransaction.idbtrans.objectStore(table)) as IDBRequest<Result>;
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });
}

/** The engine's transaction over Dexie's tables. Valid inside a Dexie transaction only. */
export class PersonTx implements ReadTx, OutboxTx, WriteTx {
  private readonly db: PersonDb;
  private readonly userId: string;
  readonly once: ReadTx["once"] = {
    meta: async () => head(await unfollowed<Meta>("meta", (table) => table.get("meta"))),
    entries: () => unfollowed<Entry[]>("outbox", (table) => table.getAll()),
  };

  constructor(db: PersonDb, userId: string) {
    this.db = db;
    this.userId = userId;
  }

  async meta(): Promise<Meta> {
    return head(await this.db.meta.get("meta"));
  }
  async setMeta(change: Partial<Meta>): Promise<void> {
    // Dexie's own update reads it twice.
    await this.db.meta.put({ ...(await this.meta()), ...change });
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
    const seqs = entries.map(({ seq }) => seq).sort((one, other) => one - other);
    const [first, last] = [seqs[0]!, seqs.at(-1)!];
    // An unbroken run is removed with two requests, however long it is.
    const isRun = seqs.length > 2 && last - first < seqs.length;
    await (isRun
      ? this.db.outbox.where("seq").between(first, last, true, true).delete()
      : this.db.outbox.bulkDelete(seqs));
  }

  async wereSettled(ids: readonly string[]): Promise<boolean> {
    const { sentLog } = this.db;
    const reads = [sentLog.bulkGet([...ids]), sentLog.where("id").startsWith(BATCH).toArray()];
    const settled = new Set((await Promise.all(reads)).flat().flatMap((one) => one?.ids ?? one?.id ?? []));
    return ids.every((id) => settled.has(id));
  }
  async logSettled({ ids, at }: Settled, forgetBefore: number): Promise<void> {
    const [id] = ids;
    await this.db.sentLog.put(ids.length > 1 ? { id: BATCH + id, at, ids } : { id: id!, at });
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
  async rowsOf(entity: string, keys: readonly string[]): Promise<Row[]> {
    return (await this.db.mirror(entity).bulkGet([...keys])).flatMap<Row>((kept) => kept?.row ?? []);
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
  conversation(peer: string, newest: number): Promise<StoredMessages> {
    return conversationsIn(this.db).readOne(peer, newest);
  }
  unreadMessages(): Promise<MessageRow[]> {
    return conversationsIn(this.db).unreadMessages();
  }
  async putRows(entity: string, rows: readonly { key: string; row: Row }[], epoch: number): Promise<void> {
    const isMessages = entity === MESSAGES;
    const records = rows.map(({ key, row }): MirrorRecord => {
      return { key, row, epoch, ...(isMessages && marksOf(row, this.userId)) };
    });
    await this.db.mirror(entity).bulkPut(records);
    if (isMessages) await conversationsIn(this.db).refresh(records);
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
