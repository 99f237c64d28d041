// The part of a device that survives a crash: one user's database in memory.
import type { Entry } from "../../pwa/device/sync/entry.ts";
import type { Meta, Row, Picture } from "../../pwa/device/sync/ports.ts";

export type StoredRow = { row: Row; epoch: number };

/** The effects of a committed transaction, for the oracle. */
export type Commit = { scope: "outbox" | "all"; removed: Entry[]; put: { entity: string; row: Row }[] };

/** One user's database. */
export class MemoryDisk {
  meta: Meta;
  readonly entries = new Map<number, Entry>();
  readonly seqOf = new Map<string, number>();
  readonly rows = new Map<string, Map<string, StoredRow>>();
  readonly pictures = new Map<string, Picture>();
  /** Id of a settled entry → when it was settled, in ms since 1970. */
  readonly settled = new Map<string, number>();
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

  /** Waits for the previous transaction. */
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

  table(entity: string): Map<string, StoredRow> {
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
