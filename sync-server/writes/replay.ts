// Replays a device's queue: each command succeeds or fails alone, in order inside its lane, and at most once.
import { setImmediate } from "node:timers/promises";
import type { Knex } from "knex";
import { commands, type CommandName } from "../../shared/commands.ts";
import type { OfflineCommand } from "../../shared/kit/command.ts";
import { DomainError } from "../../shared/kit/errors.ts";
import { timeOfId } from "../../shared/kit/ids.ts";
import type { Outcome, SentCommand } from "../../shared/sync.ts";
import { isUnreachable, isLockTimeout } from "../db/database-errors.ts";
import { retryConflicts } from "../db/locks.ts";
import type { Call, RequestContext } from "./call.ts";
import { announce, apply, isTemporary, parseInput, prepare } from "./execute.ts";
import type { Ending } from "./in-flight.ts";
import { agedAnswer, isLongAgo, storeRefusal, type Answer, type LedgerEntry } from "./ledger.ts";
import { sendMessages, type BatchServices } from "./message-batches.ts";
import { reserve } from "./queue-limits.ts";

export type ReplayServices = BatchServices;

/** Most commands per transaction, since their locks and connection are held until the last one ends. */
const SHARED = 25;

/** Most lock timeouts per exchange; afterwards the remaining commands get a retry. */
const MOST_LOCK_TIMEOUTS = 2;

const INTERNAL_RETRY_MS = 2000;
/** Retry delay after a lock timeout or a full connection queue. */
const BUSY_RETRY_MS = 1000;
/** Retry delay of a device that does not know its verification state; others retry when the user's row changes. */
const UNVERIFIED_RETRY_MS = 60_000;

/**
 * `internal` for an internal error, `too-many` for a limit, `busy` for a lock, `email-unverified` until the sender
 * verifies.
 * Dependent commands have no code.
 */
type RetryCode = "internal" | "too-many" | "busy" | "email-unverified";
type Retry = { status: "retry"; retryAfterMs: number; code?: RetryCode };
type Settled = Answer | Retry;

type QueuedCommand = {
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
type Lane = { name: string; queued: QueuedCommand[]; stopped?: Retry };

/** Returns the outcome of each command, in sending order. */
export async function replay(
  services: ReplayServices,
  context: RequestContext,
  sent: readonly SentCommand[],
): Promise<Outcome[]> {
  if (sent.length === 0) return [];
  const { db, inFlight } = services;
  const byId = queueOf(context, sent);
  const queue = [...byId.values()];
  const duplicates = queue.map(({ ledger }) => inFlight.find(ledger));
  const ends = queue.map(({ ledger }) => inFlight.begin(ledger));
  try {
    await settleDuplicates(queue, duplicates);
    await settleAged(db, queue);
    await runWithinLimits(services, context, queue);
  } finally {
    queue.forEach(({ settled }, index) => ends[index]!(endingOf(settled)));
  }
  return sent.map(({ id }) => outcomeOf(id, byId.get(id.toLowerCase())!));
}

/** Puts each command in its lane, once and in sending order. Returns the commands by id. */
function queueOf(context: RequestContext, sent: readonly SentCommand[]): Map<string, QueuedCommand> {
  const lanes = new Map<string, Lane>();
  const byId = new Map<string, QueuedCommand>();
  for (const command of sent) {
    const id = command.id.toLowerCase();
    if (byId.has(id)) continue;
    const { call, problem, laneName } = callOf(context, command, id);
    // A command that cannot run has a separate lane, so that it blocks no other.
    const name = laneName ?? `refused:${id}`;
    const lane = lanes.get(name) ?? { name, queued: [] };
    lanes.set(name, lane);
    const ledger: LedgerEntry = {
      userId: context.me.id,
      ids: [id],
      clientId: call ? context.clientId : null,
      command: command.name as CommandName,
      lane: laneName ?? null,
    };
    const queued: QueuedCommand = { id, ledger, lane, call, problem };
    lane.queued.push(queued);
    byId.set(id, queued);
  }
  return byId;
}

function callOf(
  context: RequestContext,
  { name, input, base }: SentCommand,
  id: string,
): { call?: Call; problem?: DomainError; laneName?: string } {
  const spec = Object.hasOwn(commands, name) ? commands[name as CommandName] : undefined;
  if (!spec?.offline) return { problem: new DomainError("unknown-command") };
  const offline = spec as unknown as OfflineCommand;
  try {
    const parsed = parseInput(offline.input, input) as { id?: unknown };
    if (offline.status === 201 && typeof parsed.id === "string" && parsed.id.toLowerCase() !== id)
      throw new DomainError("invalid", { fields: { id: "The record's id is the command's id" } });
    const call: Call = { ...context, name: name as CommandName, input: parsed, id, base };
    return { call, laneName: offline.lane(parsed, id) };
  } catch (error) {
    if (error instanceof DomainError) return { problem: error };
    throw error;
  }
}

/** Takes the answers of commands that another request is running. They started earlier, so no deadlock is possible. */
async function settleDuplicates(
  queue: readonly QueuedCommand[],
  duplicates: readonly (Promise<Ending> | undefined)[],
): Promise<void> {
  const endings = await Promise.all(duplicates.map((duplicate) => duplicate ?? Promise.resolve(null)));
  queue.forEach((queued, index) => {
    const ending = endings[index];
    if (ending?.status === "retry") queued.settled = stop(queued.lane, "busy", BUSY_RETRY_MS);
    else if (ending) queued.settled = ending;
  });
}

/** Limits and internal errors apply to one request, so duplicates do not share them. */
function endingOf(settled: Settled | undefined): Ending {
  if (settled?.status !== "retry") return settled ?? null;
  return settled.code === "busy" ? { status: "retry" } : null;
}

/** Does not run commands that the ledger may have forgotten. */
async function settleAged(db: Knex, queue: readonly QueuedCommand[]): Promise<void> {
  for (const queued of queue)
    if (!queued.settled && isLongAgo(timeOfId(queued.id))) queued.settled = await agedAnswer(db, queued.ledger);
}

async function runWithinLimits(
  services: ReplayServices,
  context: RequestContext,
  queue: readonly QueuedCommand[],
): Promise<void> {
  const open = queue.filter(({ settled }) => !settled);
  const { waits, release } = await reserve(services, context, open);
  try {
    for (const queued of open) queued.waitMs = waits.get(queued.id);
    const lanes = [...new Set(queue.map(({ lane }) => lane))];
    const stored = await sendMessages(services, context, lanes.map(firstCalls));
    for (const queued of open) if (stored.has(queued.id)) queued.settled = { status: "applied", result: undefined };
    await runLanes(services, context.me.id, lanes);
  } finally {
    await release(new Map(queue.map(({ id, settled }) => [id, settled?.status])));
  }
}

/** Returns the commands of a lane before the first one that has an outcome, must wait or cannot run. */
function firstCalls({ stopped, queued }: Lane): Call[] {
  const end = stopped ? 0 : queued.findIndex(({ call, settled, waitMs }) => !call || settled || waitMs !== undefined);
  return queued.slice(0, end < 0 ? queued.length : end).flatMap(({ call }) => call ?? []);
}

/** Runs the other commands: in shared transactions, one by one after a failure. Takes locks in the order of lane names. */
async function runLanes(services: ReplayServices, userId: string, lanes: Lane[]): Promise<void> {
  lanes.sort((a, b) => (a.name < b.name ? -1 : 1));
  const rest = lanes.flatMap(({ queued }) => queued.filter(({ settled }) => !settled));
  let locks = 0;
  for (let at = 0; at < rest.length; at += SHARED) {
    // Yields the event loop and the connection between two batches.
    if (at > 0) await setImmediate();
    const some = runnable(rest.slice(at, at + SHARED));
    if (some.length > 1 && (await runShared(services, userId, some))) continue;
    for (const queued of some) {
      if (locks >= MOST_LOCK_TIMEOUTS) queued.settled = stop(queued.lane, "busy", BUSY_RETRY_MS);
      else if (!queued.lane.stopped && (await runAlone(services, userId, queued)) === "lock-timeout") locks++;
    }
  }
  for (const queued of rest)
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
async function runShared(services: ReplayServices, userId: string, some: readonly QueuedCommand[]): Promise<boolean> {
  try {
    const announcements: (() => void)[] = [];
    const answers = await inTransaction(services, userId, async (tx) => {
      const answers: Answer[] = [];
      for (const queued of some) answers.push(await runIn(tx, services, queued, announcements));
      return answers;
    });
    some.forEach((queued, index) => (queued.settled = answers[index]));
    for (const announcement of announcements) announcement();
    return true;
  } catch (error) {
    services.log.debug({ err: error }, "commands that shared a transaction are run one by one");
    return false;
  }
}

async function runAlone(
  services: ReplayServices,
  userId: string,
  queued: QueuedCommand,
): Promise<"lock-timeout" | undefined> {
  const { lane, ledger } = queued;
  try {
    let announcements: (() => void)[] = [];
    queued.settled = await retryConflicts(() => {
      announcements = [];
      return inTransaction(services, userId, (tx) => runIn(tx, services, queued, announcements));
    });
    for (const announcement of announcements) announcement();
    return undefined;
  } catch (error) {
    // Nothing more can run, and the ledger knows the finished commands: the client retries the whole exchange.
    if (isUnreachable(error)) throw error;
    if (isTemporary(error)) queued.settled = stop(lane, "busy", BUSY_RETRY_MS);
    else if (error instanceof DomainError && error.code === "email-unverified")
      queued.settled = stop(lane, "email-unverified", UNVERIFIED_RETRY_MS);
    else if (error instanceof DomainError) queued.settled = stop(lane, "too-many", (error.retryAfter ?? 1) * 1000);
    else {
      services.log.error({ err: error, command: ledger.command }, "a command failed with an internal error");
      queued.settled = stop(lane, "internal", INTERNAL_RETRY_MS);
    }
    return isLockTimeout(error) ? "lock-timeout" : undefined;
  }
}

function inTransaction<Result>(
  { db, admission }: ReplayServices,
  userId: string,
  work: (tx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  return admission.run(userId, () => db.transaction(work));
}

async function runIn(
  tx: Knex.Transaction,
  services: ReplayServices,
  { call, ledger, problem }: QueuedCommand,
  announcements: (() => void)[],
): Promise<Answer> {
  if (!call) return storeRefusal(tx, ledger, problem ?? new DomainError("unknown-command"));
  const outcome = await apply(services, tx, await prepare({ ...services, db: tx }, call));
  announcements.push(() => announce(services, call.name, outcome));
  return outcome;
}

/** Stops the lane; the returned outcome belongs to the command that stopped it. */
function stop(lane: Lane, code: RetryCode, retryAfterMs: number): Retry {
  lane.stopped = { status: "retry", retryAfterMs: Math.ceil(retryAfterMs) };
  return { ...lane.stopped, code };
}

/** `id` is spelled as the device sent it. */
function outcomeOf(id: string, queued: QueuedCommand): Outcome {
  const { settled } = queued;
  if (!settled) return { id, status: "retry", code: "internal", retryAfterMs: INTERNAL_RETRY_MS };
  if (settled.status === "applied") return { id, status: "applied" };
  if (settled.status === "retry") return { id, ...settled };
  const { code, message, fields } = settled.refusal;
  return { id, status: "refused", code, message, ...(fields && { fields }) };
}
