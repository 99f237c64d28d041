// One user's database on IndexedDB: mirror tables, outbox, settled commands, waiting pictures and the state of the copy.
// Transactions commit or report a failure; a lost connection is reopened once.
import { Dexie, liveQuery, type Table } from "dexie";
import { type OutboxTx, type ReadTx, type Store, StoreFault, type WriteTx } from "../sync/ports.ts";
import { PersonDb } from "./person-db.ts";
import { PersonTx } from "./person-tx.ts";
import { isOneOf } from "./storage-trouble.ts";

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

  read<Result>(work: (tx: ReadTx) => Promise<Result>): Promise<Result> {
    return this.run("r", this.db.tables, work);
  }

  writeOutbox<Result>(work: (tx: OutboxTx) => Promise<Result>): Promise<Result> {
    const { outbox, sentLog, blobs, meta } = this.db;
    return this.run("rw", [outbox, sentLog, blobs, meta], work);
  }

  write<Result>(work: (tx: WriteTx) => Promise<Result>): Promise<Result> {
    return this.run("rw", this.db.tables, work);
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
  private async run<Result>(
    mode: "r" | "rw",
    tables: Table[],
    work: (tx: PersonTx) => Promise<Result>,
  ): Promise<Result> {
    let reopened = false;
    for (;;) {
      if (this.isOver) throw new StoreFault("gone");
      try {
        // An async function to the letter: only then does Dexie keep a transaction open across native awaits.
        return await this.db.transaction(mode, tables, async () => await work(this.tx));
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
