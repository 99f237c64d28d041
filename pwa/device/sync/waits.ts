// Tracks dependencies: an entry that names a record or picture which is itself waiting.
import { isId } from "../../../shared/kit/ids.ts";
import type { OutboxTx } from "./ports.ts";
import { type Entry, refused, released, type Refusal, dependencyFailed } from "./entry.ts";

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

/** Writes a draft's changes; pictures that only removed entries waited for go with them. */
export async function commit(tx: OutboxTx, draft: Draft): Promise<void> {
  const { removed } = draft;
  await tx.removeEntries(removed);
  await tx.putEntries(draft.changed());
  const pictures = removed.flatMap((entry) => entry.waitsFor).filter((id) => draft.waitingFor(id).length === 0);
  if (pictures.length > 0) await tx.removePictures(pictures);
}
