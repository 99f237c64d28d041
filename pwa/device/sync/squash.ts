// Two waiting commands that can be one. Only entries that no request ever carried.
import type { Command } from "../../../shared/kit/command.ts";
import { atRest, type EditBase, type Entry, type NewEntry } from "./entry.ts";
import { picturesIn } from "./waits.ts";

/**
 * What happens when `later` is queued right behind `earlier` in a lane.
 * `merge`: the later fields join the earlier entry. `replace`: the last stays. `cancel`: neither is needed.
 */
export type SquashRule = { earlier: string; later: string; how: "merge" | "replace" | "cancel" };

export const squashRules: readonly SquashRule[] = [
  { earlier: "aircraft.create", later: "aircraft.update", how: "merge" },
  { earlier: "aircraft.update", later: "aircraft.update", how: "merge" },
  { earlier: "aircraft.create", later: "aircraft.delete", how: "cancel" },
  { earlier: "profile.update", later: "profile.update", how: "merge" },
  { earlier: "favorites.add", later: "favorites.add", how: "replace" },
  { earlier: "favorites.add", later: "favorites.remove", how: "replace" },
  { earlier: "favorites.remove", later: "favorites.add", how: "replace" },
  { earlier: "favorites.remove", later: "favorites.remove", how: "replace" },
];

export type Squash =
  | { kind: "append" }
  | { kind: "merge"; into: Entry }
  | { kind: "replace"; gone: Entry[] }
  | { kind: "cancel"; gone: Entry[] };

const append: Squash = { kind: "append" };

function rule(rules: readonly SquashRule[], earlier: string, later: string): SquashRule["how"] | null {
  return rules.find((one) => one.earlier === earlier && one.later === later)?.how ?? null;
}

/** Of each field the oldest value the screen showed. */
function oldestBase(earlier: EditBase | undefined, later: EditBase | undefined): EditBase | undefined {
  if (!earlier || !later) return earlier ?? later;
  return { rev: earlier.rev, values: { ...later.values, ...earlier.values } };
}

function merged(earlier: Entry, later: NewEntry, command: Command): Squash {
  // What the later one waits for may itself be queued behind the earlier: joining them could wait in a circle. Not so
  // pictures, which wait for nobody.
  const pictures = picturesIn(later.input);
  const isKnown = (id: string) => id === earlier.id || earlier.waitsFor.includes(id) || pictures.includes(id);
  if (!later.waitsFor.every(isKnown)) return append;
  const parsed = command.input.safeParse({ ...earlier.input, ...later.input });
  if (!parsed.success) return append;
  const input = parsed.data as Record<string, unknown>;
  const base = oldestBase(earlier.base, later.base);
  const needless = new Set(picturesIn(earlier.input).filter((id) => !picturesIn(input).includes(id)));
  const waitsFor = [...new Set([...earlier.waitsFor, ...later.waitsFor])].filter(
    (id) => id !== earlier.id && !needless.has(id),
  );
  const into = { ...earlier, input, waitsFor, ...(base ? { base } : {}) };
  return { kind: "merge", into: earlier.state === "parked" ? into : atRest(into) };
}

/** What becomes of `later` behind the entries its lane holds, in the order queued. */
export function squash(
  lane: readonly Entry[],
  later: NewEntry,
  rules: readonly SquashRule[],
  commands: Readonly<Record<string, Command>>,
): Squash {
  const waiting = lane.filter((entry) => entry.state !== "attention");
  const last = waiting.at(-1);
  if (!last || last.sent) return append;

  const cancels = waiting.findIndex((entry) => !entry.sent && rule(rules, entry.name, later.name) === "cancel");
  if (cancels >= 0) return { kind: "cancel", gone: waiting.slice(cancels) };

  const how = rule(rules, last.name, later.name);
  if (how === "replace") return { kind: "replace", gone: [last] };
  const command = commands[last.name];
  return how === "merge" && command ? merged(last, later, command) : append;
}
