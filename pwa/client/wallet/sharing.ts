// Shares papers of the user's wallet with one booking, also without a network.
import type { PaperName } from "../../../shared/domain/eligibility/choices.ts";
import type { Wallet } from "../../../shared/domain/eligibility/wallet.ts";
import { queue, type Queued } from "../sync/current-store.ts";
import type { QueueItem } from "../sync/queue-items.ts";
import { withWallet } from "./open-wallet.ts";

/** The papers that the owner can open. Rows of an earlier version have none. */
export function sharedNames({ sharedPapers }: { sharedPapers?: readonly PaperName[] }): readonly PaperName[] {
  return sharedPapers ?? [];
}

/** Shares exactly these papers, as they are in the wallet now. One that this device lacks stays as it was shared before. */
export async function sharePapers(userId: string, bookingId: string, names: readonly PaperName[]): Promise<Queued> {
  return await share(bookingId, names, await withWallet<Wallet>(userId, (opened) => opened.read()));
}

/** Withdraws all papers but these, which stay as they were shared. */
export async function keepShared(
  bookingId: string,
  names: readonly PaperName[],
  waiting: QueueItem | undefined,
): Promise<Queued> {
  // A share that the server does not have yet is replaced: its papers go out with this one.
  const unsent = waiting?.state === "attention" ? undefined : waiting?.input["papers"];
  return await share(bookingId, names, unsent ?? {});
}

async function share(id: string, names: readonly PaperName[], from: Wallet): Promise<Queued> {
  const papers = Object.fromEntries(names.flatMap((name) => (from[name] ? [[name, from[name]]] : [])));
  return await queue("wallet.share", { id, shared: [...names], papers });
}

/** The latest change of a booking's shared papers that waits or was refused. */
export function waitingShare(bookingId: string, entries: readonly QueueItem[] | undefined): QueueItem | undefined {
  return entries?.findLast(({ name, input }) => name === "wallet.share" && input["id"] === bookingId);
}
