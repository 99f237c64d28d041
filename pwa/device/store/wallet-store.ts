// Stores a user's wallet in a separate database on this device. The server sends the rows of an emptied mirror again, but not the wallet.
import { Dexie, liveQuery, type EntityTable } from "dexie";
import type { PaperName } from "../../../shared/domain/eligibility/choices.ts";
import type { Wallet } from "../../../shared/domain/eligibility/wallet.ts";
import { StoreFault } from "../sync/ports.ts";
import { isOneOf } from "./storage-trouble.ts";

type PaperRecord = { name: PaperName; paper: object };

export function walletDbName(userId: string): string {
  return `wallet-${userId}`;
}

class WalletDb extends Dexie {
  declare papers: EntityTable<PaperRecord, "name">;

  constructor(userId: string) {
    super(walletDbName(userId), { chromeTransactionDurability: "strict" });
    this.version(1).stores({ papers: "name" });
    // A tab that signs out removes the database: this connection must not create it again.
    this.on("versionchange", () => {
      this.close({ disableAutoOpen: true });
      return false;
    });
  }
}

export type WalletStore = {
  read(): Promise<Wallet>;
  /** Passes on the wallet, now and after each change in any tab. Returns a function that stops. */
  watch(next: (wallet: Wallet) => void, failed: () => void): () => void;
  /** Stores papers together; null removes one. Rejects with StoreFault when nothing was stored. */
  put(papers: { readonly [Name in PaperName]?: Wallet[Name] | null }): Promise<void>;
  close(): void;
};

export function openWallet(userId: string): WalletStore {
  const db = new WalletDb(userId);
  const read = async () =>
    Object.fromEntries((await db.papers.toArray()).map(({ name, paper }) => [name, paper])) as Wallet;
  return {
    read,
    watch(next, failed) {
      const subscription = liveQuery(read).subscribe({ next, error: failed });
      // A live query says nothing where the browser has no database at all.
      db.open().catch(failed);
      return () => subscription.unsubscribe();
    },
    async put(papers) {
      const names = Object.keys(papers) as PaperName[];
      const kept = names.flatMap((name) => (papers[name] ? [{ name, paper: papers[name] }] : []));
      const removed = names.filter((name) => !papers[name]);
      try {
        await db.transaction("rw", db.papers, async () => {
          await db.papers.bulkDelete(removed);
          await db.papers.bulkPut(kept);
        });
      } catch (error) {
        throw new StoreFault(isOneOf(error, ["QuotaExceededError"]) ? "full" : "broken", error);
      }
    },
    close: () => db.close({ disableAutoOpen: true }),
  };
}

/** Removes a user's wallet from this device. Rejects when it could not be removed. */
export async function removeWallet(userId: string): Promise<void> {
  await Dexie.delete(walletDbName(userId));
}
