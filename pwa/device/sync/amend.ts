// User actions on a waiting or refused entry: retry, edit, discard.
import {
  atRest,
  awaitsVerification,
  Draft,
  type EditBase,
  type Entry,
  isOpen,
  type NewEntry,
  picturesIn,
  withText,
} from "./entry.ts";
import type { OutboxTx } from "./ports.ts";
import { commit, removeUnneeded, tryAgain } from "./stored-pictures.ts";
import { type CommandList, creates, offlineCommandNamed, prepare, withWaits } from "./outbox.ts";
import { QueueError } from "./queue-error.ts";

/** `at`: ISO time of the act. */
export type Act = { newId: () => string; at: string };
export type Amending = Act & { commands: CommandList };
export type Change = { input: Record<string, unknown>; base?: EditBase | undefined };

async function mustFind(tx: OutboxTx, id: string): Promise<Entry> {
  const entry = await tx.entry(id);
  if (!entry) throw new QueueError("not-waiting");
  return entry;
}

/** The entries that depend on `id`, directly or not, in queue order. */
function followersOf(entries: readonly Entry[], id: string): Entry[] {
  const ids = new Set([id]);
  return entries.filter((entry) => {
    const follows = entry.waitsFor.some((waited) => ids.has(waited));
    if (follows) ids.add(entry.id);
    return follows;
  });
}

/** A dependent entry after its new command: it was never sent, so its id stays. */
function follow(follower: Entry, oldId: string, newId: string, commands: CommandList): NewEntry {
  const { seq: _, ...kept } = follower;
  const input = withText(kept.input, oldId, newId);
  const waitsFor = kept.waitsFor.map((waited) => (waited === oldId ? newId : waited));
  return { ...kept, input, waitsFor, lane: offlineCommandNamed(commands, kept.name).lane(input, kept.id) };
}

/** Ids an entry can wait for with a chance of seeing them settle. */
async function hopeful(tx: OutboxTx): Promise<Set<string>> {
  const entries = (await tx.entries()).filter((entry) => entry.state !== "attention");
  const pictures = (await tx.pictures()).filter((picture) => !picture.refusal);
  return new Set([...entries, ...pictures].map(({ id }) => id));
}

/** Requeues a refused entry as a new command at its lane's end, with its dependents. */
async function again(tx: OutboxTx, entry: Entry, change: Change, { commands, newId, at }: Amending): Promise<string> {
  const command = offlineCommandNamed(commands, entry.name);
  const id = newId();
  const input = creates(command) ? withText(change.input, entry.id, id) : change.input;
  const fresh = prepare(commands, entry.name, input, { id, base: change.base, about: entry.about, newId, at });
  const followers = followersOf(await tx.entries(), entry.id);
  const ownWaits = entry.waitsFor.filter((waited) => waited !== entry.id);
  await tx.removeEntries([entry, ...followers]);
  const waiting = await withWaits(tx, fresh, ownWaits);
  await tx.addEntries([waiting]);
  await removeUnneeded(tx, ownWaits);
  const hopes = await hopeful(tx);
  for (const follower of followers) {
    const following = follow(follower, entry.id, id, commands);
    const isFree = following.waitsFor.every((waited) => hopes.has(waited));
    await tx.addEntries([isFree ? { ...atRest(following), refusal: undefined } : following]);
    if (isFree) hopes.add(following.id);
  }
  return id;
}

/** «Try again»: a refused entry goes again as a new command, a parked one as it is. Answers the id that carries it now. */
export async function retryEntry(tx: OutboxTx, id: string, amending: Amending): Promise<string> {
  const entry = await mustFind(tx, id);
  if (entry.state === "attention") {
    await tryAgain(tx, entry.waitsFor);
    return await again(tx, entry, entry, amending);
  }
  const isHeld = entry.reason === "signed-out" || entry.reason === "unverified";
  if (entry.state === "parked" && !isHeld) await tx.putEntries([atRest(entry)]);
  return id;
}

/** Another content for an entry: in place while it was never sent, otherwise as a new command. */
export async function editEntry(tx: OutboxTx, id: string, change: Change, amending: Amending): Promise<string> {
  const entry = await mustFind(tx, id);
  if (entry.state === "attention" || awaitsVerification(entry)) return await again(tx, entry, change, amending);
  if (!isOpen(entry)) throw new QueueError("already-sent");
  const prepared = prepare(amending.commands, entry.name, change.input, { ...amending, id, base: change.base });
  const waiting = await withWaits(tx, prepared, entry.waitsFor);
  const { input, lane, waitsFor } = waiting;
  const edited = { ...entry, input, lane, waitsFor, base: waiting.base ?? entry.base };
  await tx.putEntries([entry.state === "parked" ? edited : atRest(edited)]);
  await removeUnneeded(tx, picturesIn(entry.input));
  return id;
}

/** Discards an entry that was refused, never sent, or waits for the verified email. Its dependents then fail. */
export async function discardEntry(tx: OutboxTx, id: string): Promise<void> {
  const entry = await mustFind(tx, id);
  if (!isOpen(entry)) throw new QueueError("already-sent");
  const draft = new Draft(await tx.entries());
  draft.remove(entry);
  draft.failDependents(id);
  await commit(tx, draft);
}
