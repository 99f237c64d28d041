// Rental terms as form values, all text, and their conversion to what a listing stores. Pure.
import type { RentalTerms } from "../../../shared/domain/terms/rental-terms.ts";

const names = [
  "fuel",
  "fuelRepaidCents",
  "timeCounted",
  "dailyMinHours",
  "deposit",
  "checkoutTenths",
  "checkoutWith",
  "insurance",
  "deductible",
  "weather",
  "squawks",
] as const satisfies readonly (keyof RentalTerms)[];
export type TermField = (typeof names)[number];

/** As typed; empty is not stated. Money in dollars, the checkout in hours. */
export type TermValues = Readonly<Partial<Record<TermField, string>>>;

/** Stored units in one typed unit, where they differ. */
const unitsOf: Readonly<Partial<Record<TermField, number>>> = { fuelRepaidCents: 100, checkoutTenths: 10 };
const texts: readonly TermField[] = ["fuel", "timeCounted", "checkoutWith", "insurance", "weather", "squawks"];

export function termValuesOf(terms: RentalTerms | null | undefined): TermValues {
  const values: Partial<Record<TermField, string>> = {};
  for (const name of names) {
    const stored = terms?.[name];
    if (stored === undefined) continue;
    const shown = typeof stored === "number" ? stored / (unitsOf[name] ?? 1) : stored;
    values[name] = name === "fuelRepaidCents" ? Number(shown).toFixed(2) : String(shown);
  }
  return values;
}

/** The input for the schema of rental terms; null if nothing is stated. Conditions of an absent term are left out. */
export function termsIn(values: TermValues | undefined): Record<string, unknown> | null {
  const stated = names.filter((name) => values?.[name]?.trim() && isAsked(name, values));
  if (stated.length === 0) return null;
  return Object.fromEntries(stated.map((name) => [name, storedValue(name, values![name]!.trim())]));
}

/** Whether the form asks for the term: some are a condition of another. */
export function isAsked(name: TermField, { fuel, checkoutTenths, insurance }: TermValues): boolean {
  if (name === "fuelRepaidCents") return fuel === "wet";
  if (name === "checkoutWith") return !["", "0"].includes(checkoutTenths?.trim() ?? "");
  if (name === "deductible") return insurance === "owner";
  return true;
}

function storedValue(name: TermField, typed: string): unknown {
  if (texts.includes(name)) return typed;
  const amount = Number(typed.replaceAll(/[$,]/g, "")) * (unitsOf[name] ?? 1);
  const rounded = Math.round(amount);
  // A product such as 4.35 × 100 is not exact.
  return Math.abs(amount - rounded) < 1e-6 ? rounded : amount;
}
