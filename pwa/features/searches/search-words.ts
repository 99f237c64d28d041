// Texts of a saved search: its filters, one line of them, and the suggested name.
import { typeLabel, type AircraftType } from "../../../shared/domain/aircraft-rules.ts";
import { LONGEST_SEARCH_NAME, type SearchFilter } from "../../../shared/domain/searches-rules.ts";
import { shortDay } from "../../../shared/kit/dates.ts";
import { dollars } from "../../../shared/kit/money.ts";

type SearchFact = { label: string; value: string };

/**
 * The filters of a search as label and text, in the order of the search form and the filter panel; empty for all
 * aircraft.
 */
export function searchFacts({ location, types, minPrice, maxPrice, seats, date, words }: SearchFilter): SearchFact[] {
  const facts: [label: string, value: string | undefined][] = [
    ["Location", location],
    ["Words", words],
    ["Date", date && shortDay(date)],
    ["Aircraft type", types?.map(typeLabel).join(", ")],
    ["Price per hour", priceText(minPrice, maxPrice)],
    ["Seats", seats === undefined ? undefined : `${seats} or more`],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value: capitalized(value) }] : []));
}

/** All filters on one line. */
export function searchLine(filter: SearchFilter): string {
  const facts = searchFacts(filter).map(({ label, value }) => (label === "Seats" ? `${value} seats` : value));
  return facts.join(" · ") || "All aircraft";
}

const groups: Record<AircraftType, string> = {
  "single-engine": "single-engine aircraft",
  "multi-engine": "multi-engine aircraft",
  turboprop: "turboprops",
  jet: "jets",
};

/** A plain name such as «Jets in Phoenix AZ up to $500», with as many filters as fit. */
export function suggestedName({ location, types, minPrice, maxPrice, seats, date, words }: SearchFilter): string {
  const details = [
    words && `with “${words}”`,
    location && `in ${location}`,
    priceText(minPrice, maxPrice),
    seats && `with ${seats}+ seats`,
    date && `on ${shortDay(date)}`,
  ].filter((part): part is string => Boolean(part));
  const what = types?.length ? listed(types.map((type) => groups[type])) : details.length ? "aircraft" : "all aircraft";
  const fits = (text: string) => text.length <= LONGEST_SEARCH_NAME;
  const start = fits(what) ? what : "aircraft";
  const name = details.reduce((text, part) => (fits(`${text} ${part}`) ? `${text} ${part}` : text), start);
  return capitalized(name);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function priceText(min: number | undefined, max: number | undefined): string {
  if (min && max) return `${dollars(min)} to ${dollars(max)}`;
  if (max) return `up to ${dollars(max)}`;
  return min ? `from ${dollars(min)}` : "";
}

function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

export function isSameSearch(one: SearchFilter, other: SearchFilter): boolean {
  return JSON.stringify(searchFacts(one)) === JSON.stringify(searchFacts(other));
}
