// A device queue in server memory: each command in its lane, with its outcome.
import type { Logger } from "pino";
import { commands, type CommandName } from "../../shared/commands.ts";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import type { OfflineCommand } from "../../shared/kit/command.ts";
import { DomainError } from "../../shared/kit/errors.ts";
import type { Outcome, SentCommand } from "../../shared/sync.ts";
import type { SendBatcher } from "../domain/messages/send-batcher.ts";
import type { Call } from "./call.ts";
import { parseInput, type WriteServices } from "./execute.ts";
import type { Caller } from "../kit/command-handler.ts";
import type { Answer, Ledger } from "./ledger.ts";
import type { MessageLimits } from "./message-limits.ts";

export type ReplayServices = WriteServices & { sends: SendBatcher; messageLimits: MessageLimits; log: Logger };

/** The user, session and device that sent the commands. */
export type Sender = { me: OwnUser; sessionHash: string; clientId: string; caller: Caller };

export const ACCIDENT_RETRY_MS = 2000;
/** Retry delay after a lock timeout or a full connection queue. */
export const BUSY_RETRY_MS = 1000;
/** Retry delay of a device that does not know its verification state; others retry when the user's row changes. */
export const UNVERIFIED_RETRY_MS = 60_000;

/**
 * `internal` for an internal error, `too-many` for a limit, `busy` for a lock, `email-unverified` until the sender
 * verifies.
 * Dependent commands have no code.
 */
type RetryCode = "internal" | "too-many" | "busy" | "email-unverified";
type Retry = { status: "retry"; retryAfterMs: number; code?: RetryCode };
export type Settled = Answer | Retry;

export type Entry = {
  sent: SentCommand;
  /** Command id in lower case. */
  id: string;
  /** Absent when the command cannot run at all: `problem` holds the reason. */
  call?: Call;
  problem?: DomainError;
  lane: Lane;
  settled?: Settled;
  /** Receiver of its message, where message limits count it. */
  receiver?: string;
  /** Delay imposed by a limit. */
  waitMs?: number;
};

/** Entries of one lane in queue order. A stopped lane runs nothing more. */
export type Lane = { name: string; entries: Entry[]; stopped?: Retry };

/** Maps ids to commands, each once, in sending order. */
export function queueOf(sender: Sender, sent: readonly SentCommand[]): Map<string, Entry> {
  const lanes = new Map<string, Lane>();
  const byId = new Map<string, Entry>();
  for (const one of sent) {
    if (!byId.has(one.id.toLowerCase())) admit(sender, one, lanes, byId);
  }
  return byId;
}

function admit(sender: Sender, sent: SentCommand, lanes: Map<string, Lane>, byId: Map<string, Entry>): void {
  const id = sent.id.toLowerCase();
  const admitted = callOf(sender, sent, id);
  // A command that cannot run has a separate lane, so that it blocks no other.
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

export function ledgerOf({ sent, id, call, lane }: Entry, userId: string): Ledger {
  return {
    userId,
    ids: [id],
    clientId: call?.clientId ?? null,
    command: sent.name as CommandName,
    lane: call ? lane.name : null,
  };
}

/** Stops the lane; the answer belongs to the command that stopped it. */
export function stop(lane: Lane, code: RetryCode, retryAfterMs: number): Retry {
  lane.stopped = { status: "retry", retryAfterMs: Math.ceil(retryAfterMs) };
  return { ...lane.stopped, code };
}

export function behind({ stopped }: Lane): Retry {
  return stopped ?? { status: "retry", retryAfterMs: ACCIDENT_RETRY_MS };
}

export function outcomeOf(id: string, settled: Settled | undefined): Outcome {
  if (!settled) return { id, status: "retry", code: "internal", retryAfterMs: ACCIDENT_RETRY_MS };
  if (settled.status === "applied") return { id, status: "applied" };
  if (settled.status === "retry") return { id, ...settled };
  const { code, message, fields } = settled.refusal;
  return { id, status: "refused", code, message, ...(fields && { fields }) };
}
