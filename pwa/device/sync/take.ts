// What a request carries, read and frozen in one transaction.
import type { ExchangeRequest, SentCommand } from "../../../shared/sync.ts";
import { MAX_COMMANDS, MAX_EXCHANGE_BYTES } from "../../../shared/sync-limits.ts";
import { type Entry, frozen } from "./entry.ts";
import type { Meta, Store } from "./ports.ts";

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

export type TakenEntries = {
  request: ExchangeRequest;
  /** The mirror incarnation at that time; an answer counts only within it. */
  life: string;
  carried: readonly Entry[];
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
export async function take(store: Store, limits: TakeLimits): Promise<TakenEntries | null> {
  return await store.writeOutbox(async (tx) => {
    const meta = await tx.meta();
    if (!maySend(meta, limits.schema)) return null;
    const carried = chooseEntries(await tx.entries(), limits);
    const changed = carried.filter((entry) => frozen(entry) !== entry);
    if (changed.length > 0) await tx.putEntries(changed.map(frozen));
    return { life: meta.life, carried, request: asRequest(meta, limits, carried) };
  });
}
