// Shares papers of the user's wallet with one booking, also without a network.
import type { Booking } from "../../../shared/domain/bookings.ts";
import type { PaperName } from "../../../shared/domain/eligibility/choices.ts";
import type { SentScan } from "../../../shared/domain/eligibility/sharing.ts";
import type { Wallet } from "../../../shared/domain/eligibility/wallet.ts";
import type { Scan, WalletStore } from "../../device/store/wallet-store.ts";
import { asNotKept, openedStore, queue, type Queued } from "../sync/current-store.ts";
import type { QueueItem } from "../sync/queue-items.ts";
import { withWallet } from "./open-wallet.ts";

export type SharedScanRow = Booking["sharedScans"][number];
/** What one booking shows its owner: papers by their names, photographed ones by their ids. */
export type Shared = { names: readonly PaperName[]; scans: readonly SharedScanRow[] };

/** What the owner can open. Rows of an earlier version have less. */
export function sharedOf(booking: {
  sharedPapers?: readonly PaperName[];
  sharedScans?: readonly SharedScanRow[];
}): Shared {
  return { names: booking.sharedPapers ?? [], scans: booking.sharedScans ?? [] };
}

/** How many papers the owner can open. */
export const sharedCount = ({ names, scans }: Shared) => names.length + scans.length;

type Share = { bookingId: string; names: readonly PaperName[]; scanIds: readonly string[] };
/** What the booking shows now, and the latest change of it that waits. */
type Before = { shared: Shared; waiting: QueueItem | undefined };

/**
 * Shares exactly these papers, as they are in the wallet now. One that this device lacks stays as it was shared before. Pages of
 * photographs are stored beside the command until they are sent, once. Rejects with NotKept.
 */
export async function sharePapers(
  userId: string,
  { bookingId, names, scanIds }: Share,
  before: Before,
): Promise<Queued> {
  return await withWallet(userId, async (wallet) => {
    const [papers, own] = [await wallet.read(), await wallet.scans()];
    const known = knownScans(before);
    const scans: SentScan[] = [];
    for (const id of scanIds) {
      const scan = own.find((one) => one.id === id);
      const sent = known.get(id) ?? (scan && (await withPages(wallet, scan)));
      if (sent) scans.push(sent);
    }
    return await share(bookingId, names, papers, scans, before);
  });
}

/** Withdraws all papers but these, which stay as they were shared. Rejects with NotKept. */
export async function keepShared({ bookingId, names, scanIds }: Share, before: Before): Promise<Queued> {
  const known = knownScans(before);
  const scans = scanIds.flatMap((id) => known.get(id) ?? []);
  // A share that the server does not have yet is replaced: its papers go out with this one.
  return await share(bookingId, names, unsentOf(before)?.papers ?? {}, scans, before);
}

type Unsent = { papers?: Wallet; scans?: SentScan[] };

/** The input of a change that waits; a refused one changed nothing. */
const unsentOf = ({ waiting }: Before): Unsent | undefined =>
  waiting?.state === "attention" ? undefined : waiting?.input;

/** The photographed papers that are shared or wait to be, as a command says them again. */
function knownScans(before: Before): Map<string, SentScan> {
  const rows = before.shared.scans.map(({ id, kind, pages }): [string, SentScan] => [id, { id, kind, count: pages }]);
  const unsent = unsentOf(before)?.scans ?? [];
  return new Map([...rows, ...unsent.map((scan): [string, SentScan] => [scan.id, scan])]);
}

async function withPages(wallet: WalletStore, { id, kind, title, pages: ids }: Scan): Promise<SentScan | null> {
  const stored = await wallet.pages(ids);
  if (stored.length < ids.length) return null;
  try {
    const { pictures } = (await openedStore()).engine;
    const pages: string[] = [];
    for (const { data } of stored) pages.push(await pictures.addPage(data));
    return { id, kind, ...(title && { title }), count: pages.length, pages };
  } catch (problem) {
    throw asNotKept(problem);
  }
}

async function share(
  id: string,
  names: readonly PaperName[],
  from: Wallet,
  scans: SentScan[],
  { shared, waiting }: Before,
): Promise<Queued> {
  const papers = Object.fromEntries(names.flatMap((name) => (from[name] ? [[name, from[name]]] : [])));
  // Also to withdraw them: a server that does not know photographs would keep them in silence.
  const concernsScans = scans.length + shared.scans.length > 0 || waiting?.name === "wallet.shareScans";
  const name = concernsScans ? "wallet.shareScans" : "wallet.share";
  return await queue(name, { id, shared: [...names], papers, scans });
}

const shareNames: readonly string[] = ["wallet.share", "wallet.shareScans"];

/** The latest change of a booking's shared papers that waits or was refused. */
export function waitingShare(bookingId: string, entries: readonly QueueItem[] | undefined): QueueItem | undefined {
  return entries?.findLast(({ name, input }) => shareNames.includes(name) && input["id"] === bookingId);
}
