// One flush: exchanges until nothing is left that may go now. Held by a lock, so that tabs and worker seldom do it twice;
// the server's ledger is what guarantees a single effect.
import type { ExchangeAnswer, ExchangeRequest, SentCommand } from "../../../shared/sync.ts";
import { MAX_COMMANDS, MAX_EXCHANGE_BYTES } from "../../../shared/sync-limits.ts";
import { applyAnswer, giveBack, settle, type EntriesInFlight } from "./apply.ts";
import type { LaneBackoff } from "./backoff.ts";
import { type Entry, frozen, isSending } from "./entry.ts";
import { isWaiting, parkForUpgrade, parkSignedOut } from "./parking.ts";
import type { Clock, KeyFields, Meta, Reply, SessionMark, Store, Transport } from "./ports.ts";

/** Time after which a request without an answer counts as lost, in ms. */
export const REQUEST_MS = 15_000;
/** Answers in a row that settle nothing, or that do not fit, before a flush gives way to the backoff. */
const MOST_IDLE_ROUNDS = 4;

/** Room left for the envelope and its cursor. */
const ENVELOPE_BYTES = 8 * 1024;

export type TakeLimits = {
  userId: string;
  schema: number;
  /** Fewer than the protocol's limit after the server found a request too large. */
  maxCommands?: number | undefined;
  /** Fewer than the protocol's limit where the way takes less. */
  maxBytes?: number | undefined;
  /** State of a lane after a `retry`: `probe` sends its first entry alone, `rest` sends nothing yet. */
  laneState(lane: string): "free" | "probe" | "rest";
  /** Further pages of one exchange carry the commands of its first page again, and no others. */
  only?: ReadonlySet<string> | undefined;
};

const encoder = new TextEncoder();

function asSent({ id, name, lane, input, base }: Entry): SentCommand {
  return { id, name, lane, input, ...(base ? { base } : {}) };
}

/** Of each lane an unbroken run from its first unsettled entry; a blocked or parked one holds its lane. */
export function chooseEntries(entries: readonly Entry[], limits: TakeLimits): Entry[] {
  const chosen: Entry[] = [];
  const held = new Set<string>();
  const most = Math.min(limits.maxCommands ?? MAX_COMMANDS, MAX_COMMANDS);
  const mostBytes = Math.min(limits.maxBytes ?? MAX_EXCHANGE_BYTES, MAX_EXCHANGE_BYTES);
  let bytes = ENVELOPE_BYTES;
  for (const entry of entries) {
    if (entry.state === "attention" || held.has(entry.lane)) continue;
    const laneState = limits.laneState(entry.lane);
    const isHeld = entry.state === "blocked" || entry.state === "parked" || laneState === "rest";
    if (isHeld || (limits.only && !limits.only.has(entry.id))) {
      held.add(entry.lane);
      continue;
    }
    bytes += encoder.encode(JSON.stringify(asSent(entry))).length + 1;
    if (chosen.length >= most || (bytes > mostBytes && chosen.length > 0)) break;
    chosen.push(entry);
    if (laneState === "probe") held.add(entry.lane);
  }
  return chosen;
}

/** False when nobody is signed in or the app is too old to send. */
export function maySend(meta: Meta, schema: number): boolean {
  // A store that a newer app has taken over is not this app's to fill any more.
  const isForeign = meta.schema !== 0 && meta.schema !== schema;
  return !meta.signedOut && meta.upgradeFrom === null && !isForeign;
}

export function asRequest(
  { clientId, cursor }: Meta,
  { userId, schema }: Pick<TakeLimits, "userId" | "schema">,
  carried: readonly Entry[],
): ExchangeRequest {
  return { clientId, userId, schema, cursor, commands: carried.map(asSent) };
}

/** Reads and freezes what the next request carries. Null when nobody is signed in or the app is too old to send. */
export async function take(store: Store, limits: TakeLimits): Promise<EntriesInFlight | null> {
  return await store.writeOutbox(async (tx) => {
    const [meta, entries] = await Promise.all([tx.meta(), tx.entries()]);
    if (!maySend(meta, limits.schema)) return null;
    const carried = chooseEntries(entries, limits);
    await tx.putEntries(carried.filter((entry) => !isSending(entry)).map(frozen));
    const request = asRequest(meta, limits, carried);
    return { life: meta.life, carried, request, hasWaiting: entries.some(isWaiting) };
  });
}

/** The steps of a flush that touch the store. */
export type FlushSteps = { take: typeof take; applyAnswer: typeof applyAnswer; giveBack: typeof giveBack };
export const flushSteps: FlushSteps = { take, applyAnswer, giveBack };

export type FlushPorts = {
  userId: string;
  schema: number;
  store: Store;
  transport: Transport;
  clock: Clock;
  session: SessionMark;
  keys: KeyFields;
  lanes: LaneBackoff;
  newId(): string;
  steps: FlushSteps;
  /** True once nothing may be sent or applied any more. */
  isStopped(): boolean;
  /** An exchange with all its pages begins or ends; what the live line brings in between is dropped. */
  underWay(isUnderWay: boolean): void;
  /** An answer is stored, with how far the server's clock is ahead of the device's. */
  answered(clockOffset: number): void;
  /** An exchange ended: the live line says hello. */
  exchanged(): void;
};

/**
 * `done`: nothing more may go now. `failed`: no answer or a useless one; try later. `signed-out`: the session is over,
 * the outbox parked, the rows gone. `upgrade`: the app is too old. `stopped`: this engine is closed or nobody is signed in.
 */
export type FlushEnd = {
  end: "done" | "failed" | "signed-out" | "upgrade" | "stopped";
  retryAfterMs?: number | undefined;
  /** Of `done`: whether something is left that a later flush may send; undefined where it was not read. */
  hasWaiting?: boolean | undefined;
};

/** The answer, or null when none came in time; a transport that hangs does not hold the flush. */
async function ask(ports: FlushPorts, request: ExchangeRequest): Promise<Reply | null> {
  return await new Promise<Reply | null>((resolve) => {
    const cancel = ports.clock.after(REQUEST_MS, () => resolve(null));
    const end = (reply: Reply | null) => {
      cancel();
      resolve(reply);
    };
    ports.transport.exchange(request, REQUEST_MS).then(end, () => end(null));
  });
}

/**
 * The server rejected the whole request: smaller ones follow. A single command that fails counts as an internal error.
 */
async function shrink(ports: FlushPorts, taken: EntriesInFlight): Promise<number | null> {
  const count = taken.carried.length;
  if (count === 0) return null;
  if (count > 1) return Math.ceil(count / 2);
  const alone = taken.carried.map((entry) => entry.id);
  await ports.store.writeOutbox(async (tx) => {
    const outcomes = alone.map((id) => ({ id, status: "retry" as const, code: "internal" }));
    const { changed, lanes } = settle(await tx.entries(), outcomes, alone);
    await tx.putEntries(changed);
    for (const { lane } of lanes) ports.lanes.stopped(lane, ports.clock.elapsed(), undefined);
  });
  return 1;
}

/** How far a flush has come. */
type Round = {
  /** Polls even with nothing to send. */
  mustAsk: boolean;
  /** Set between the pages of one exchange: what its first page carried. */
  only?: ReadonlySet<string> | undefined;
  maxCommands?: number | undefined;
  /** A page of this exchange let entries go on: another round sends them. */
  woken?: boolean;
  /** Consecutive rounds without progress. */
  idle: number;
};

/** Applies an answer; the end of the flush, or null to go on. */
async function applyReply(
  ports: FlushPorts,
  round: Round,
  taken: EntriesInFlight,
  answer: ExchangeAnswer,
): Promise<FlushEnd | null> {
  const { store, steps, lanes, clock } = ports;
  const applied = await steps.applyAnswer(store, taken, answer, ports.keys, clock.now());
  round.only = undefined;
  if (!applied.fits) {
    round.idle++;
    return null;
  }
  for (const verdict of applied.lanes) {
    if (verdict.stopped) lanes.stopped(verdict.lane, clock.elapsed(), verdict.retryAfterMs);
    else lanes.moved(verdict.lane);
  }
  ports.answered(applied.clockOffset);
  round.mustAsk = false;
  const sentNothing = taken.carried.length === 0;
  const moved = applied.more || sentNothing || applied.answered > 0 || applied.lanes.length > 0;
  round.idle = moved ? 0 : round.idle + 1;
  round.woken ||= applied.woken;
  if (applied.more) {
    round.only = new Set(taken.carried.map((entry) => entry.id));
    return null;
  }
  if (sentNothing && !round.woken) return { end: "done" };
  // The same transaction has seen that nothing is left, so none looks for more.
  if (applied.isEmpty) return { end: "done", hasWaiting: false };
  round.woken = false;
  return null;
}

/** No answer, or one without rows: what was carried goes back; the end of the flush, or null to go on. */
async function goWithout(
  ports: FlushPorts,
  round: Round,
  taken: EntriesInFlight,
  reply: Reply | null,
  sentWith: string | null,
): Promise<FlushEnd | null> {
  await ports.steps.giveBack(ports.store, taken);
  round.only = undefined;
  if (!reply) return { end: "failed" };
  if (reply.status === 401 || (reply.status === 403 && "code" in reply && reply.code === "wrong-user")) {
    // An answer to the session of before says nothing about this one.
    if (ports.session() !== sentWith) {
      round.idle++;
      return null;
    }
    await parkSignedOut(ports.store, sentWith, ports.newId());
    return { end: "signed-out" };
  }
  if (reply.status === 426) {
    await parkForUpgrade(ports.store, ports.schema);
    return { end: "upgrade" };
  }
  if (reply.status === 400 || reply.status === 413) {
    const fewer = await shrink(ports, taken);
    if (fewer !== null) {
      round.maxCommands = fewer;
      return null;
    }
  }
  return { end: "failed", retryAfterMs: "retryAfterMs" in reply ? reply.retryAfterMs : undefined };
}

/** One request and its answer; the end of the flush, or null to go on. */
async function exchange(ports: FlushPorts, round: Round): Promise<FlushEnd | null> {
  const { only, maxCommands } = round;
  const { store, clock, lanes, schema, userId } = ports;
  const laneState = (lane: string) => (only ? "free" : lanes.stateAt(lane, clock.elapsed()));
  const taken = await ports.steps.take(store, { userId, schema, laneState, only, maxCommands });
  if (!taken) return { end: "stopped" };
  if (taken.carried.length === 0 && !round.mustAsk && !only) return { end: "done", hasWaiting: taken.hasWaiting };

  const sentWith = ports.session();
  const reply = await ask(ports, taken.request);
  if (ports.isStopped()) return { end: "stopped" };
  const end = reply?.answer
    ? await applyReply(ports, round, taken, reply.answer)
    : await goWithout(ports, round, taken, reply, sentWith);
  if (!round.only) {
    ports.exchanged();
    ports.underWay(false);
  }
  return end;
}

/** Runs one flush; `pull` polls for changes even when nothing waits to be sent. Rejects with StoreFault. */
export async function flushOnce(ports: FlushPorts, pull: boolean): Promise<FlushEnd> {
  const round: Round = { mustAsk: pull, idle: 0 };
  while (round.idle < MOST_IDLE_ROUNDS) {
    if (ports.isStopped()) return { end: "stopped" };
    ports.underWay(true);
    const end = await exchange(ports, round);
    if (end) {
      ports.underWay(false);
      return end;
    }
  }
  ports.underWay(false);
  return { end: "failed" };
}
