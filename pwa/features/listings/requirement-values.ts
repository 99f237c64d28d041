// Requirements as form values, all text except the ratings, and their conversion to what a listing stores. Pure.
import type { Requirements } from "../../../shared/domain/eligibility/requirements.ts";
import type { Rating } from "../../../shared/domain/eligibility/choices.ts";

const names = [
  "certificate",
  "ratings",
  "totalHours",
  "typeHours",
  "typeName",
  "landings",
  "reviewMonths",
  "medical",
  "insuranceHull",
] as const satisfies readonly (keyof Requirements)[];
export type RequirementField = (typeof names)[number];
export type TextRequirement = Exclude<RequirementField, "ratings">;

/** As typed; empty is not asked. */
export type RequirementValues = Readonly<Partial<Record<TextRequirement, string>> & { ratings?: readonly Rating[] }>;

const texts: readonly RequirementField[] = ["certificate", "typeName", "medical"];

export function requirementValuesOf(requirements: Requirements | null | undefined): RequirementValues {
  const { ratings, ...others } = requirements ?? {};
  const values: Partial<Record<TextRequirement, string>> = {};
  for (const name of Object.keys(others) as TextRequirement[]) values[name] = String(others[name]);
  return { ...values, ...(ratings && { ratings }) };
}

/** The input for the schema of requirements; null if nothing is asked. A type without hours is left out. */
export function requirementsIn(values: RequirementValues | undefined): Record<string, unknown> | null {
  const asked = names.filter(
    (name) => isFilled(values, name) && (name !== "typeName" || isFilled(values, "typeHours")),
  );
  return asked.length === 0 ? null : Object.fromEntries(asked.map((name) => [name, storedValue(name, values![name]!)]));
}

function isFilled(values: RequirementValues | undefined, name: RequirementField): boolean {
  const value = values?.[name];
  return (typeof value === "string" ? value.trim() : (value ?? "")).length > 0;
}

function storedValue(name: RequirementField, value: string | readonly Rating[]): unknown {
  if (typeof value !== "string") return value;
  return texts.includes(name) ? value.trim() : Number(value.replaceAll(/[$,\s]/g, ""));
}
