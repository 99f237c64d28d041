// One waiting command in the outbox: its states, the moves between them, and the entries and pictures it waits for.
import { isId } from "../../../shared/kit/ids.ts";

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

export function isSending({ state }: Entry): boolean {
  return state === "sending";
}

/** Taken by a flush: immutable from here on. */
export function frozen(entry: Entry): Entry {
  return { ...entry, state: "sending", sent: true };
}

/** No answer came for it: the same id and content wait for the next flush. */
export function unanswered(entry: Entry): Entry {
  return isSending(entry) ? { ...entry, state: "queued" } : entry;
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
export function awaitsVerification(entry: NewEntry): boolean {
  return entry.state === "parked" && entry.reason === "unverified";
}

/** Whether the person may still change or drop it: never sent, refused, or waiting for the verified email. */
export function isOpen(entry: Entry): boolean {
  return !entry.sent || entry.state === "attention" || awaitsVerification(entry);
}

const PICTURE = "waiting-picture:";

/** Placeholder in an input for the path of a picture that is not uploaded yet. */
export function pictureMark(pictureId: string): string {
  return PICTURE + pictureId;
}

/** The picture's id in such a mark, or null. */
export function pictureOfMark(text: string): string | null {
  return text.startsWith(PICTURE) ? text.slice(PICTURE.length) : null;
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === "string") {
    const id = pictureOfMark(value) ?? value;
    if (isId(id)) found.add(id);
  } else if (Array.isArray(value)) {
    for (const one of value) collect(one, found);
  } else if (typeof value === "object" && value !== null) {
    for (const one of Object.values(value)) collect(one, found);
  }
}

/** Every record and picture id an input names. */
export function idsIn(input: unknown): string[] {
  const found = new Set<string>();
  collect(input, found);
  return [...found];
}

function collectPictures(value: unknown, found: Set<string>): void {
  if (typeof value === "string") {
    const id = pictureOfMark(value);
    if (id !== null) found.add(id);
  } else if (typeof value === "object" && value !== null) {
    for (const one of Object.values(value)) collectPictures(one, found);
  }
}

/** Ids of the waiting pictures a value names. */
export function picturesIn(value: unknown): string[] {
  const found = new Set<string>();
  collectPictures(value, found);
  return [...found];
}

/** Replaces one text by another in a value, wherever it is a whole string. */
export function withText<Value>(value: Value, from: string, to: string): Value {
  if (typeof value === "string") return (value === from ? to : value) as Value;
  if (Array.isArray(value)) return value.map((one: unknown) => withText(one, from, to)) as Value;
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withText(one, from, to)])) as Value;
  }
  return value;
}

/** The outbox while a set of changes is worked out on it; entries never sent come back unchanged when nothing befell them. */
export class Draft {
  private readonly byId = new Map<string, Entry>();
  private readonly before = new Map<string, Entry>();
  private readonly waiting = new Map<string, string[]>();
  readonly removed: Entry[] = [];

  constructor(entries: readonly Entry[]) {
    for (const entry of entries) {
      this.byId.set(entry.id, entry);
      this.before.set(entry.id, entry);
      for (const id of entry.waitsFor) this.waiting.set(id, [...(this.waiting.get(id) ?? []), entry.id]);
    }
  }

  get(id: string): Entry | undefined {
    return this.byId.get(id);
  }

  set(entry: Entry): void {
    this.byId.set(entry.id, entry);
  }

  remove(entry: Entry): void {
    this.byId.delete(entry.id);
    this.removed.push(this.before.get(entry.id) ?? entry);
  }

  /** Those that wait for an entry or a picture. */
  waitingFor(id: string): Entry[] {
    return (this.waiting.get(id) ?? [])
      .map((one) => this.byId.get(one))
      .filter((entry) => entry !== undefined)
      .filter((entry) => entry.waitsFor.includes(id));
  }

  /** An entry or picture settled: its dependents may continue. */
  release(id: string): void {
    for (const entry of this.waitingFor(id)) this.set(released(entry, id));
  }

  /** An entry or picture failed: its dependents, direct and indirect, fail and need the user. */
  failDependents(id: string, refusal: Refusal = dependencyFailed): void {
    for (const entry of this.waitingFor(id)) {
      if (entry.state === "attention") continue;
      this.set(refused(entry, refusal));
      this.failDependents(entry.id, refusal);
    }
  }

  /** Entries that differ from what they were. */
  changed(): Entry[] {
    return [...this.byId.values()].filter((entry) => this.before.get(entry.id) !== entry);
  }
}
