// One transaction on a memory disk; every write can be undone.
import type { Entry } from "../../pwa/device/sync/entry.ts";
import type {
  MessageRow,
  Meta,
  ReadTx,
  Row,
  Settled,
  StoredConversation,
  StoredMessages,
  WriteTx,
  Picture,
} from "../../pwa/device/sync/ports.ts";
import { inOrder, isUnread, peerOf, summarize } from "../../shared/domain/conversations/summaries.ts";
import type { Commit, StoredRow, MemoryDisk } from "./memory-disk.ts";

/** A promise that never settles. Each call creates one, since a shared one would keep all its listeners in memory. */
export const never = () => new Promise<never>(() => undefined);

export class MemoryTransaction implements WriteTx, ReadTx {
  readonly commit: Commit;
  private readonly disk: MemoryDisk;
  private readonly mayGoOn: () => boolean;
  private readonly undo: (() => void)[] = [];

  constructor(disk: MemoryDisk, scope: Commit["scope"], mayGoOn: () => boolean) {
    this.disk = disk;
    this.commit = { scope, removed: [], put: [] };
    this.mayGoOn = mayGoOn;
  }

  get once(): ReadTx["once"] {
    return this;
  }

  get hasWritten(): boolean {
    return this.undo.length > 0;
  }

  rollBack(): void {
    while (this.undo.length > 0) this.undo.pop()!();
  }

  private write(change: () => void): Promise<void> {
    if (!this.mayGoOn()) return never();
    change();
    return Promise.resolve();
  }

  private setEntry(entry: Entry): void {
    const { disk } = this;
    const before = disk.entries.get(entry.seq);
    disk.entries.set(entry.seq, Object.freeze(entry));
    disk.seqOf.set(entry.id, entry.seq);
    this.undo.push(() => {
      disk.seqOf.delete(entry.id);
      if (before) {
        disk.entries.set(entry.seq, before);
        disk.seqOf.set(before.id, entry.seq);
      } else disk.entries.delete(entry.seq);
    });
    if (before && before.id !== entry.id) disk.seqOf.delete(before.id);
  }

  meta(): Promise<Meta> {
    return Promise.resolve(this.disk.meta);
  }
  setMeta(change: Partial<Meta>): Promise<void> {
    return this.write(() => {
      const before = this.disk.meta;
      this.disk.meta = { ...before, ...change };
      this.undo.push(() => (this.disk.meta = before));
    });
  }
  entries(): Promise<Entry[]> {
    return Promise.resolve(this.disk.outbox());
  }
  entriesOfLane(lane: string): Promise<Entry[]> {
    return Promise.resolve(this.disk.outbox().filter((entry) => entry.lane === lane));
  }
  entry(id: string): Promise<Entry | undefined> {
    const seq = this.disk.seqOf.get(id);
    return Promise.resolve(seq === undefined ? undefined : this.disk.entries.get(seq));
  }
  countEntries(): Promise<number> {
    return Promise.resolve(this.disk.entries.size);
  }
  addEntries(entries: readonly Omit<Entry, "seq">[]): Promise<void> {
    return this.write(() => {
      for (const entry of entries) this.setEntry({ ...entry, seq: ++this.disk.lastSeq });
    });
  }
  putEntries(entries: readonly Entry[]): Promise<void> {
    return this.write(() => {
      for (const entry of entries) this.setEntry(entry);
    });
  }
  removeEntries(entries: readonly Entry[]): Promise<void> {
    return this.write(() => {
      for (const { seq } of entries) {
        const before = this.disk.entries.get(seq);
        if (!before) continue;
        // An undo restores the entry at its position, not at the end.
        const all = [...this.disk.entries];
        this.disk.entries.delete(seq);
        this.disk.seqOf.delete(before.id);
        this.commit.removed.push(before);
        this.undo.push(() => {
          this.disk.entries.clear();
          for (const [at, entry] of all) this.disk.entries.set(at, entry);
          this.disk.seqOf.set(before.id, seq);
        });
      }
    });
  }
  wereSettled(ids: readonly string[]): Promise<boolean> {
    return Promise.resolve(ids.every((id) => this.disk.settled.has(id)));
  }
  logSettled({ ids, at }: Settled, forgetBefore: number): Promise<void> {
    return this.write(() => {
      const before = [...this.disk.settled];
      for (const id of ids) this.disk.settled.set(id, at);
      for (const [id, then] of this.disk.settled) if (then < forgetBefore) this.disk.settled.delete(id);
      this.undo.push(() => {
        this.disk.settled.clear();
        for (const [id, then] of before) this.disk.settled.set(id, then);
      });
    });
  }
  pictures(): Promise<Picture[]> {
    return Promise.resolve([...this.disk.pictures.values()]);
  }
  putPicture(picture: Picture): Promise<void> {
    return this.write(() => {
      const before = this.disk.pictures.get(picture.id);
      this.disk.pictures.set(picture.id, picture);
      this.undo.push(() => {
        if (before) this.disk.pictures.set(picture.id, before);
        else this.disk.pictures.delete(picture.id);
      });
    });
  }
  removePictures(ids: readonly string[]): Promise<void> {
    return this.write(() => {
      for (const id of ids) {
        const before = this.disk.pictures.get(id);
        if (!before) continue;
        this.disk.pictures.delete(id);
        this.undo.push(() => this.disk.pictures.set(id, before));
      }
    });
  }
  row(entity: string, key: string): Promise<Row | undefined> {
    return Promise.resolve(this.disk.table(entity).get(key)?.row);
  }
  async rowsOf(entity: string, keys: readonly string[]): Promise<Row[]> {
    const found = await Promise.all(keys.map((key) => this.row(entity, key)));
    return found.filter((row) => row !== undefined);
  }
  rows(entity: string): Promise<Row[]> {
    return Promise.resolve(this.disk.rowsOf(entity));
  }
  rowsWhere(entity: string, field: string, value: string): Promise<Row[]> {
    return Promise.resolve(this.disk.rowsOf(entity).filter((row) => row[field] === value));
  }
  conversations(onlyUnread: boolean, me: string): Promise<StoredConversation[]> {
    const all = [...summarize(this.messages(), me).values()];
    return Promise.resolve(onlyUnread ? all.filter(({ unread }) => unread > 0) : all);
  }
  conversation(peer: string, newest: number, me: string): Promise<StoredMessages> {
    const messages = this.messages().filter((message) => peerOf(message, me) === peer);
    const summary = summarize(messages, me).get(peer);
    return Promise.resolve({ messages: messages.sort(inOrder).slice(-newest), summary });
  }
  unreadMessages(me: string): Promise<MessageRow[]> {
    return Promise.resolve(this.messages().filter((message) => isUnread(message, me)));
  }
  private messages(): MessageRow[] {
    return this.disk.rowsOf("messages") as MessageRow[];
  }
  putRows(entity: string, rows: readonly { key: string; row: Row }[], epoch: number): Promise<void> {
    return this.write(() => {
      const table = this.disk.table(entity);
      for (const { key, row } of rows) {
        const before = table.get(key);
        table.set(key, { row, epoch });
        this.commit.put.push({ entity, row });
        this.undo.push(() => {
          if (before) table.set(key, before);
          else table.delete(key);
        });
      }
    });
  }
  dropRows(entity: string, keys: readonly string[]): Promise<void> {
    return this.write(() => this.dropWhere(this.disk.table(entity), (key) => keys.includes(key)));
  }
  dropRowsBefore(epoch: number): Promise<void> {
    return this.write(() => {
      for (const table of this.disk.rows.values()) this.dropWhere(table, (_, kept) => kept.epoch < epoch);
    });
  }
  clearRows(): Promise<void> {
    return this.write(() => {
      for (const table of this.disk.rows.values()) this.dropWhere(table, () => true);
    });
  }
  private dropWhere(table: Map<string, StoredRow>, goes: (key: string, kept: StoredRow) => boolean): void {
    for (const [key, kept] of [...table]) {
      if (!goes(key, kept)) continue;
      table.delete(key);
      this.undo.push(() => table.set(key, kept));
    }
  }
}
