// Stores a user's wallet in a separate database on this device, with what the server's copy of each paper is.
import { Dexie, liveQuery, type EntityTable, type Table } from "dexie";
import type { PaperName } from "../../../shared/domain/eligibility/choices.ts";
import { isNewer, type EditPlace, type PaperVersion } from "../../../shared/domain/eligibility/copy-rules.ts";
import { MAX_SCANS, type ScanKind } from "../../../shared/domain/eligibility/scan-rules.ts";
import type { Wallet } from "../../../shared/domain/eligibility/wallet.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { StoreFault } from "../sync/ports.ts";
import { isOneOf } from "./storage-trouble.ts";

/**
 * A paper as the user edited it here; null once the user removed it. `base`: its revision in the copy; 0 for none. A wallet of an
 * earlier version has edits without a place.
 */
export type KeptPaper = { paper: object | null; base: number; at: string } & Partial<EditPlace>;
/** A paper of the copy. */
type CopiedPaper = { paper: object | null } & PaperVersion;
/** `isSent`: the copy has this edit. `theirs`: another device has changed the paper too, and the user has not chosen yet. */
type PaperRecord = KeptPaper & { name: PaperName; isSent: boolean; theirs?: CopiedPaper };
/** A photographed paper; `pages` are ids of pages, in order. It is on this device alone. */
export type Scan = { id: string; kind: ScanKind; title?: string | undefined; pages: readonly string[] };
export type ScanPage = { id: string; data: Blob };
/** The copy that this device last read; `rev` is null without one. */
type CopyRecord = { id: "copy"; rev: number | null };
/** The line of this wallet's edits, and the number of the last one. */
type LineRecord = { id: "line" } & EditPlace;

/** The copy as the server answers it. */
export type ServerCopy = {
  rev: number | null;
  papers: { readonly [Name in PaperName]?: CopiedPaper | undefined };
};

export function walletDbName(userId: string): string {
  return `wallet-${userId}`;
}

class WalletDb extends Dexie {
  declare papers: EntityTable<PaperRecord, "name">;
  declare copy: Table<CopyRecord | LineRecord, string>;
  declare scans: EntityTable<Scan, "id">;
  declare pages: EntityTable<ScanPage, "id">;

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
    this.version(3).stores({ papers: "name", copy: "id", scans: "id", pages: "id" });
    // A tab that signs out removes the database: this connection must not create it again.
    this.on("versionchange", () => {
      this.close({ disableAutoOpen: true });
      return false;
    });
  }
}

/** `theirs`: papers that another device has changed too, as that device has them; null where it removed one. */
export type ShownWallet = {
  wallet: Wallet;
  theirs: { readonly [Name in PaperName]?: Wallet[Name] | null };
  scans: readonly Scan[];
  copyRev: number | null;
};

export type WalletStore = {
  read(): Promise<Wallet>;
  state(): Promise<ShownWallet>;
  /** Passes on the wallet, now and after each change in any tab. Returns a function that stops. */
  watch(next: (shown: ShownWallet) => void, failed: () => void): () => void;
  /** Stores papers together; null removes one. Rejects with StoreFault when nothing was stored. */
  put(papers: { readonly [Name in PaperName]?: Wallet[Name] | null }, at?: string): Promise<void>;
  /** Ends the choice between an edit of this device and one of another. */
  choose(name: PaperName, which: "mine" | "theirs"): Promise<void>;
  /** The edits that the copy lacks, except those that wait for the user's choice. */
  unsent(): Promise<Partial<Record<PaperName, KeptPaper>>>;
  /** The revision of the copy that this device last read. */
  copyRev(): Promise<number | null>;
  /** Whether the copy has all of the wallet. */
  isCopied(): Promise<boolean>;
  /**
   * Merges the copy into the wallet, paper by paper. An edit that the server would take stays to be sent; one that met an edit of
   * another device waits for the user's choice. `isCurrent`: the server's newest, also where its revision is lower than the last
   * one, as after a restored backup.
   */
  take(copy: ServerCopy, isCurrent?: boolean): Promise<void>;
  /** Photographed papers, oldest first. */
  scans(): Promise<Scan[]>;
  /** Those of these pages that are here, in the order asked. */
  pages(ids: readonly string[]): Promise<ScanPage[]>;
  /** Stores a photographed paper with its pages, as long as the wallet has room. Rejects with StoreFault, or with WalletFull. */
  addScan(scan: Scan, pages: readonly ScanPage[]): Promise<void>;
  /** Removes a photographed paper and its pages; returns what puts it back. */
  removeScan(id: string): Promise<{ scan: Scan; pages: readonly ScanPage[] } | null>;
  close(): void;
};

/** The wallet has as many photographed papers as it may have. */
export class WalletFull extends Error {}

export function openWallet(userId: string): WalletStore {
  const db = new WalletDb(userId);
  const read = async () =>
    Object.fromEntries(
      (await db.papers.toArray()).flatMap(({ name, paper }) => (paper ? [[name, paper]] : [])),
    ) as Wallet;
  const scans = () => db.scans.orderBy("id").toArray();
  const copyRev = async () => ((await db.copy.get("copy")) as CopyRecord | undefined)?.rev ?? null;
  const theirs = async () =>
    Object.fromEntries(
      (await db.papers.toArray()).flatMap((one) => (one.theirs ? [[one.name, one.theirs.paper]] : [])),
    ) as ShownWallet["theirs"];
  /** The place of the next edit. Within a transaction over `copy`. */
  const nextPlace = async (): Promise<EditPlace> => {
    const { line, n } = ((await db.copy.get("line")) as LineRecord | undefined) ?? { line: newId(), n: 0 };
    await db.copy.put({ id: "line", line, n: n + 1 });
    return { line, n: n + 1 };
  };
  const state = async (): Promise<ShownWallet> => ({
    wallet: await read(),
    theirs: await theirs(),
    scans: await scans(),
    copyRev: await copyRev(),
  });
  return {
    read,
    copyRev,
    state,
    watch(next, failed) {
      const subscription = liveQuery(state).subscribe({ next, error: failed });
      // A live query says nothing where the browser has no database at all.
      db.open().catch(failed);
      return () => subscription.unsubscribe();
    },
    scans,
    async pages(ids) {
      return (await db.pages.bulkGet([...ids])).filter((page) => page !== undefined);
    },
    async addScan(scan, pages) {
      await kept(() =>
        db.transaction("rw", db.scans, db.pages, async () => {
          if ((await db.scans.count()) >= MAX_SCANS) throw new WalletFull();
          await db.pages.bulkPut([...pages]);
          await db.scans.put(scan);
        }),
      );
    },
    async removeScan(id) {
      return await db.transaction("rw", db.scans, db.pages, async () => {
        const scan = await db.scans.get(id);
        if (!scan) return null;
        const pages = (await db.pages.bulkGet([...scan.pages])).filter((page) => page !== undefined);
        await db.scans.delete(id);
        await db.pages.bulkDelete([...scan.pages]);
        return { scan, pages };
      });
    },
    async put(papers, at = new Date().toISOString()) {
      await kept(async () => {
        await db.transaction("rw", db.papers, db.copy, async () => {
          for (const name of Object.keys(papers) as PaperName[]) {
            const before = await db.papers.get(name);
            // An edit made beside the question is the answer to it.
            const base = before?.theirs?.rev ?? before?.base ?? 0;
            await db.papers.put({ name, paper: papers[name] ?? null, base, at, isSent: false, ...(await nextPlace()) });
          }
        });
      });
    },
    async choose(name, which) {
      await db.transaction("rw", db.papers, db.copy, async () => {
        const own = await db.papers.get(name);
        if (!own?.theirs) return;
        const { theirs: copied, ...mine } = own;
        if (which === "theirs") await db.papers.put(sent(name, copied));
        else await db.papers.put({ ...mine, base: copied.rev, ...(await nextPlace()) });
      });
    },
    async unsent() {
      const edits = (await db.papers.toArray()).filter((one) => !one.isSent && !one.theirs);
      return Object.fromEntries(
        edits.map(({ name, paper, base, at, line, n }) => [
          name,
          { paper, base, at, ...(line !== undefined && n !== undefined && { line, n }) },
        ]),
      );
    },
    async isCopied() {
      const records = await db.papers.toArray();
      const isKept = ({ isSent, base, paper }: PaperRecord) => isSent || (base === 0 && paper === null);
      return records.every(isKept) && (await db.scans.count()) === 0;
    },
    async take({ rev, papers }, isCurrent = false) {
      await db.transaction("rw", db.papers, db.copy, async () => {
        const known = await copyRev();
        // An answer that was overtaken by a newer one.
        if (rev !== null && known !== null && rev < known && !isCurrent) return;
        await db.copy.put({ id: "copy", rev });
        for (const own of await db.papers.toArray()) await db.papers.put(merged(own, papers[own.name]));
        for (const [name, stored] of Object.entries(papers) as [PaperName, CopiedPaper | undefined][])
          if (stored && !(await db.papers.get(name))) await db.papers.put(sent(name, stored));
      });
    },
    close: () => db.close({ disableAutoOpen: true }),
  };
}

/** A paper as the copy has it. */
function sent(name: PaperName, { paper, rev, at }: CopiedPaper): PaperRecord {
  return { name, paper, base: rev, at, isSent: true };
}

/** The content as text, in a fixed order. */
function textOf(paper: object | null): string {
  return JSON.stringify(paper, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** A paper of the wallet, and of the copy if that has it. */
function merged({ theirs: _, ...own }: PaperRecord, stored: CopiedPaper | undefined): PaperRecord {
  // There is no copy, or it was ended and started again by a device that lacks this paper.
  if (!stored) return { ...own, base: 0, isSent: false };
  const isOwnEdit = own.line !== undefined && own.line === stored.by?.line && own.n === stored.by.n;
  if (isOwnEdit || textOf(own.paper) === textOf(stored.paper)) return sent(own.name, stored);
  // The server was restored from a backup, and has lost what this device knows.
  if (own.base > stored.rev) return { ...own, base: stored.rev, isSent: false };
  if (own.isSent) return sent(own.name, stored);
  return isNewer(own, stored) ? own : { ...own, theirs: stored };
}

/** Runs a write. Rejects with StoreFault when nothing was stored. */
async function kept(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof WalletFull) throw error;
    throw new StoreFault(isOneOf(error, ["QuotaExceededError"]) ? "full" : "broken", error);
  }
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
    return await wallet.isCopied();
  } finally {
    wallet.close();
  }
}
