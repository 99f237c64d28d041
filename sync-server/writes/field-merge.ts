// Merges an edit with what others have changed since the screen showed its values.
import { DomainError, type FieldConflict } from "../../shared/kit/errors.ts";
import type { EditBase } from "../kit/command-handler.ts";

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Merges an edit by field. A change applies if nobody else changed the field; equal changes need nothing; the user
 * resolves the rest. A field without a base value always applies; a list is one field.
 * @throws DomainError conflict, with `{ base, theirs, yours }` for each field that somebody else has changed
 */
export function mergeFields<Fields extends Record<string, unknown>>(
  base: EditBase | undefined,
  current: Record<string, unknown>,
  wanted: Fields,
): Partial<Fields> {
  const changes: Record<string, unknown> = {};
  const conflicts: Record<string, FieldConflict> = {};
  for (const [field, yours] of Object.entries(wanted)) {
    const theirs = current[field];
    if (yours === undefined || isSame(theirs, yours)) continue;
    if (!base || !Object.hasOwn(base.values, field) || isSame(theirs, base.values[field])) changes[field] = yours;
    else conflicts[field] = { base: base.values[field], theirs, yours };
  }
  if (Object.keys(conflicts).length > 0) throw new DomainError("conflict", { fields: conflicts });
  return changes as Partial<Fields>;
}
