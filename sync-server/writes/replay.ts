// Replays a device's queue: each command succeeds or fails alone, in order inside its lane, and at most once.
import type { Knex } from "knex";
import { commands, type CommandName } from "../../shared/commands.ts";
import type { OfflineCommand } from "../../shared/kit/command.ts";
import { DomainError } from "../../shared/kit/errors.ts";
import { timeOfId } from "../../shared/kit/ids.ts";
import type { Outcome, SentCommand } from "../../shared/sync.ts";
import type { Call, RequestContext } from "./call.ts";
import { parseInput } from "./execute.ts";
import type { Ending } from "./in-flight.ts";
import {
  BUSY_RETRY_MS,
  INTERNAL_RETRY_MS,
  runLanes,
  stop,
  type Lane,
  type QueuedCommand,
  type Settled,
} from "./lanes.ts";
import { agedAnswer, isLongAgo, storedAnswers, type LedgerEntry } from "./ledger.ts";
import type { BatchServices } from "./message-batches.ts";
import { reserve } from "./queue-limits.ts";

export type ReplayServices = BatchServices;

/** With at most so many commands, repeats are found when they run, and count as new for the limits. */
const FEW = 20;

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
    if (queue.length > FEW) await settleKnown(db, context.me.id, queue);
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
      // An unknown name may hold what PostgreSQL cannot store.
      command: command.name.replaceAll("\u0000", "") as CommandName,
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

/** A device repeats a whole request whose answer was lost: one query finds all answers. */
async function settleKnown(db: Knex, userId: string, queue: readonly QueuedCommand[]): Promise<void> {
  const open = queue.filter(({ settled, lane }) => !settled && !lane.stopped);
  const known = await storedAnswers(
    db,
    userId,
    open.map(({ ledger }) => ledger),
  );
  for (const queued of open) queued.settled = known.get(queued.id);
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
    await runLanes(services, context, [...new Set(queue.map(({ lane }) => lane))]);
  } finally {
    await release(new Map(queue.map(({ id, settled }) => [id, settled?.status])));
  }
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
