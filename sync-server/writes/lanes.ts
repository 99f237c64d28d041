// Runs the commands of lanes: messages that nothing forbids in one statement, all others by their handlers.
import { setImmediate } from "node:timers/promises";
import type { Knex } from "knex";
import { DomainError } from "../../shared/kit/errors.ts";
import { isUnreachable, isLockTimeout } from "../db/database-errors.ts";
import { retryConflicts } from "../db/locks.ts";
import type { Call, RequestContext } from "./call.ts";
import { announce, apply, applyAlone, isTemporary, prepare } from "./execute.ts";
import { storeRefusal, type Answer, type LedgerEntry } from "./ledger.ts";
import { sendMessages, type BatchServices } from "./message-batches.ts";

/** Most commands per transaction, since their locks and connection are held until the last one ends. */
const SHARED = 25;

/** Most lock timeouts per exchange; afterwards the remaining commands get a retry. */
const MOST_LOCK_TIMEOUTS = 2;

export const INTERNAL_RETRY_MS = 2000;
/** Retry delay after a lock timeout or a full connection queue. */
export const BUSY_RETRY_MS = 1000;
/** Retry delay of a device that does not know its verification state; others retry when the user's row changes. */
const UNVERIFIED_RETRY_MS = 60_000;

/**
 * `internal` for an internal error, `too-many` for a limit, `busy` for a lock, `email-unverified` until the sender
 * verifies.
 * Dependent commands have no code.
 */
type RetryCode = "internal" | "too-many" | "busy" | "email-unverified";
type Retry = { status: "retry"; retryAfterMs: number; code?: RetryCode };
export type Settled = Answer | Retry;

export type QueuedCommand = {
  /** Command id in lower case. */
  id: string;
  ledger: LedgerEntry;
  lane: Lane;
  /** Absent when the command cannot run at all: `problem` holds the reason. */
  call?: Call;
  problem?: DomainError;
  settled?: Settled;
  /** Delay imposed by a limit. */
  waitMs?: number;
};

/** Commands of one lane in queue order. A stopped lane runs nothing more. */
export type Lane = { name: string; queued: QueuedCommand[]; stopped?: Retry };

const openIn = ({ queued }: Lane): QueuedCommand[] => queued.filter(({ settled }) => !settled);

/**
 * Runs all commands that have no outcome yet; each gets one. A message that needs its handler runs alone, and the rest of its
 * lane is tried together again. Each time twice as many run alone, so that statements stay few.
 */
export async function runLanes(services: BatchServices, context: RequestContext, lanes: Lane[]): Promise<void> {
  lanes.sort((a, b) => (a.name < b.name ? -1 : 1));
  const locks = { timeouts: 0 };
  for (let alone = 1; lanes.some((lane) => openIn(lane).length > 0); alone *= 2) {
    const isTried = await sendTogether(services, context, lanes);
    const most = isTried ? alone : Infinity;
    const next = lanes.flatMap((lane) => nextOf(services, lane, most));
    await runByHandlers(services, context, next, locks);
    for (const lane of lanes) if (lane.stopped) for (const queued of openIn(lane)) queued.settled = lane.stopped;
  }
}

/** Settles the messages that one statement stored. False if it failed: then each message needs its handler. */
async function sendTogether(
  services: BatchServices,
  context: RequestContext,
  lanes: readonly Lane[],
): Promise<boolean> {
  const stored = await sendMessages(services, context, lanes.map(firstCalls));
  for (const queued of lanes.flatMap(openIn))
    if (stored?.has(queued.id)) queued.settled = { status: "applied", result: undefined };
  return stored !== null;
}

/** Returns the open commands of a lane before the first one that must wait or cannot run. */
function firstCalls(lane: Lane): Call[] {
  const open = lane.stopped ? [] : openIn(lane);
  const end = open.findIndex(({ call, waitMs }) => !call || waitMs !== undefined);
  return open.slice(0, end < 0 ? open.length : end).flatMap(({ call }) => call ?? []);
}

/** Returns the next open commands of a lane, with at most `most` messages. */
function nextOf({ sends }: BatchServices, lane: Lane, most: number): QueuedCommand[] {
  const open = openIn(lane);
  let messages = 0;
  const end = open.findIndex(({ call }) => call?.name === sends.command && ++messages > most);
  return open.slice(0, end < 0 ? open.length : end);
}

/** Runs commands in shared transactions, one by one after a failure. Takes locks in the order of lane names. */
async function runByHandlers(
  services: BatchServices,
  context: RequestContext,
  commands: readonly QueuedCommand[],
  locks: { timeouts: number },
): Promise<void> {
  for (let at = 0; at < commands.length; at += SHARED) {
    // Yields the event loop and the connection between two transactions.
    if (at > 0) await setImmediate();
    const some = runnable(commands.slice(at, at + SHARED));
    if (some.length > 1 && (await runShared(services, context, some))) continue;
    for (const queued of some) {
      if (locks.timeouts >= MOST_LOCK_TIMEOUTS) queued.settled = stop(queued.lane, "busy", BUSY_RETRY_MS);
      else if (!queued.lane.stopped && (await runAlone(services, context, queued)) === "lock-timeout") locks.timeouts++;
    }
  }
  for (const queued of commands)
    queued.settled ??= queued.lane.stopped ?? { status: "retry", retryAfterMs: INTERNAL_RETRY_MS };
}

/** Returns commands that no limit delays, directly or through an earlier command of their lane. */
function runnable(some: readonly QueuedCommand[]): QueuedCommand[] {
  return some.filter((queued) => {
    const { lane, waitMs } = queued;
    if (waitMs !== undefined && !lane.stopped) queued.settled = stop(lane, "too-many", waitMs);
    return !lane.stopped;
  });
}

/** Runs all commands with one commit. False after an internal error in any of them: then everything is rolled back. */
async function runShared(
  services: BatchServices,
  { requestId, me }: RequestContext,
  some: readonly QueuedCommand[],
): Promise<boolean> {
  try {
    const announcements: (() => void)[] = [];
    const answers = await inTransaction(services, me.id, async (tx) => {
      const answers: Answer[] = [];
      for (const queued of some) answers.push(await runIn(tx, services, queued, announcements));
      return answers;
    });
    some.forEach((queued, index) => (queued.settled = answers[index]));
    for (const announcement of announcements) announcement();
    return true;
  } catch (error) {
    services.log.debug({ requestId, err: error }, "commands that shared a transaction are run one by one");
    return false;
  }
}

async function runAlone(
  services: BatchServices,
  { requestId, me }: RequestContext,
  queued: QueuedCommand,
): Promise<"lock-timeout" | undefined> {
  const { lane, ledger, call, problem } = queued;
  try {
    if (call) {
      const outcome = await applyAlone(services, await prepare(services, call));
      queued.settled = outcome;
      announce(services, call, outcome);
    } else {
      queued.settled = await retryConflicts(() =>
        inTransaction(services, me.id, (tx) => storeRefusal(tx, ledger, problem ?? unknown())),
      );
    }
    return undefined;
  } catch (error) {
    // Nothing more can run, and the ledger knows the finished commands: the client retries the whole exchange.
    if (isUnreachable(error)) throw error;
    if (isTemporary(error)) queued.settled = stop(lane, "busy", BUSY_RETRY_MS);
    else if (error instanceof DomainError && error.code === "email-unverified")
      queued.settled = stop(lane, "email-unverified", UNVERIFIED_RETRY_MS);
    else if (error instanceof DomainError) queued.settled = stop(lane, "too-many", (error.retryAfter ?? 1) * 1000);
    else {
      services.log.error(
        { requestId, err: error, command: ledger.command, commandId: queued.id },
        "a command failed with an internal error",
      );
      queued.settled = stop(lane, "internal", INTERNAL_RETRY_MS);
    }
    return isLockTimeout(error) ? "lock-timeout" : undefined;
  }
}

function inTransaction<Result>(
  { db, admission }: BatchServices,
  userId: string,
  work: (tx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  return admission.run(userId, () => db.transaction(work));
}

async function runIn(
  tx: Knex.Transaction,
  services: BatchServices,
  { call, ledger, problem }: QueuedCommand,
  announcements: (() => void)[],
): Promise<Answer> {
  if (!call) return storeRefusal(tx, ledger, problem ?? unknown());
  const outcome = await apply(services, tx, await prepare({ ...services, db: tx }, call));
  announcements.push(() => announce(services, call, outcome));
  return outcome;
}

const unknown = () => new DomainError("unknown-command");

/** Stops the lane; the returned outcome belongs to the command that stopped it. */
export function stop(lane: Lane, code: RetryCode, retryAfterMs: number): Retry {
  lane.stopped = { status: "retry", retryAfterMs: Math.ceil(retryAfterMs) };
  return { ...lane.stopped, code };
}
