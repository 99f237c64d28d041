// The words of rental terms, free of zod: pages load this file.
import { dollars, dollarsAndCents } from "../../kit/money.ts";
import type { RentalTerms } from "./rental-terms.ts";

/** One term: its name, its value, and the condition below the value. A value of null was not stated. */
export type TermWords = { name: string; value: string | null; condition?: string | undefined };

const fuel = { wet: "Wet, fuel included", dry: "Dry, fuel not included" };
const timeCounted = { hobbs: "Hobbs", tach: "Tach" };
const checkoutWith = { owner: "The owner", cfi: "A CFI", either: "The owner or a CFI" };
const insurance = { owner: "Owner's policy", renter: "Renter's policy" };
const weather = {
  "engine-start": "Cancel free, up to engine start",
  "two-hours": "Cancel free, up to 2 hours before",
  "day-before": "Cancel free, up to 24 hours before",
  none: "Charged",
};
const squawks = { messages: "Report in Messages", log: "Write in the squawk log" };

/** The texts of the choices in an owner's form. */
export const termChoices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...{ fuel, timeCounted, checkoutWith, insurance, weather, squawks },
};

/** The eight terms in the order of the page. */
export function termWords(terms: RentalTerms | null | undefined): TermWords[] {
  const stated = terms ?? {};
  return [
    { name: "Fuel", ...fuelTerm(stated) },
    { name: "Time counted", ...chosen(timeCounted, stated.timeCounted, "To the tenth of an hour") },
    { name: "Daily minimum", ...hoursTerm(stated.dailyMinHours, 1, "When kept overnight") },
    { name: "Deposit", ...depositTerm(stated) },
    {
      name: "Checkout flight",
      ...hoursTerm(
        stated.checkoutTenths,
        TENTHS,
        `Once, with ${lowerFirst(checkoutWith[stated.checkoutWith ?? "either"])}`,
      ),
    },
    { name: "Insurance", ...insuranceTerm(stated) },
    { name: "Weather", ...weatherTerm(stated) },
    { name: "Squawks", ...chosen(squawks, stated.squawks, "Before the next flight") },
  ];
}

type Term = Omit<TermWords, "name">;
const TENTHS = 10;
const notStated: Term = { value: null };

const lowerFirst = (text: string) => text[0]!.toLowerCase() + text.slice(1);

function chosen<Choice extends string>(
  words: Readonly<Record<Choice, string>>,
  choice: Choice | undefined,
  condition: string,
): Term {
  return choice === undefined ? notStated : { value: words[choice], condition };
}

/** `15` tenths → `1.5 hours`. Zero hours are asked of nobody. */
function hoursTerm(amount: number | undefined, anHour: number, condition: string): Term {
  if (amount === undefined) return notStated;
  if (amount === 0) return { value: "None" };
  return { value: amount === anHour ? "1 hour" : `${amount / anHour} hours`, condition };
}

function fuelTerm({ fuel: rate, fuelRepaidCents }: RentalTerms): Term {
  if (rate === undefined) return notStated;
  if (rate === "dry") return { value: fuel.dry, condition: "You pay for what you burn" };
  if (fuelRepaidCents === undefined) return { value: fuel.wet };
  return { value: fuel.wet, condition: `Bought away: repaid up to ${dollarsAndCents(fuelRepaidCents / 100)} / gal` };
}

function depositTerm({ deposit }: RentalTerms): Term {
  if (deposit === undefined) return notStated;
  return deposit === 0 ? { value: "None" } : { value: dollars(deposit), condition: "Returned after the flight" };
}

function insuranceTerm({ insurance: insurer, deductible }: RentalTerms): Term {
  if (insurer === undefined) return notStated;
  if (insurer === "renter") return { value: insurance.renter, condition: "Bring your own" };
  if (deductible === undefined) return { value: insurance.owner };
  const condition = deductible === 0 ? "No deductible" : `You pay the first ${dollars(deductible)}`;
  return { value: insurance.owner, condition };
}

function weatherTerm({ weather: limit }: RentalTerms): Term {
  if (limit === undefined) return notStated;
  if (limit === "none") return { value: weather.none, condition: "As any other cancellation" };
  return { value: "Cancel free", condition: weather[limit].replace("Cancel free", "By the PIC") };
}

/** Everything that is stated, as one text. */
export function termsText(terms: RentalTerms | null): string {
  const stated = termWords(terms).filter(({ value }) => value !== null);
  const texts = stated.map(({ name, value, condition }) => `${name}: ${value}${condition ? ` (${condition})` : ""}`);
  return texts.length === 0 ? "Not stated" : texts.join("; ");
}

/** Whether two terms say the same. Null and nothing stated are equal. */
export function isSameTerms(one: object | null | undefined, other: object | null | undefined): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(terms: object | null | undefined) {
  return Object.entries(terms ?? {})
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
