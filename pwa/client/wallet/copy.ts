// Keeps the wallet of this device and the server's encrypted copy equal. Loaded when there is something to do.
import type { CommandInput } from "../../../shared/commands.ts";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { hasWallet, type KeptPaper, type WalletStore } from "../../device/store/wallet-store.ts";
import { read } from "../api/call.ts";
import { openedStore, queue, type Queued } from "../sync/current-store.ts";
import { outcomeOf, type Outcome } from "../sync/outcome.ts";
import type { UserStore } from "../sync/user-store.ts";
import { withWallet } from "./open-wallet.ts";

type Edits = CommandInput<"wallet.keep">;

/** Starts the copy with everything that the wallet of this device has, or removes it from the server. A refusal leaves nothing queued. */
export async function switchCopy(userId: string, isOn: boolean): Promise<Outcome> {
  const { id } = isOn ? await startCopy(userId) : await queue("wallet.forget", {});
  const outcome = await outcomeOf(id);
  if (outcome.kind === "refused") await (await openedStore()).engine.discard(id);
  return outcome;
}

async function startCopy(userId: string): Promise<Queued> {
  const edits = await withWallet(userId, (wallet) => wallet.unsent());
  return await queue("wallet.keep", { start: true, ...(edits as Edits) });
}

/**
 * What signing out would lose. `wallet`: there is no copy. `edits`: the copy lacks some of it. `photographs`: the copy has all but
 * those. `unknown`: nobody can say now.
 */
export type WalletLoss = "wallet" | "edits" | "photographs" | "unknown";

/** Asks the server, since another device may have ended the copy; queues what the copy lacks. Null for a loss of nothing. */
export async function lossBySignOut(userId: string): Promise<WalletLoss | null> {
  if (!(await hasWallet(userId))) return null;
  try {
    const person = await openedStore();
    if (!(await isKept(person))) {
      // This device may not know yet that there is a copy, or that there is none any more.
      await settleCopy(userId).catch(() => undefined);
      return (await withWallet(userId, (wallet) => wallet.isCopied())) ? null : "wallet";
    }
    return await withWallet(userId, async (wallet) => {
      const copy = await read("wallet.own", {});
      if (copy.rev === null) return "wallet";
      await wallet.take(copy, true);
      const { theirs, scans } = await wallet.state();
      if (Object.keys(theirs).length > 0) return "edits";
      // Another question reads what waits in the outbox.
      await queueEdits(person, wallet);
      return scans.length > 0 ? "photographs" : null;
    });
  } catch {
    return "unknown";
  }
}

/** Sends the edits that the copy lacks and no waiting command has. */
export async function sendEdits(userId: string): Promise<void> {
  const person = await openedStore();
  if (person.userId !== userId || !(await isKept(person))) return;
  await withWallet(userId, (wallet) => queueEdits(person, wallet));
}

/** Sends edits, and reads the copy when it differs from what this device last read. Rejects when it could not be read. */
export async function settleCopy(userId: string): Promise<void> {
  const person = await openedStore();
  if (person.userId !== userId) return;
  const rev = await shownRev(person);
  if (rev === null && !(await hasWallet(userId))) return;
  await withWallet(userId, async (wallet) => {
    const known = await wallet.copyRev();
    if (rev === null) {
      if (known !== null) await wallet.take({ rev: null, papers: {} });
      return;
    }
    if (rev !== undefined) await queueEdits(person, wallet);
    // Zero: this device has started the copy, and waits for the server.
    if (rev === 0 || rev === known) return;
    const copy = await read("wallet.own", {});
    await wallet.take(copy, copy.rev === (await shownRev(person)));
    if (copy.rev !== null) await queueEdits(person, wallet);
  });
}

async function queueEdits(person: UserStore, wallet: WalletStore): Promise<void> {
  const edits = Object.entries(await wallet.unsent());
  if (edits.length === 0) return;
  const entries = (await person.engine.outbox()).filter(({ name }) => name === "wallet.keep");
  // The wallet still has what a refused command had.
  for (const { id, state } of entries) if (state === "attention") await person.engine.discard(id);
  const isQueued = (name: string, { at, n }: KeptPaper) =>
    entries.some(({ state, input }) => {
      const queued = input[name] as KeptPaper | undefined;
      return state !== "attention" && queued?.at === at && queued.n === n;
    });
  const rest = edits.filter(([name, edit]) => !isQueued(name, edit));
  if (rest.length > 0) await queue("wallet.keep", Object.fromEntries(rest) as Edits);
}

async function isKept(person: UserStore): Promise<boolean> {
  return typeof (await shownRev(person)) === "number";
}

/** The revision on the screen: null without a copy, undefined where the server has not said. */
async function shownRev({ engine, userId }: UserStore): Promise<number | null | undefined> {
  const rows = (await engine.shown({ entity: "me", key: userId })).rows as readonly OwnUser[] | undefined;
  return rows?.[0]?.walletRev;
}
