// Reports the outcome of a queued command while its form is open.
import { refusals } from "../../../shared/kit/errors.ts";
import { awaitsVerification, type Entry } from "../../device/sync/entry.ts";
import { isOnline } from "../api/online.ts";
import { openedStore } from "./current-store.ts";

/** Milliseconds a form stays open while its command is sent; then the rest happens in the background. */
const PATIENCE = 10_000;

/**
 * `done`: the server has it. `waiting`: kept here, it goes out by itself. `refused`: the server will not have it; the
 * entry stays with what was typed until the person decides. With code `email-unverified` it goes out by itself after verification.
 */
export type Outcome =
  | { kind: "done" }
  | { kind: "waiting" }
  | { kind: "refused"; code: string; message: string; fields: Record<string, string>; entryId: string | null };

/** Waits for the outcome of an entry while there is a network, at most `patience` milliseconds. */
export async function outcomeOf(entryId: string, patience = PATIENCE): Promise<Outcome> {
  if (!isOnline()) return { kind: "waiting" };
  const person = await openedStore();
  return await new Promise<Outcome>((resolve) => {
    const end = (outcome: Outcome) => {
      clearTimeout(timer);
      stop();
      resolve(outcome);
    };
    const timer = setTimeout(() => end({ kind: "waiting" }), patience);
    const follow = (entries: readonly Entry[]) => {
      const entry = entries.find(({ id }) => id === entryId);
      if (!entry) end({ kind: "done" });
      else if (entry.state === "attention") end(refusedBy(entry));
      else if (awaitsVerification(entry)) end(unverified(entry));
      else if (entry.state === "parked" || !isOnline()) end({ kind: "waiting" });
    };
    const stop = person.store.watch(() => person.engine.outbox(), follow);
  });
}

/** Waits for the outcome of all parts of an act: a refusal of any, else whether one still waits. */
export async function outcomeOfAll(entryIds: readonly string[]): Promise<Outcome> {
  const outcomes = await Promise.all(entryIds.map((id) => outcomeOf(id)));
  const of = (kind: Outcome["kind"]) => outcomes.find((outcome) => outcome.kind === kind);
  return of("refused") ?? of("waiting") ?? { kind: "done" };
}

function unverified({ id }: Entry): Outcome {
  return {
    kind: "refused",
    code: "email-unverified",
    message: refusals["email-unverified"][1],
    fields: {},
    entryId: id,
  };
}

function refusedBy({ id, refusal }: Entry): Outcome {
  const fields = Object.entries(refusal?.fields ?? {}).filter((pair): pair is [string, string] => {
    return typeof pair[1] === "string";
  });
  const { code = "", message = "" } = refusal ?? {};
  return { kind: "refused", code, message, fields: Object.fromEntries(fields), entryId: id };
}
