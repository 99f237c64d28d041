// The device's store in memory, with transactions that roll back, crashes in the middle of them, and several
// connections (tabs) to one disk. Everything settles in microtasks, so that thousands of histories fit in a second.
import type { Entry } from "../../pwa/device/sync/entry.ts";
import type { Picture } from "../../pwa/device/sync/pictures.ts";
import {
  type Meta,
  type OutboxTx,
  type ReadTx,
  type Row,
  type Settled,
  type Store,
  StoreFault,
  type WriteTx,
} from "../../pwa/device/sync/ports.ts";

type Kept = { row: Row; epoch: number };

/** What a committed transaction did, for the oracle. */
export type Commit = { scope: "outbox" | "all"; removed: Entry[]; put: { entity: string; row: Row }[] };

/** What survives a crash. */
export class MemoryDisk {
  meta: Meta;
  readonly entries = new Map<number, Entry>();
  readonly seqOf = new Map<string, number>();
  readonly rows = new Map<string, Map<string, Kept>>();
  readonly pictures = new Map<string, Picture>();
  readonly settled = new Map<string, Settled>();
  lastSeq = 0;
  isRemoved = false;
  private isBusy = false;
  private readonly waiting: (() => void)[] = [];

  constructor(entities: Iterable<string>, fresh: Pick<Meta, "clientId" | "life" | "schema">) {
    for (const entity of entities) this.rows.set(entity, new Map());
    this.meta = {
      ...fresh,
      cursor: null,
      epoch: 0,
      replacing: false,
      clockOffset: 0,
      signedOut: false,
      endedSession: null,
      upgradeFrom: null,
    };
  }

  /** Transactions run one after the other. */
  async turn(): Promise<void> {
    if (!this.isBusy) {
      this.isBusy = true;
      return;
    }
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  endTurn(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.isBusy = false;
  }

  table(entity: string): Map<string, Kept> {
    const table = this.rows.get(entity);
    if (!table) throw new Error(`No such kind of row: ${entity}`);
    return table;
  }

  outbox(): Entry[] {
    return [...this.entries.values()];
  }

  rowsOf(entity: string): Row[] {
    return [...this.table(entity).values()].map((kept) => kept.row);
  }
}

export type StoreHooks = {
  /** Called before a transaction gets its turn; a slow device lets others go first. */
  beforeTurn?: (() => Promise<void>) | undefined;
  /** Called before each write; true crashes the connection there. */
  crashesNow?: (() => boolean) | undefined;
  committed?: ((commit: Commit) => void) | undefined;
};

const never = new Promise<never>(() => undefined);

/** One connection to a disk. Its methods never settle again once it was killed. */
export class MemoryStore implements Store {
  readonly disk: MemoryDisk;
  private readonly hooks: StoreHooks;
  private isDead = false;
  private active: Transaction | null = null;

  constructor(disk: MemoryDisk, hooks: StoreHooks = {}) {
    this.disk = disk;
    this.hooks = hooks;
  }

  read<Result>(work: (tx: ReadTx) => Promise<Result>): Promise<Result> {
    return this.run("outbox", work);
  }

  writeOutbox<Result>(work: (tx: OutboxTx) => Promise<Result>): Promise<Result> {
    return this.run("outbox", work);
  }

  write<Result>(work: (tx: WriteTx) => Promise<Result>): Promise<Result> {
    return this.run("all", work);
  }

  async remove(): Promise<void> {
    if (this.isDead) return await never;
    await this.disk.turn();
    this.disk.isRemoved = true;
    this.disk.endTurn();
  }

  close(): void {
    this.kill();
  }

  /** The tab is gone: what it had not committed never was. */
  kill(): void {
    if (this.isDead) return;
    this.isDead = true;
    if (this.active) {
      this.active.rollBack();
      this.active = null;
      this.disk.endTurn();
    }
  }

  private async run<Result>(scope: Commit["scope"], work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    if (this.isDead) return await never;
    if (this.hooks.beforeTurn) await this.hooks.beforeTurn();
    await this.disk.turn();
    if (this.isDead) {
      this.disk.endTurn();
      return await never;
    }
    if (this.disk.isRemoved) {
      this.disk.endTurn();
      throw new StoreFault("gone");
    }
    const tx = new Transaction(this.disk, scope, () => this.mayGoOn());
    this.active = tx;
    try {
      const result = await work(tx);
      if (this.isDead) return await never;
      this.active = null;
      if (tx.hasWritten) this.hooks.committed?.(tx.commit);
      this.disk.endTurn();
      return result;
    } catch (problem) {
      if (this.isDead) return await never;
      this.active = null;
      tx.rollBack();
      this.disk.endTurn();
      throw problem;
    }
  }

  private mayGoOn(): boolean {
    if (this.isDead) return false;
    if (this.hooks.crashesNow?.()) this.kill();
    return !this.isDead;
  }
}

class Transaction implements WriteTx, ReadTx {
  readonly commit: Commit;
  private readonly disk: MemoryDisk;
  private readonly mayGoOn: () => boolean;
  private readonly undo: (() => void)[] = [];

  constructor(disk: MemoryDisk, scope: Commit["scope"], mayGoOn: () => boolean) {
    this.disk = disk;
    this.commit = { scope, removed: [], put: [] };
    this.mayGoOn = mayGoOn;
  }

  get hasWritten(): boolean {
    return this.undo.length > 0;
  }

  rollBack(): void {
    while (this.undo.length > 0) this.undo.pop()!();
  }

  private write(change: () => void): Promise<void> {
    if (!this.mayGoOn()) return never;
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
        // Taken out of the middle, an undo must not put it at the end.
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
  wasSettled(id: string): Promise<boolean> {
    return Promise.resolve(this.disk.settled.has(id));
  }
  logSettled(settled: readonly Settled[], forgetBefore: number): Promise<void> {
    return this.write(() => {
      const before = [...this.disk.settled];
      for (const one of settled) this.disk.settled.set(one.id, one);
      for (const one of this.disk.settled.values()) if (one.at < forgetBefore) this.disk.settled.delete(one.id);
      this.undo.push(() => {
        this.disk.settled.clear();
        for (const [id, one] of before) this.disk.settled.set(id, one);
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
  rows(entity: string): Promise<Row[]> {
    return Promise.resolve(this.disk.rowsOf(entity));
  }
  rowsWhere(entity: string, field: string, value: string): Promise<Row[]> {
    return Promise.resolve(this.disk.rowsOf(entity).filter((row) => row[field] === value));
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
  private dropWhere(table: Map<string, Kept>, goes: (key: string, kept: Kept) => boolean): void {
    for (const [key, kept] of [...table]) {
      if (!goes(key, kept)) continue;
      table.delete(key);
      this.undo.push(() => table.set(key, kept));
    }
  }
}
