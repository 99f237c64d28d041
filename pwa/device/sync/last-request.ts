// The last request of a page that is being left. It can read no store any more, so it is made from the outbox as last read.
import type { ExchangeRequest } from "../../../shared/sync.ts";
import type { Entry } from "./entry.ts";
import type { Meta } from "./ports.ts";
import { type CommandList, prepare } from "./outbox.ts";
import { QueueError } from "./queue-error.ts";
import { asRequest, chooseEntries, maySend } from "./flush.ts";

/** The outbox and the state of its copy, read in one transaction. */
export type Outgoing = { meta: Meta; entries: readonly Entry[] };

/** Browsers take 64 KiB from a page that is being left, all requests together. */
const MAX_BYTES = 56 * 1024;

export type LastSends = {
  userId: string;
  schema: number;
  commands: CommandList;
  /** The command that is sent. */
  name: string;
  /** Its inputs with their ids, oldest first; they may be in the outbox, not yet written to it, or settled. */
  inputs: readonly { id: string }[];
};

/**
 * One request, so that the server keeps the order: of each lane of the inputs an unbroken run from its first unsettled entry. Null when
 * nothing may go. Nothing is frozen, so an entry that was never sent and is of another command holds its lane: it may still change.
 */
export function lastRequest({ meta, entries }: Outgoing, sends: LastSends): ExchangeRequest | null {
  const { userId, schema, name } = sends;
  if (!maySend(meta, schema)) return null;
  const inputs = preparedInputs(sends);
  const lanes = new Set(inputs.map(({ lane }) => lane));
  const known = new Set(entries.map(({ id }) => id));
  const ofLanes = entries
    .filter(({ lane }) => lanes.has(lane))
    .map((entry): Entry => (entry.sent || entry.name === name ? entry : { ...entry, state: "blocked" }));
  // What the outbox does not have yet comes after all that it has.
  const coming = inputs.filter(({ id }) => !known.has(id));
  const carried = chooseEntries([...ofLanes, ...coming], {
    userId,
    schema,
    maxBytes: MAX_BYTES,
    laneState: () => "free",
  });
  return carried.length > 0 ? asRequest(meta, { userId, schema }, carried) : null;
}

function preparedInputs({ commands, name, inputs }: LastSends): Entry[] {
  return inputs.flatMap((input) => {
    try {
      const entry = prepare(commands, name, input, { newId: () => input.id, at: "" });
      return { ...entry, seq: Infinity };
    } catch (problem) {
      // The outbox takes it no more than the server would.
      if (problem instanceof QueueError) return [];
      throw problem;
    }
  });
}
