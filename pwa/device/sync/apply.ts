// Applies an answer: rows, drops, outcomes and the new cursor, in one transaction.
import { INVALID_INPUT } from "../../../shared/kit/invalid-input.ts";
import type { Batch, ExchangeAnswer, ExchangeRequest, Outcome } from "../../../shared/sync.ts";
import { Draft, type Entry, failed, parked, refused, type Refusal, unanswered } from "./entry.ts";
import { sayVerified, unparkVerified } from "./parking.ts";
import type { KeyFields, Meta, Store, WriteTx } from "./ports.ts";

const SENT_LOG_MS = 7 * 24 * 3_600_000;

export type EntriesInFlight = {
  request: ExchangeRequest;
  /** The mirror incarnation at that time; an answer counts only within it. */
  life: string;
  carried: readonly Entry[];
  /** Whether any entry, carried or not, is one that an exchange may send. */
  hasWaiting: boolean;
};

/** Result of a lane: it advanced, or it stopped and is probed again later. */
export type LaneVerdict = { lane: string; stopped: boolean; retryAfterMs?: number | undefined };

export type Settlement = { removed: Entry[]; changed: Entry[]; lanes: LaneVerdict[]; answered: number };

function refusalOf(outcome: Outcome): Refusal {
  return {
    code: outcome.code ?? "invalid",
    message: outcome.message ?? INVALID_INPUT,
    ...(outcome.fields ? { fields: outcome.fields } : {}),
  };
}

/** During an update a server of an earlier version may answer. It ran nothing, and the next one takes the same command. */
function isUnknown(outcome: Outcome): boolean {
  return outcome.code === "unknown-command";
}

/** An internal error of this very command, or one that the server does not know yet. A limit (`too-many`), or a `retry` without a code, is none. */
function isInternalError(outcome: Outcome): boolean {
  return outcome.code === "internal" || isUnknown(outcome);
}

/** The command can run once the sender's email is verified: neither a refusal nor a reason to back off. */
function needsVerification(outcome: Outcome): boolean {
  return outcome.code === "email-unverified";
}

/**
 * Works out an answer's outcomes on the outbox. `carried` are the ids of the request in their order; one without an
 * outcome waits for the next exchange. Only the first entry of a lane that answered `retry` failed itself.
 */
export function settle(
  entries: readonly Entry[],
  outcomes: readonly Outcome[],
  carried: readonly string[],
): Settlement {
  const draft = new Draft(entries);
  const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  const lanes = new Map<string, LaneVerdict>();
  /** Lanes held by an entry that was parked here. */
  const held = new Set<string>();
  let answered = 0;
  for (const id of carried) {
    const entry = draft.get(id);
    if (!entry || entry.state === "attention") continue;
    const outcome = byId.get(id);
    const isRetried = outcome?.status === "retry" || (outcome && isUnknown(outcome));
    if (!outcome || (isRetried && (held.has(entry.lane) || lanes.get(entry.lane)?.stopped))) {
      draft.set(unanswered(entry));
    } else if (isRetried) {
      if (needsVerification(outcome)) {
        held.add(entry.lane);
        if (entry.state !== "parked") draft.set(parked(entry, "unverified"));
        continue;
      }
      draft.set(isInternalError(outcome) && entry.state !== "parked" ? failed(entry) : unanswered(entry));
      lanes.set(entry.lane, { lane: entry.lane, stopped: true, retryAfterMs: outcome.retryAfterMs });
    } else {
      answered++;
      if (!lanes.has(entry.lane)) lanes.set(entry.lane, { lane: entry.lane, stopped: false });
      if (outcome.status === "applied") {
        draft.remove(entry);
        draft.release(id);
      } else {
        draft.set(refused(entry, refusalOf(outcome)));
        draft.failDependents(id);
      }
    }
  }
  return { removed: draft.removed, changed: draft.changed(), lanes: [...lanes.values()], answered };
}

/**
 * `fits: false`: the store changed since the request, so the answer was discarded.
 * `woken`: entries that waited for the verified email may continue. `isEmpty`: the outbox has no entry any more.
 * `clockOffset`: see `Position`.
 */
export type Applied = { fits: false } | ({ fits: true; more: boolean; woken: boolean; clockOffset: number } & Settled);

type Settled = { lanes: LaneVerdict[]; answered: number; isEmpty: boolean };

async function putAndDrop(tx: WriteTx, batch: Batch, epoch: number, keys: KeyFields): Promise<void> {
  for (const [entity, rows] of Object.entries(batch.rows)) {
    const key = keys.get(entity);
    // An entity of a newer server, which this app cannot show.
    if (key === undefined || rows.length === 0) continue;
    // A row without a key is left out: nobody could find it again.
    const keyed = rows.flatMap((row) => (typeof row[key] === "string" ? [{ key: row[key], row }] : []));
    await tx.putRows(entity, keyed, epoch);
  }
  for (const [entity, gone] of Object.entries(batch.drops)) {
    if (keys.has(entity) && gone.length > 0) await tx.dropRows(entity, gone);
  }
}

function isMine(meta: Meta, taken: EntriesInFlight): boolean {
  return (
    meta.clientId === taken.request.clientId &&
    meta.life === taken.life &&
    meta.cursor === taken.request.cursor &&
    !meta.signedOut
  );
}

/**
 * Applies an answer if the store is still at the request's position.
 * A full resync replaces the mirrors: rows it did not contain are removed with its last page.
 */
export async function applyAnswer(
  store: Store,
  taken: EntriesInFlight,
  answer: ExchangeAnswer,
  keys: KeyFields,
  now: number,
): Promise<Applied> {
  return await store.write(async (tx): Promise<Applied> => {
    const meta = await tx.meta();
    if (!isMine(meta, taken)) return { fits: false };
    const startsAfresh = answer.reset === true || answer.from === null;
    if (!startsAfresh && answer.from !== meta.cursor) return { fits: false };
    const epoch = startsAfresh ? meta.epoch + 1 : meta.epoch;
    const replacing = startsAfresh || meta.replacing;
    const more = answer.more === true;
    const clockOffset = Date.parse(answer.serverTime) - now;

    const putRows = async () => {
      await putAndDrop(tx, answer, epoch, keys);
      if (replacing && !more) await tx.dropRowsBefore(epoch);
    };
    // Outcomes apply only with the last page, when all rows that confirm them have arrived.
    const isSettling = taken.carried.length > 0 && !more;
    // They touch different tables, so none waits for the others.
    const [settlement] = await Promise.all([
      isSettling ? settleCarried(tx, taken, answer.outcomes, now) : unsettled,
      putRows(),
      tx.setMeta({
        cursor: answer.to,
        epoch,
        replacing: replacing && more,
        clockOffset,
      }),
    ]);
    // After the outcomes: the row is at least as new as they are.
    const woken = sayVerified(answer.rows);
    if (woken) await unparkVerified(tx);
    return { fits: true, more, ...settlement, woken, clockOffset };
  });
}

const unsettled: Settled = { lanes: [], answered: 0, isEmpty: false };

/** Stores what the outcomes make of the entries that were carried. */
async function settleCarried(
  tx: WriteTx,
  taken: EntriesInFlight,
  outcomes: ExchangeAnswer["outcomes"],
  now: number,
): Promise<Settled> {
  const carried = taken.carried.map((entry) => entry.id);
  const entries = await tx.entries();
  const { removed, changed, lanes, answered } = settle(entries, outcomes, carried);
  const ids = removed.map(({ id }) => id);
  await Promise.all([
    tx.removeEntries(removed),
    tx.putEntries(changed),
    ids.length > 0 && tx.logSettled({ ids, at: now }, now - SENT_LOG_MS),
  ]);
  return { lanes, answered, isEmpty: removed.length === entries.length };
}

/** Applies a live batch. False when it does not follow the stored cursor; then an exchange is needed. */
export async function applyBatch(store: Store, batch: Batch, keys: KeyFields): Promise<boolean> {
  return await store.write(async (tx) => {
    const meta = await tx.meta();
    if (meta.signedOut || meta.cursor === null || meta.replacing || batch.from !== meta.cursor) return false;
    await Promise.all([putAndDrop(tx, batch, meta.epoch, keys), tx.setMeta({ cursor: batch.to })]);
    if (sayVerified(batch.rows)) await unparkVerified(tx);
    return true;
  });
}

/** No answer arrived: the next request carries the same commands, unchanged. */
export async function giveBack(store: Store, taken: EntriesInFlight): Promise<void> {
  if (taken.carried.length === 0) return;
  await store.writeOutbox(async (tx) => {
    const carried = taken.carried.map((entry) => entry.id);
    const { changed } = settle(await tx.entries(), [], carried);
    await tx.putEntries(changed);
  });
}
