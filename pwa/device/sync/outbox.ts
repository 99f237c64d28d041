// The outbox takes a command: parsed into an entry, squashed into a waiting one or appended, all in one transaction.
import type { Command, OfflineCommand, SquashRule } from "../../../shared/kit/command.ts";
import { problemSentence } from "../../../shared/kit/problem-sentence.ts";
import {
  atRest,
  dependencyFailed,
  Draft,
  type EditBase,
  type Entry,
  idsIn,
  type NewEntry,
  pictureMark,
  picturesIn,
  withText,
} from "./entry.ts";
import { commit, removeUnneeded } from "./stored-pictures.ts";
import type { OutboxTx, Picture } from "./ports.ts";
import { QueueError } from "./queue-error.ts";

export type CommandList = Readonly<Record<string, Command>>;

/** One entry's JSON at most; a request takes 256 kB. */
export const MAX_ENTRY_CHARACTERS = 64 * 1024;

export type QueueOptions = {
  /** A command id made when the person acted; a second call with it does nothing. */
  id?: string | undefined;
  base?: EditBase | undefined;
  /** What the command is about, in a word for the screen; never sent. */
  about?: string | undefined;
  /** Ids of entries that permit this one though its input does not name them. */
  waitsFor?: readonly string[] | undefined;
};

/** `at`: ISO time of the act. */
export type PrepareOptions = QueueOptions & { newId: () => string; at: string };

export function offlineCommandNamed(commands: CommandList, name: string): OfflineCommand {
  const command = commands[name];
  if (!command?.offline) throw new QueueError("not-offline");
  return command;
}

/** A creating command's record id is its command id. */
export function creates(command: Command): boolean {
  return command.status === 201;
}

function withoutUndefined(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** Parses an input and makes the entry, not yet waiting for anything. Throws QueueError `invalid`. */
export function prepare(commands: CommandList, name: string, input: unknown, options: PrepareOptions): NewEntry {
  const command = offlineCommandNamed(commands, name);
  const given = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  const named = creates(command) && typeof given["id"] === "string" ? given["id"] : undefined;
  const id = options.id ?? named ?? options.newId();
  const parsed = command.input.safeParse(creates(command) ? { ...given, id } : given, { error: problemSentence });
  if (!parsed.success) {
    const fields: Record<string, string> = {};
    for (const issue of parsed.error.issues) fields[issue.path.join(".")] ??= issue.message;
    throw new QueueError("invalid", { fields });
  }
  const clean = withoutUndefined(parsed.data as Record<string, unknown>);
  if (JSON.stringify(clean).length > MAX_ENTRY_CHARACTERS) throw new QueueError("too-large");
  return {
    id,
    name,
    lane: command.lane(clean, id),
    input: clean,
    ...(options.base ? { base: options.base } : {}),
    ...(options.about ? { about: options.about } : {}),
    at: options.at,
    state: "queued",
    sent: false,
    waitsFor: [],
    accidents: 0,
  };
}

/**
 * Pictures an entry names: those already uploaded are named by their path, also in what the screen had shown; those its
 * input names that are not there yet have to come first.
 */
async function withPictures(tx: OutboxTx, entry: NewEntry): Promise<{ entry: NewEntry; waits: Picture[] }> {
  const marked = picturesIn([entry.input, entry.base]);
  if (marked.length === 0) return { entry, waits: [] };
  const pictures = (await tx.pictures()).filter(({ id }) => marked.includes(id));
  let { input, base } = entry;
  for (const { id, path } of pictures) {
    if (path === undefined) continue;
    input = withText(input, pictureMark(id), path);
    base = withText(base, pictureMark(id), path);
  }
  const needed = picturesIn(input);
  const named = { ...entry, input, ...(base ? { base } : {}) };
  return { entry: named, waits: pictures.filter(({ id, path }) => path === undefined && needed.includes(id)) };
}

/** Finds what an entry has to wait for: named records and pictures that are themselves waiting, and what the caller names. */
export async function withWaits(tx: OutboxTx, prepared: NewEntry, extra: readonly string[] = []): Promise<NewEntry> {
  const { entry, waits } = await withPictures(tx, prepared);
  const waitsFor = waits.map(({ id }) => id);
  let refusal = waits.find((picture) => picture.refusal)?.refusal;
  const mentioned = new Set(
    [...idsIn(entry.input), ...extra].filter((id) => id !== entry.id && !waitsFor.includes(id)),
  );
  const others = await Promise.all([...mentioned].map((id) => tx.entry(id)));
  for (const other of others) {
    if (!other) continue;
    waitsFor.push(other.id);
    if (other.state === "attention") refusal ??= dependencyFailed;
  }
  if (refusal) return { ...entry, waitsFor, state: "attention", refusal };
  return { ...entry, waitsFor, state: waitsFor.length > 0 ? "blocked" : "queued" };
}

export type Squash =
  | { kind: "append" }
  | { kind: "merge"; into: Entry }
  | { kind: "replace"; gone: Entry[] }
  | { kind: "cancel"; gone: Entry[] };

const append: Squash = { kind: "append" };

/** How `later` joins `earlier`: null where both are sent. */
function rule(commands: CommandList, earlier: string, later: string): SquashRule | null {
  const command = commands[later];
  return (command?.offline ? command.squash?.[earlier] : undefined) ?? null;
}

/** Of each field the oldest value the screen showed. */
function oldestBase(earlier: EditBase | undefined, later: EditBase | undefined): EditBase | undefined {
  if (!earlier || !later) return earlier ?? later;
  return { rev: earlier.rev, values: { ...later.values, ...earlier.values } };
}

function merged(earlier: Entry, later: NewEntry, command: Command): Squash {
  // What the later one waits for may itself be queued behind the earlier: joining them could wait in a circle. Not so
  // pictures, which wait for nobody.
  const pictures = picturesIn(later.input);
  const isKnown = (id: string) => id === earlier.id || earlier.waitsFor.includes(id) || pictures.includes(id);
  if (!later.waitsFor.every(isKnown)) return append;
  const parsed = command.input.safeParse({ ...earlier.input, ...later.input });
  if (!parsed.success) return append;
  const input = parsed.data as Record<string, unknown>;
  const base = oldestBase(earlier.base, later.base);
  const needless = new Set(picturesIn(earlier.input).filter((id) => !picturesIn(input).includes(id)));
  const waitsFor = [...new Set([...earlier.waitsFor, ...later.waitsFor])].filter(
    (id) => id !== earlier.id && !needless.has(id),
  );
  const into = { ...earlier, input, waitsFor, ...(base ? { base } : {}) };
  return { kind: "merge", into: earlier.state === "parked" ? into : atRest(into) };
}

/** Decides how `later` joins the entries that its lane holds, in the order queued. */
export function squash(lane: readonly Entry[], later: NewEntry, commands: CommandList): Squash {
  const waiting = lane.filter((entry) => entry.state !== "attention");
  const last = waiting.at(-1);
  if (!last || last.sent) return append;

  const cancels = waiting.findIndex((entry) => !entry.sent && rule(commands, entry.name, later.name) === "cancel");
  if (cancels >= 0) return { kind: "cancel", gone: waiting.slice(cancels) };

  const how = rule(commands, last.name, later.name);
  if (how === "replace") return { kind: "replace", gone: [last] };
  const command = commands[last.name];
  return how === "merge" && command ? merged(last, later, command) : append;
}

/** Waiting entries at most; more are refused with `outbox-full`. */
export const MAX_OUTBOX = 10_000;

export type Queued = {
  /** Id of the entry that carries the command now; for `cancelled` the id that needed nothing. */
  id: string;
  how: "queued" | "merged" | "replaced" | "cancelled" | "already";
};

/** `squash` is replaced by tests. `prepared` takes the entry as it is to be stored: rows that it changes may change. */
export type QueueRules = {
  squash?: typeof squash | undefined;
  commands: CommandList;
  prepared?: (entry: NewEntry) => void;
};

/** Removes entries a newer one made needless; what waited for them cannot come any more. */
async function removeNeedless(tx: OutboxTx, gone: readonly { id: string }[]): Promise<void> {
  const draft = new Draft(await tx.entries());
  for (const { id } of gone) {
    const entry = draft.get(id);
    if (entry) draft.remove(entry);
  }
  for (const { id } of gone) draft.failDependents(id);
  await commit(tx, draft);
}

/** The body of `queue`, inside its transaction. Throws QueueError. */
export async function queueInto(
  tx: OutboxTx,
  name: string,
  input: unknown,
  options: PrepareOptions,
  { commands, squash: join = squash, prepared: tell }: QueueRules,
): Promise<Queued> {
  const prepared = prepare(commands, name, input, options);
  const { id } = prepared;
  const [{ signedOut }, twin, wasSettled, entry, count] = await Promise.all([
    tx.meta(),
    tx.entry(id),
    tx.wereSettled([id]),
    withWaits(tx, prepared, options.waitsFor),
    tx.countEntries(),
  ]);
  if (signedOut) throw new QueueError("signed-out");
  tell?.(entry);
  if (twin || wasSettled) return { id, how: "already" };

  const command = commands[entry.name];
  if (command?.offline && command.squash && entry.state !== "attention") {
    const found = join(await tx.entriesOfLane(entry.lane), entry, commands);
    if (found.kind === "merge") {
      const before = await tx.entry(found.into.id);
      await tx.putEntries([found.into]);
      await removeUnneeded(tx, before?.waitsFor ?? []);
      return { id: found.into.id, how: "merged" };
    }
    if (found.kind === "cancel") {
      await removeNeedless(tx, found.gone);
      return { id, how: "cancelled" };
    }
    if (found.kind === "replace") {
      // First: pictures that both name stay.
      await tx.addEntries([entry]);
      await removeNeedless(tx, found.gone);
      return { id, how: "replaced" };
    }
  }
  if (count >= MAX_OUTBOX) throw new QueueError("outbox-full");
  await tx.addEntries([entry]);
  return { id, how: "queued" };
}
