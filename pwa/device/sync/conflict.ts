// Edits by field: what the screen showed goes along with what was changed; a conflict is shown side by side. Pure.
import type { EditBase, Entry } from "./entry.ts";
import type { Row } from "./ports.ts";

export type FieldConflict = { field: string; base: unknown; theirs: unknown; yours: unknown };

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** The fields of a form that differ from the row on the screen. Lists are one field each. */
export function changedFields(shown: Row, wanted: Row): Row {
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== undefined && !isSame(value, shown[field])),
  );
}

/** What the screen showed of the fields about to change. */
export function baseOf(shown: Row, changed: Row): EditBase {
  const fields = Object.keys(changed).filter((field) => field in shown);
  return {
    rev: typeof shown["rev"] === "number" ? shown["rev"] : 0,
    values: Object.fromEntries(fields.map((field) => [field, shown[field]])),
  };
}

/** The fields somebody else changed at the same time. Empty when the entry was refused for another reason. */
export function conflictsOf(entry: Entry): FieldConflict[] {
  if (entry.refusal?.code !== "conflict") return [];
  return Object.entries(entry.refusal.fields ?? {}).flatMap(([field, sides]) => {
    if (typeof sides !== "object" || sides === null) return [];
    const { base, theirs, yours } = sides as { base?: unknown; theirs?: unknown; yours?: unknown };
    return [{ field, base, theirs, yours }];
  });
}

/**
 * The edit that carries out the person's choice, or null when nothing of it is left: fields kept as `theirs` leave the
 * edit, fields kept as `yours` go again over the value now known. `keyField` names the record and always stays.
 */
export function resolved(
  entry: Entry,
  choice: Readonly<Record<string, "yours" | "theirs">>,
  keyField = "id",
): { input: Record<string, unknown>; base: EditBase } | null {
  const input = { ...entry.input };
  const values = { ...entry.base?.values };
  for (const { field, theirs } of conflictsOf(entry)) {
    if (choice[field] === "yours") {
      values[field] = theirs;
    } else {
      delete input[field];
      delete values[field];
    }
  }
  const isEmpty = Object.keys(input).every((field) => field === keyField);
  return isEmpty ? null : { input, base: { rev: entry.base?.rev ?? 0, values } };
}
