// Applies the outcomes of an exchange to the outbox. Pure.
import { INVALID_INPUT } from "../../../shared/kit/problem-sentence.ts";
import type { Outcome } from "../../../shared/sync.ts";
import { type Entry, parked, refused, type Refusal, failed, unanswered } from "./entry.ts";
import { Draft } from "./waits.ts";

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

/** An internal error of this very command. A limit (`too-many`), or a `retry` without a code, is none. */
function isInternalError(outcome: Outcome): boolean {
  return outcome.code === "internal";
}

/** The command can run once the sender's email is verified: neither a refusal nor a reason to back off. */
function needsVerification(outcome: Outcome): boolean {
  return outcome.code === "email-unverified";
}

/**
 * Works out an answer's outcomes on the outbox. `carried` are the ids of the request in their order; one without an
 * outcome waits for the next exchange. Of a lane that answered `retry` only the first entry stumbled itself.
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
    if (!outcome) {
      draft.set(unanswered(entry));
    } else if (outcome.status === "retry") {
      if (held.has(entry.lane) || lanes.get(entry.lane)?.stopped) {
        draft.set(unanswered(entry));
        continue;
      }
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
