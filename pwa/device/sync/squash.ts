// Two waiting commands that can be one. Only entries that no request ever carried.
import type { Command, SquashRule } from "../../../shared/kit/command.ts";
import { atRest, type EditBase, type Entry, type NewEntry } from "./entry.ts";
import type { CommandList } from "./prepare.ts";
import { picturesIn } from "./waits.ts";

export type Squash =
  | { kind: "append" }
  | { kind: "merge"; into: Entry }
  | { kind: "replace"; gone: Entry[] }
  | { kind: "cancel"; gone: Entry[] };

const append: Squash = { kind: "append" };

/** How `later` joins `earlier`: null where both are sent. */
function rule(commands: CommandList, earlier: string, later: string): SquashRule | null {
  const command = commands[later];
  return (command?.offline ? command.squash?.[earlier] : undefined) ?? null;
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
export function squash(lane: readonly Entry[], later: NewEntry, commands: CommandList): Squash {
  const waiting = lane.filter((entry) => entry.state !== "attention");
  const last = waiting.at(-1);
  if (!last || last.sent) return append;

  const cancels = waiting.findIndex((entry) => !entry.sent && rule(commands, entry.name, later.name) === "cancel");
  if (cancels >= 0) return { kind: "cancel", gone: waiting.slice(cancels) };

  const how = rule(commands, last.name, later.name);
  if (how === "replace") return { kind: "replace", gone: [last] };
  const command = commands[last.name];
  return how === "merge" && command ? merged(last, later, command) : append;
}
