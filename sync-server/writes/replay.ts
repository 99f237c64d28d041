// Runs what a phone kept while it was away: each command stands or falls alone, in order inside its lane, and at most once.
import type { Knex } from "knex";
import type { Logger } from "pino";
import { commands, type CommandName } from "../../shared/commands.ts";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import type { OfflineCommand } from "../../shared/kit/command.ts";
import { DomainError } from "../../shared/kit/errors.ts";
import { timeOfId } from "../../shared/kit/ids.ts";
import type { Outcome, SentCommand } from "../../shared/sync.ts";
import { isDatabaseAway, isLostToAnother } from "../db/away.ts";
import type { SendGather } from "../domain/messages/send-gather.ts";
import type { SendItem } from "../domain/messages/send-run.ts";
import { announce, apply, noEffects, parseInput, prepare, TRIES, type Call, type WriteServices } from "./execute.ts";
import { isLongAgo, ownRecordExists } from "./age.ts";
import type { Caller } from "./handler.ts";
import { claim, settle, storedOutcome, type Answer, type Ledger } from "./ledger.ts";
import { network } from "./limits.ts";
import type { MessageLimits } from "./message-limits.ts";
import { isSending, receiversOf } from "./sending.ts";

export type ReplayServices = WriteServices & { sends: SendGather; messageLimits: MessageLimits; log: Logger };

/** Whose commands they are and where they come from. */
export type Sender = { me: OwnUser; sessionHash: string; clientId: string; caller: Caller };

/** Commands that share a transaction at most: their locks are held until the last of them is done. */
const SHARED = 100;
const ACCIDENT_RETRY_MS = 2000;

/** `internal` for an accident of its own, `too-many` for a limit; those that only stand behind it have no code. */
type Retry = { status: "retry"; retryAfterMs: number; code?: "internal" | "too-many" };
type Settled = Answer | Retry;

type Entry = {
  sent: SentCommand;
  /** Lower-case command id. */
  id: string;
  /** Absent when the command cannot be run at all: `problem` says why. */
  call?: Call;
  problem?: DomainError;
  lane: Lane;
  settled?: Settled;
  /** To whom it writes, where the limits of messages count it. */
  receiver?: string;
  /** A limit keeps it from being run now. */
  waitMs?: number;
};

/** Entries of one lane in the order queued. A stopped one runs nothing more. */
type Lane = { name: string; entries: Entry[]; stopped?: Retry };

/** What became of each command, in the order sent. */
export async function replay(
  services: ReplayServices,
  sender: Sender,
  sent: readonly SentCommand[],
): Promise<Outcome[]> {
  const lanes = new Map<string, Lane>();
  const byId = new Map<string, Entry>();
  for (const one of sent) {
    if (!byId.has(one.id.toLowerCase())) admit(sender, one, lanes, byId);
  }
  const entries = [...byId.values()];
  await settleAged(services.db, sender, entries);
  await applyLimits(services, sender, entries);
  await sendTogether(services, sender, lanes);
  await runRest(services, sender, [...lanes.values()]);
  return sent.map(({ id }) => outcomeOf(id, byId.get(id.toLowerCase())!.settled));
}

function admit(sender: Sender, sent: SentCommand, lanes: Map<string, Lane>, byId: Map<string, Entry>): void {
  const id = sent.id.toLowerCase();
  const admitted = callOf(sender, sent, id);
  // What cannot be run blocks nobody: it has a lane of its own.
  const name = admitted.lane ?? `refused:${id}`;
  const lane = lanes.get(name) ?? { name, entries: [] };
  lanes.set(name, lane);
  const entry: Entry = { sent, id, lane, call: admitted.call, problem: admitted.problem };
  lane.entries.push(entry);
  byId.set(id, entry);
}

type Admitted = { call?: Call; problem?: DomainError; lane?: string };

function callOf(
  { me, sessionHash, clientId, caller }: Sender,
  { name, input, base }: SentCommand,
  id: string,
): Admitted {
  const spec = Object.hasOwn(commands, name) ? commands[name as CommandName] : undefined;
  if (!spec?.offline) return { problem: new DomainError("unknown-command") };
  const offline = spec as unknown as OfflineCommand;
  try {
    const parsed = parseInput(offline.input, input) as { id?: unknown };
    if (offline.status === 201 && typeof parsed.id === "string" && parsed.id.toLowerCase() !== id)
      throw new DomainError("invalid", { fields: { id: "The record's id is the command's id" } });
    const call: Call = { name: name as CommandName, input: parsed, id, clientId, me, sessionHash, caller, base };
    return { call, lane: offline.lane(parsed, id) };
  } catch (error) {
    if (error instanceof DomainError) return { problem: error };
    throw error;
  }
}

/** A command so old that the ledger may have forgotten it is not run: its record shows whether it was. */
async function settleAged(db: Knex, { me }: Sender, entries: readonly Entry[]): Promise<void> {
  const aged = entries.filter(({ id }) => isLongAgo(timeOfId(id)));
  for (const entry of aged) {
    const known = await storedOutcome(db, ledgerOf(entry, me.id));
    if (known) entry.settled = known;
    else if (await ownRecordExists(db, entry.sent.name, me.id, entry.id))
      entry.settled = { status: "applied", result: undefined };
    else entry.settled = { status: "refused", refusal: new DomainError("too-old") };
  }
}

function ledgerOf({ sent, id, call, lane }: Entry, userId: string): Ledger {
  return {
    userId,
    ids: [id],
    clientId: call?.clientId ?? null,
    command: sent.name as CommandName,
    lane: call ? lane.name : null,
  };
}

type SendInput = { receiverId: string; content: string; aircraftId: string | null };
type Sent = Entry & { receiver: string };

const isSend = (entry: Entry): entry is Entry & { call: Call } =>
  entry.call?.name === "messages.send" && !entry.settled;
const receiverOf = ({ receiver }: Sent) => receiver;

/** Those that write a message of their own, a booking's among them, with the receiver found. */
async function sendingEntries(db: Knex, entries: readonly Entry[]): Promise<Sent[]> {
  const calls = entries.flatMap((entry) => (entry.call && !entry.settled && isSending(entry.call) ? [entry] : []));
  const receivers = await receiversOf(
    db,
    calls.map(({ call }) => call!),
  );
  calls.forEach((entry, index) => (entry.receiver = receivers[index] ?? undefined));
  return calls.filter((entry): entry is Sent => entry.receiver !== undefined);
}

/** Messages over the limit wait; those that went out before do not count again. */
async function applyLimits(
  { db, messageLimits }: ReplayServices,
  { me, caller }: Sender,
  entries: readonly Entry[],
): Promise<void> {
  const sends = await sendingEntries(db, entries);
  if (sends.length === 0) return;
  const waits = await messageLimits.check(me.id, network(caller.address), sends.map(receiverOf));
  if (waits.every((wait) => wait === null)) return;
  const known: { commandId: string }[] = await db("outcomes")
    .select("commandId")
    .where({ userId: me.id })
    .whereIn(
      "commandId",
      sends.map(({ id }) => id),
    );
  const answered = new Set(known.map(({ commandId }) => commandId));
  const fresh = sends.filter(({ id }) => !answered.has(id));
  const again = await messageLimits.check(me.id, network(caller.address), fresh.map(receiverOf));
  fresh.forEach((entry, index) => {
    const wait = again[index];
    if (wait !== null && wait !== undefined) entry.waitMs = wait;
  });
}

/** The messages that stand first in their lanes, in one statement with whatever others send at the moment. */
async function sendTogether(services: ReplayServices, sender: Sender, lanes: ReadonlyMap<string, Lane>): Promise<void> {
  const first = [...lanes.values()].flatMap(({ entries }) => {
    const end = entries.findIndex((entry) => !isSend(entry) || entry.waitMs !== undefined);
    return end < 0 ? entries : entries.slice(0, end);
  });
  if (first.length === 0) return;
  const items = first.map((entry) => sendItem(entry, sender));
  const letter = { userId: sender.me.id, sessionHash: sender.sessionHash, heard: null, items };
  const posted = await services.sends.send(letter).catch((error: unknown) => {
    services.log.debug({ err: error }, "a run of messages is taken one by one");
    return null;
  });
  const done = first.filter(({ id }) => posted?.sent.has(id));
  for (const entry of done) {
    entry.settled = { status: "applied", result: undefined };
    services.settled("messages.send", { ...entry.settled, effects: noEffects() });
  }
  noteSent(services, sender, done);
}

function sendItem(entry: Entry, { me, clientId }: Sender): SendItem {
  const { receiverId, content, aircraftId } = entry.call?.input as SendInput;
  return { userId: me.id, commandId: entry.id, clientId, receiverId: receiverId.toLowerCase(), content, aircraftId };
}

function noteSent({ messageLimits }: ReplayServices, { me, caller }: Sender, done: readonly Entry[]): void {
  const receivers = done.flatMap(({ receiver }) => receiver ?? []);
  if (receivers.length > 0) messageLimits.sent(me.id, network(caller.address), receivers);
}

/** Everything else: together while all goes well, one by one otherwise. Locks are taken in the order of the lanes' names. */
async function runRest(services: ReplayServices, sender: Sender, lanes: Lane[]): Promise<void> {
  lanes.sort((a, b) => (a.name < b.name ? -1 : 1));
  const rest = lanes.flatMap(({ entries }) => entries.filter(({ settled }) => !settled));
  for (let at = 0; at < rest.length; at += SHARED) {
    const some = runnable(rest.slice(at, at + SHARED));
    if (some.length > 1 && (await runShared(services, sender, some))) continue;
    for (const entry of some) if (!entry.lane.stopped) await runAlone(services, sender, entry);
  }
  for (const entry of rest) entry.settled ??= behind(entry.lane);
}

/** Those that no limit holds back, nor one before them in their lane. */
function runnable(entries: readonly Entry[]): Entry[] {
  return entries.filter((entry) => {
    const { lane, waitMs } = entry;
    if (waitMs !== undefined && !lane.stopped) entry.settled = stop(lane, "too-many", waitMs);
    return !lane.stopped;
  });
}

/** Nothing more of the lane is run; the answer is that of the command that stopped it. */
function stop(lane: Lane, code: "internal" | "too-many", retryAfterMs: number): Retry {
  lane.stopped = { status: "retry", retryAfterMs: Math.ceil(retryAfterMs) };
  return { ...lane.stopped, code };
}

function behind({ stopped }: Lane): Retry {
  return stopped ?? { status: "retry", retryAfterMs: ACCIDENT_RETRY_MS };
}

/** One commit for all. False when any of them had an accident: then nothing of it stands. */
async function runShared(services: ReplayServices, sender: Sender, entries: readonly Entry[]): Promise<boolean> {
  try {
    const announcements: (() => void)[] = [];
    const settled = await services.db.transaction(async (tx) => {
      const answers: Answer[] = [];
      for (const entry of entries) answers.push(await runIn(tx, services, sender, entry, announcements));
      return answers;
    });
    entries.forEach((entry, index) => (entry.settled = settled[index]));
    finish(services, sender, entries, announcements);
    return true;
  } catch (error) {
    services.log.debug({ err: error }, "commands that shared a transaction are run one by one");
    return false;
  }
}

async function runAlone(services: ReplayServices, sender: Sender, entry: Entry): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const announcements: (() => void)[] = [];
      entry.settled = await services.db.transaction((tx) => runIn(tx, services, sender, entry, announcements));
      return finish(services, sender, [entry], announcements);
    } catch (error) {
      if (isLostToAnother(error) && attempt < TRIES) continue;
      // Nothing more can be run, and what was is in the ledger: the whole exchange is tried again.
      if (isDatabaseAway(error)) throw error;
      if (error instanceof DomainError) entry.settled = stop(entry.lane, "too-many", (error.retryAfter ?? 1) * 1000);
      else {
        services.log.error({ err: error, command: entry.sent.name }, "a command had an accident");
        entry.settled = stop(entry.lane, "internal", ACCIDENT_RETRY_MS);
      }
      return;
    }
  }
}

async function runIn(
  tx: Knex.Transaction,
  services: ReplayServices,
  { me }: Sender,
  entry: Entry,
  announcements: (() => void)[],
): Promise<Answer> {
  const { call, problem } = entry;
  if (!call) {
    const ledger = ledgerOf(entry, me.id);
    const known = await claim(tx, ledger);
    if (known) return known;
    const answer: Answer = { status: "refused", refusal: problem ?? new DomainError("unknown-command") };
    await settle(tx, ledger, answer);
    return answer;
  }
  const outcome = await apply(tx, await prepare({ db: tx, uploads: services.uploads }, call));
  announcements.push(() => announce(services, call.name, outcome));
  return outcome;
}

function finish(
  services: ReplayServices,
  sender: Sender,
  done: readonly Entry[],
  announcements: readonly (() => void)[],
): void {
  for (const one of announcements) one();
  noteSent(
    services,
    sender,
    done.filter(({ settled }) => settled?.status === "applied"),
  );
}

function outcomeOf(id: string, settled: Settled | undefined): Outcome {
  if (!settled) return { id, status: "retry", code: "internal", retryAfterMs: ACCIDENT_RETRY_MS };
  if (settled.status === "applied") return { id, status: "applied" };
  if (settled.status === "retry") return { id, ...settled };
  const { code, message, fields } = settled.refusal;
  return { id, status: "refused", code, message, ...(fields && { fields }) };
}
