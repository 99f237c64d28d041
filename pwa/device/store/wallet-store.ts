// Stores a user's wallet in a separate database on this device, with what the server's copy of each paper is.
import { Dexie, liveQuery, type EntityTable } from "dexie";
import type { PaperName } from "../../../shared/domain/eligibility/choices.ts";
import { isNewer } from "../../../shared/domain/eligibility/copy-rules.ts";
import type { Wallet } from "../../../shared/domain/eligibility/wallet.ts";
import { StoreFault } from "../sync/ports.ts";
import { isOneOf } from "./storage-trouble.ts";

/** A paper as the user edited it here; null once the user removed it. `base`: its revision in the copy; 0 for none. */
export type KeptPaper = { paper: object | null; base: number; at: string };
/** `isSent`: the copy has this edit. */
type PaperRecord = KeptPaper & { name: PaperName; isSent: boolean };
/** The copy that this device last read; `rev` is null without one. */
type CopyRecord = { id: "copy"; rev: number | null };

/** The copy as the server answers it. */
export type ServerCopy = {
  rev: number | null;
  papers: { readonly [Name in PaperName]?: { paper: object | null; rev: number; at: string } | undefined };
};

export function walletDbName(userId: string): string {
  return `wallet-${userId}`;
}

class WalletDb extends Dexie {
  declare papers: EntityTable<PaperRecord, "name">;
  declare copy: EntityTable<CopyRecord, "id">;

  constructor(userId: string) {
    super(walletDbName(userId), { chromeTransactionDurability: "strict" });
    this.version(1).stores({ papers: "name" });
    this.version(2)
      .stores({ papers: "name", copy: "id" })
      .upgrade((tx) =>
        tx
          .table<PaperRecord>("papers")
          .toCollection()
          .modify({ base: 0, at: new Date(0).toISOString(), isSent: false }),
      );
    // A tab that signs out removes the database: this connection must not create it again.
    this.on("versionchange", () => {
      this.close({ disableAutoOpen: true });
      return false;
    });
  }
}

export type ShownWallet = { wallet: Wallet; copyRev: number | null };

export type WalletStore = {
  read(): Promise<Wallet>;
  /** Passes on the wallet, now and after each change in any tab. Returns a function that stops. */
  watch(next: (shown: ShownWallet) => void, failed: () => void): () => void;
  /** Stores papers together; null removes one. Rejects with StoreFault when nothing was stored. */
  put(papers: { readonly [Name in PaperName]?: Wallet[Name] | null }, at?: string): Promise<void>;
  /** The edits that the copy lacks. */
  unsent(): Promise<Partial<Record<PaperName, KeptPaper>>>;
  /** The revision of the copy that this device last read. */
  copyRev(): Promise<number | null>;
  /** Merges the copy into the wallet, paper by paper: an edit that the server would take stays to be sent. */
  take(copy: ServerCopy): Promise<void>;
  close(): void;
};

export function openWallet(userId: string): WalletStore {
  const db = new WalletDb(userId);
  const read = async () =>
    Object.fromEntries(
      (await db.papers.toArray()).flatMap(({ name, paper }) => (paper ? [[name, paper]] : [])),
    ) as Wallet;
  const copyRev = async () => (await db.copy.get("copy"))?.rev ?? null;
  return {
    read,
    copyRev,
    watch(next, failed) {
      const shown = async () => ({ wallet: await read(), copyRev: await copyRev() });
      const subscription = liveQuery(shown).subscribe({ next, error: failed });
      // A live query says nothing where the browser has no database at all.
      db.open().catch(failed);
      return () => subscription.unsubscribe();
    },
    async put(papers, at = new Date().toISOString()) {
      try {
        await db.transaction("rw", db.papers, async () => {
          for (const name of Object.keys(papers) as PaperName[]) {
            const base = (await db.papers.get(name))?.base ?? 0;
            await db.papers.put({ name, paper: papers[name] ?? null, base, at, isSent: false });
          }
        });
      } catch (error) {
        throw new StoreFault(isOneOf(error, ["QuotaExceededError"]) ? "full" : "broken", error);
      }
    },
    async unsent() {
      const edits = (await db.papers.toArray()).filter(({ isSent }) => !isSent);
      return Object.fromEntries(edits.map(({ name, paper, base, at }) => [name, { paper, base, at }]));
    },
    async take({ rev, papers }) {
      await db.transaction("rw", db.papers, db.copy, async () => {
        const known = await copyRev();
        // An answer that was overtaken by a newer one.
        if (rev !== null && known !== null && rev < known) return;
        await db.copy.put({ id: "copy", rev });
        if (rev === null) await db.papers.toCollection().modify({ base: 0, isSent: false });
        for (const [name, stored] of Object.entries(papers) as [PaperName, ServerCopy["papers"][PaperName]][]) {
          const own = await db.papers.get(name);
          if (!stored || (own && !own.isSent && own.at !== stored.at && isNewer(own, stored))) continue;
          await db.papers.put({ name, paper: stored.paper, base: stored.rev, at: stored.at, isSent: true });
        }
      });
    },
    close: () => db.close({ disableAutoOpen: true }),
  };
}

export function hasWallet(userId: string): Promise<boolean> {
  return Dexie.exists(walletDbName(userId));
}

/** Removes a user's wallet from this device. Rejects when it could not be removed. */
export async function removeWallet(userId: string): Promise<void> {
  await Dexie.delete(walletDbName(userId));
}

/** Removes a wallet whose edits the copy has; any other one stays for the next sign-in. Rejects when it could not be removed. */
export async function removeCopiedWallet(userId: string): Promise<void> {
  if (await isCopied(userId)) await removeWallet(userId);
}

/** Whether nothing of a wallet is on this device alone. */
export async function isCopied(userId: string): Promise<boolean> {
  if (!(await hasWallet(userId))) return true;
  const wallet = openWallet(userId);
  try {
    return Object.values(await wallet.unsent()).every(({ base, paper }) => base === 0 && paper === null);
  } finally {
    wallet.close();
  }
}
