// Keeps the wallet of this device and the server's encrypted copy equal. Loaded when there is something to do.
import type { CommandInput } from "../../../shared/commands.ts";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { hasWallet, isCopied, type KeptPaper, type WalletStore } from "../../device/store/wallet-store.ts";
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

/** Whether signing out would lose papers: there is no copy. */
export async function isOnlyHere(userId: string): Promise<boolean> {
  if (await isKept(await openedStore())) return false;
  // A copy that another device has ended, where this one does not know yet.
  await settleCopy(userId).catch(() => undefined);
  return !(await isCopied(userId));
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
    await wallet.take(copy);
    if (copy.rev !== null) await queueEdits(person, wallet);
  });
}

async function queueEdits(person: UserStore, wallet: WalletStore): Promise<void> {
  const edits = Object.entries(await wallet.unsent());
  if (edits.length === 0) return;
  const entries = (await person.engine.outbox()).filter(({ name }) => name === "wallet.keep");
  // The wallet still has what a refused command had.
  for (const { id, state } of entries) if (state === "attention") await person.engine.discard(id);
  const isQueued = (name: string, { at }: KeptPaper) =>
    entries.some(({ state, input }) => state !== "attention" && (input[name] as KeptPaper | undefined)?.at === at);
  const rest = edits.filter(([name, edit]) => !isQueued(name, edit));
  if (rest.length > 0) await queue("wallet.keep", Object.fromEntries(rest) as Edits);
}

async function isKept(person: UserStore): Promise<boolean> {
  return typeof (await shownRev(person)) === "number";
}

/** The revision on the screen: null without a copy, undefined where the server has not said. */
async function shownRev({ engine, userId }: UserStore): Promise<number | null | undefined> {
  const rows = (await engine.shownRows({ entity: "me", key: userId })) as readonly OwnUser[] | undefined;
  return rows?.[0]?.walletRev;
}
