// The door for everything that may wait: kept on this device first, then sent, whenever there is a way.
import { useCallback } from "react";
import { createStore } from "zustand/vanilla";
import type { CommandInput, OfflineCommandName } from "../../../shared/commands.ts";
import type { EditBase } from "../../device/sync/entry.ts";
import { openedStore, useCurrentStore } from "./current-store.ts";

export type QueueOptions = {
  /** Made when the person acted: a second call with it does nothing. */
  id?: string;
  /** For edits: the revision and the values the screen showed. */
  base?: EditBase;
  /** What it is about, such as an aircraft's name, for the list of what waits. */
  about?: string;
  /** Ids of waiting entries that permit this one though its input does not name them. */
  waitsFor?: readonly string[];
};

/** Id of the entry that carries the command now, which for a creating command is the record's too. */
export type Queued = { id: string };

/** Why something could not be kept; the message is a sentence to show. `fields` says where an input does not fit. */
export class NotKept extends Error {
  readonly code: string;
  readonly fields: Record<string, string>;

  constructor(message: string, code: string, fields: Record<string, string> = {}, cause?: unknown) {
    super(message, { cause });
    this.name = "NotKept";
    this.code = code;
    this.fields = fields;
  }
}

/** `count`: commands that are being written to the outbox. */
const keeping = createStore<{ count: number }>(() => ({ count: 0 }));

/** True while `queue` writes a command to the outbox: its place is not known yet. */
export function isKeeping(): boolean {
  return keeping.getState().count > 0;
}

/**
 * Keeps a command on this device. Resolves once it would survive a closed app; it is sent by itself. Rejects with
 * NotKept when nothing was kept.
 */
export async function queue<Name extends OfflineCommandName>(
  name: Name,
  input: CommandInput<Name>,
  options: QueueOptions = {},
): Promise<Queued> {
  keeping.setState(({ count }) => ({ count: count + 1 }));
  try {
    return await queueKnown(name, input, options);
  } finally {
    keeping.setState(({ count }) => ({ count: count - 1 }));
  }
}

/** `queue` without `isKeeping`, for a command whose place is known otherwise: messages wait in `unsettled-sends.ts`, too. */
export async function queueKnown<Name extends OfflineCommandName>(
  name: Name,
  input: CommandInput<Name>,
  options: QueueOptions = {},
): Promise<Queued> {
  if (useCurrentStore.getState().userId === null) throw new NotKept("Please log in first.", "signed-out");
  try {
    const person = await openedStore();
    const { id } = await person.engine.queue(name, input, options);
    person.sendLater();
    return { id };
  } catch (problem) {
    throw asNotKept(problem);
  }
}

/** Loads what the next write needs, so that a page that is left right after it can still send it. Never rejects. */
export async function prepareToQueue(): Promise<void> {
  await openedStore()
    .then(({ engine }) => engine.commands.load())
    .catch(() => undefined);
}

/** `queue` with its name given, the same function from one drawing to the next. */
export function useCommand<Name extends OfflineCommandName>(
  name: Name,
): (input: CommandInput<Name>, options?: QueueOptions) => Promise<Queued> {
  return useCallback((input, options) => queue(name, input, options), [name]);
}

/** A device's refusal as it is; anything else, such as code that could not be fetched, as a plain sentence. */
export function asNotKept(problem: unknown): NotKept {
  if (problem instanceof NotKept) return problem;
  if (problem instanceof Error && problem.name === "QueueError") {
    const { code, fields } = problem as Error & { code: string; fields?: Record<string, string> };
    return new NotKept(problem.message, code, fields, problem);
  }
  return new NotKept("This could not be saved on this device. Nothing was sent.", "not-saved", {}, problem);
}
