// Replays a device queue: each command succeeds or fails alone, in order inside its lane, and at most once.
import { setImmediate } from "node:timers/promises";
import type { Knex } from "knex";
import type { CommandName } from "../../shared/commands.ts";
import { DomainError } from "../../shared/kit/errors.ts";
import { timeOfId } from "../../shared/kit/ids.ts";
import type { Outcome, SentCommand } from "../../shared/sync.ts";
import { isDatabaseAway, isLockTimeout } from "../db/away.ts";
import { retryLost } from "../db/locks.ts";
import { isLongAgo } from "./age.ts";
import { createdRecord } from "./created-record.ts";
import { announce, apply, isTemporary, prepare } from "./execute.ts";
import type { Ending, Running } from "./in-flight.ts";
import { claim, settle, storedOutcome, type Answer } from "./ledger.ts";
import {
  ACCIDENT_RETRY_MS,
  behind,
  BUSY_RETRY_MS,
  ledgerOf,
  outcomeOf,
  queueOf,
  stop,
  UNVERIFIED_RETRY_MS,
  type Entry,
  type Lane,
  type Settled,
  type ReplayServices,
  type Sender,
} from "./queued.ts";
import { holdBackCommands } from "./queued-limits.ts";
import { applyLimits, sendTogether } from "./queued-sends.ts";

/** Most commands per transaction, since their locks and connection are held until the last one ends. */
const SHARED = 25;

/** Most lock timeouts per exchange; afterwards the remaining commands get a retry. */
const MOST_LOCK_TIMEOUTS = 2;

/** Returns the outcome of each command, in sending order. */
export async function replay(
  services: ReplayServices,
  sender: Sender,
  sent: readonly SentCommand[],
): Promise<Outcome[]> {
  const byId = queueOf(sender, sent);
  const entries = [...byId.values()];
  const lanes = [...new Set(entries.map(({ lane }) => lane))];
  const twins = entries.map((entry) => services.inFlight.find(runningOf(entry, sender)));
  const ends = entries.map((entry) => services.inFlight.begin(runningOf(entry, sender)));
  try {
    await settleTwins(entries, twins);
    await settleAged(services.db, sender, entries);
    const giveBack = await holdBackCommands(services, sender, entries);
    try {
      const settleRoom = await applyLimits(services, sender, entries);
      try {
        await sendTogether(services, sender, lanes);
        await runRest(services, sender, lanes);
      } finally {
        await settleRoom();
      }
    } finally {
      await giveBack();
    }
  } finally {
    entries.forEach(({ settled }, index) => ends[index]!(endingOf(settled)));
  }
  return sent.map(({ id }) => outcomeOf(id, byId.get(id.toLowerCase())!.settled));
}

function runningOf({ id, sent }: Entry, { me }: Sender): Running {
  return { command: sent.name as CommandName, userId: me.id, ids: [id] };
}

/** Limits and internal errors apply to one request, so duplicates do not share them. */
function endingOf(settled: Settled | undefined): Ending {
  if (settled?.status !== "retry") return settled ?? null;
  return settled.code === "busy" ? { status: "retry" } : null;
}

/** Takes the answers of commands that another request is running. They started earlier, so no deadlock is possible. */
async function settleTwins(entries: readonly Entry[], twins: readonly (Promise<Ending> | undefined)[]): Promise<void> {
  const endings = await Promise.all(twins.map((twin) => twin ?? Promise.resolve(null)));
  entries.forEach((entry, index) => {
    const ending = endings[index];
    if (ending?.status === "retry") entry.settled = stop(entry.lane, "busy", BUSY_RETRY_MS);
    else if (ending) entry.settled = ending;
  });
}

/** Does not run a command the ledger may have forgotten: its record shows whether it ran. */
async function settleAged(db: Knex, { me }: Sender, entries: readonly Entry[]): Promise<void> {
  const aged = entries.filter(({ id, settled }) => !settled && isLongAgo(timeOfId(id)));
  for (const entry of aged) {
    const known = await storedOutcome(db, ledgerOf(entry, me.id));
    if (known) entry.settled = known;
    else if (await createdRecord(db, entry.sent.name, me.id, [entry.id]))
      entry.settled = { status: "applied", result: undefined };
    else entry.settled = { status: "refused", refusal: new DomainError("too-old") };
  }
}

/**
 * Runs all other commands: in shared transactions, one by one after a failure. Takes locks in the order of lane names.
 */
async function runRest(services: ReplayServices, sender: Sender, lanes: Lane[]): Promise<void> {
  lanes.sort((a, b) => (a.name < b.name ? -1 : 1));
  const rest = lanes.flatMap(({ entries }) => entries.filter(({ settled }) => !settled));
  let locks = 0;
  for (let at = 0; at < rest.length; at += SHARED) {
    // Yields the event loop and the connection between two batches.
    if (at > 0) await setImmediate();
    const some = runnable(rest.slice(at, at + SHARED));
    if (some.length > 1 && (await runShared(services, sender, some))) continue;
    for (const entry of some) {
      if (locks >= MOST_LOCK_TIMEOUTS) entry.settled = stop(entry.lane, "busy", BUSY_RETRY_MS);
      else if (!entry.lane.stopped && (await runAlone(services, sender, entry)) === "lock-timeout") locks++;
    }
  }
  for (const entry of rest) entry.settled ??= behind(entry.lane);
}

/** Returns entries that no limit delays, directly or through an earlier entry of their lane. */
function runnable(entries: readonly Entry[]): Entry[] {
  return entries.filter((entry) => {
    const { lane, waitMs } = entry;
    if (waitMs !== undefined && !lane.stopped) entry.settled = stop(lane, "too-many", waitMs);
    return !lane.stopped;
  });
}

/** Runs all entries with one commit. False after an internal error in any of them: then everything is rolled back. */
async function runShared(services: ReplayServices, sender: Sender, entries: readonly Entry[]): Promise<boolean> {
  try {
    const announcements: (() => void)[] = [];
    const settled = await inTransaction(services, sender, async (tx) => {
      const answers: Answer[] = [];
      for (const entry of entries) answers.push(await runIn(tx, services, sender, entry, announcements));
      return answers;
    });
    entries.forEach((entry, index) => (entry.settled = settled[index]));
    for (const one of announcements) one();
    return true;
  } catch (error) {
    services.log.debug({ err: error }, "commands that shared a transaction are run one by one");
    return false;
  }
}

function inTransaction<Result>(
  { db, admission }: ReplayServices,
  { me }: Sender,
  work: (tx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  return admission.run(me.id, () => db.transaction(work));
}

async function runAlone(services: ReplayServices, sender: Sender, entry: Entry): Promise<"lock-timeout" | undefined> {
  try {
    let announcements: (() => void)[] = [];
    entry.settled = await retryLost(() => {
      announcements = [];
      return inTransaction(services, sender, (tx) => runIn(tx, services, sender, entry, announcements));
    });
    for (const one of announcements) one();
    return undefined;
  } catch (error) {
    // Nothing more can run, and the ledger knows the finished commands: the client retries the whole exchange.
    if (isDatabaseAway(error)) throw error;
    if (isTemporary(error)) entry.settled = stop(entry.lane, "busy", BUSY_RETRY_MS);
    else if (error instanceof DomainError && error.code === "email-unverified")
      entry.settled = stop(entry.lane, "email-unverified", UNVERIFIED_RETRY_MS);
    else if (error instanceof DomainError) entry.settled = stop(entry.lane, "too-many", (error.retryAfter ?? 1) * 1000);
    else {
      services.log.error({ err: error, command: entry.sent.name }, "a command had an accident");
      entry.settled = stop(entry.lane, "internal", ACCIDENT_RETRY_MS);
    }
    return isLockTimeout(error) ? "lock-timeout" : undefined;
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
  const outcome = await apply(services, tx, await prepare({ ...services, db: tx }, call));
  announcements.push(() => announce(services, call.name, outcome));
  return outcome;
}
