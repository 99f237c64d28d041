// Runs what a phone kept while it was away: each command stands or falls alone, in order inside its lane, and at most once.
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

/** Commands that share a transaction at most: their locks and their connection are held until the last of them is done. */
const SHARED = 25;

/** Lock timeouts an exchange may wait for: the rest of its commands is tried later. */
const MOST_LOCK_TIMEOUTS = 2;

/** What became of each command, in the order sent. */
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

/** A limit, or an accident, is each request's own. */
function endingOf(settled: Settled | undefined): Ending {
  if (settled?.status !== "retry") return settled ?? null;
  return settled.code === "busy" ? { status: "retry" } : null;
}

/** Takes the answers of commands that another request is running. They began before this one, so nobody waits in a circle. */
async function settleTwins(entries: readonly Entry[], twins: readonly (Promise<Ending> | undefined)[]): Promise<void> {
  const endings = await Promise.all(twins.map((twin) => twin ?? Promise.resolve(null)));
  entries.forEach((entry, index) => {
    const ending = endings[index];
    if (ending?.status === "retry") entry.settled = stop(entry.lane, "busy", BUSY_RETRY_MS);
    else if (ending) entry.settled = ending;
  });
}

/** A command so old that the ledger may have forgotten it is not run: its record shows whether it was. */
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

/** Everything else: together while all goes well, one by one otherwise. Locks are taken in the order of the lanes' names. */
async function runRest(services: ReplayServices, sender: Sender, lanes: Lane[]): Promise<void> {
  lanes.sort((a, b) => (a.name < b.name ? -1 : 1));
  const rest = lanes.flatMap(({ entries }) => entries.filter(({ settled }) => !settled));
  let locks = 0;
  for (let at = 0; at < rest.length; at += SHARED) {
    // Others get the event loop, and the connection, between two slices.
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

/** Those that no limit holds back, nor one before them in their lane. */
function runnable(entries: readonly Entry[]): Entry[] {
  return entries.filter((entry) => {
    const { lane, waitMs } = entry;
    if (waitMs !== undefined && !lane.stopped) entry.settled = stop(lane, "too-many", waitMs);
    return !lane.stopped;
  });
}

/** One commit for all. False when any of them had an accident: then nothing of it stands. */
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
    // Nothing more can be run, and what was is in the ledger: the whole exchange is tried again.
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
