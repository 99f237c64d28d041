// One waiting command in the outbox, its states, and the moves between them. Nothing here reads or writes a store.
import type { OfflineCommandName } from "../../../shared/commands.ts";

/** For edits: the revision and the values the screen showed. */
export type EditBase = { rev: number; values: Record<string, unknown> };

export type EntryState = "blocked" | "queued" | "sending" | "parked" | "attention";

/** Why an entry is parked: signed out, app too old, repeated internal errors, or the sender's email is not verified. */
export type ParkReason = "signed-out" | "upgrade" | "accidents" | "unverified";

export type Refusal = { code: string; message: string; fields?: Record<string, unknown> | undefined };

export type Entry = {
  /** Place in the outbox, given by the store; the only thing that decides order. */
  seq: number;
  /** The command id. */
  id: string;
  name: string;
  lane: string;
  /** The parsed input. */
  input: Record<string, unknown>;
  base?: EditBase | undefined;
  /** What it is about, such as an aircraft's name: for display only, as the row may leave before the entry does. */
  about?: string | undefined;
  /** ISO time at which the person acted; for display only. */
  at: string;
  state: EntryState;
  /** True once a request carried it: then id and content never change. */
  sent: boolean;
  /** Ids of the entries and pictures that must settle first. */
  waitsFor: readonly string[];
  /** Consecutive internal errors of this entry, as reported by the server. */
  accidents: number;
  reason?: ParkReason | undefined;
  refusal?: Refusal | undefined;
};

export type NewEntry = Omit<Entry, "seq">;

/** Whether something that waits is of a command; the compiler knows the names. */
export function isOf(entry: { name: string }, ...names: OfflineCommandName[]): boolean {
  return (names as readonly string[]).includes(entry.name);
}

/** Consecutive internal errors that park an entry. */
export const MAX_ACCIDENTS = 8;

/** Error of a dependent entry: the entry or picture it waited for failed. */
export const dependencyFailed: Refusal = {
  code: "waits-for-refused",
  message: "This waits for a change that was not saved.",
};

/** Where an entry belongs that nothing holds back but what it waits for. */
export function atRest<Any extends NewEntry>(entry: Any): Any {
  return { ...entry, state: entry.waitsFor.length > 0 ? "blocked" : "queued", reason: undefined };
}

/** Taken by a flush: immutable from here on. */
export function frozen(entry: Entry): Entry {
  return entry.state === "sending" && entry.sent ? entry : { ...entry, state: "sending", sent: true };
}

/** No answer came for it: the same id and content wait for the next flush. */
export function unanswered(entry: Entry): Entry {
  return entry.state === "sending" ? { ...entry, state: "queued" } : entry;
}

export function refused(entry: Entry, refusal: Refusal): Entry {
  return { ...entry, state: "attention", reason: undefined, refusal };
}

export function parked(entry: Entry, reason: ParkReason): Entry {
  if (entry.state === "attention") return entry;
  if (entry.state === "parked" && entry.reason === "signed-out") return entry;
  return { ...entry, state: "parked", reason };
}

export function unparked(entry: Entry): Entry {
  return entry.state === "parked" ? atRest(entry) : entry;
}

/** Internal error on the server: the entry waits, or is parked after too many in a row. */
export function failed(entry: Entry): Entry {
  const accidents = entry.accidents + 1;
  const waiting: Entry = { ...entry, state: "queued", accidents };
  return accidents >= MAX_ACCIDENTS ? parked(waiting, "accidents") : waiting;
}

/** Its dependencies have settled. */
export function released(entry: Entry, id: string): Entry {
  const waitsFor = entry.waitsFor.filter((waited) => waited !== id);
  const freed = { ...entry, waitsFor };
  return entry.state === "blocked" ? atRest(freed) : freed;
}

/** The server ran and stored nothing of it, because the sender's email is not verified. */
export function awaitsVerification(entry: Entry): boolean {
  return entry.state === "parked" && entry.reason === "unverified";
}

/** Whether the person may still change or drop it: never sent, refused, or waiting for the verified email. */
export function isOpen(entry: Entry): boolean {
  return !entry.sent || entry.state === "attention" || awaitsVerification(entry);
}
