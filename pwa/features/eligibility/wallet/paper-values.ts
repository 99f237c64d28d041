// A paper as form values, all text except ratings and types, and its conversion to what a wallet stores. Pure.
import type { PaperName, Rating } from "../../../../shared/domain/eligibility/choices.ts";
import { papers, type Wallet } from "../../../../shared/domain/eligibility/wallet.ts";
import { problemSentence } from "../../../../shared/kit/problem-sentence.ts";

export type PaperValues = {
  readonly texts: Readonly<Record<string, string>>;
  readonly ratings: readonly Rating[];
  readonly types: readonly { readonly type: string; readonly hours: string }[];
};

/** Fields of hours in tenths. */
const inHours = ["total", "pic", "recent"];
const numbers = [...inHours, "landings", "hull"];

export function paperValuesOf(name: PaperName, wallet: Wallet): PaperValues {
  const paper: Readonly<Record<string, unknown>> = wallet[name] ?? {};
  const texts = Object.entries(paper)
    .filter(([, value]) => typeof value === "string" || typeof value === "number")
    .map(([field, value]) => [field, inHours.includes(field) ? String(Number(value) / 10) : String(value)] as const);
  return {
    texts: Object.fromEntries(texts),
    ratings: name === "ratings" ? (wallet.ratings?.ratings ?? []) : [],
    types:
      name === "hours"
        ? (wallet.hours?.types ?? []).map(({ type, hours }) => ({ type, hours: String(hours / 10) }))
        : [],
  };
}

/** Problems by field; those of types are at `types.<place>.type` and `types.<place>.hours`. */
export type PaperProblems = Readonly<Record<string, string>>;

/** The paper to store, or what is wrong with each field. `today` is the day on which hours are entered. */
export function readPaper<Name extends PaperName>(
  name: Name,
  values: PaperValues,
  today: string,
): { paper: NonNullable<Wallet[Name]>; problems: null } | { paper: null; problems: PaperProblems } {
  const read = papers[name].safeParse(inputOf(name, values, today), { error: problemSentence });
  const problems: Record<string, string> = {};
  for (const { path, message } of read.error?.issues ?? []) problems[path.map(String).join(".")] ??= message;
  if (name === "review" && (values.texts["on"] ?? "") > today) problems["on"] = "A flight review cannot be ahead";
  if (!read.success || Object.keys(problems).length > 0) return { paper: null, problems };
  return { paper: read.data as NonNullable<Wallet[Name]>, problems: null };
}

function inputOf(name: PaperName, { texts, ratings, types }: PaperValues, today: string): Record<string, unknown> {
  const typed = Object.entries(texts).flatMap(([field, text]) =>
    text.trim() === "" ? [] : [[field, numbers.includes(field) ? amountIn(field, text) : text.trim()] as const],
  );
  const input: Record<string, unknown> = Object.fromEntries(typed);
  if (name === "ratings") return { ratings };
  if (name !== "hours") return input;
  const named = types.filter(({ type, hours }) => type.trim() !== "" || hours.trim() !== "");
  return {
    ...input,
    types: named.map(({ type, hours }) => ({ type, hours: amountIn("total", hours) })),
    countedOn: today,
  };
}

/** A number as people type it; hours in tenths. */
function amountIn(field: string, text: string): number {
  const typed = text.trim() === "" ? Number.NaN : Number(text.replaceAll(/[$,\s]/g, ""));
  if (!inHours.includes(field)) return typed;
  const rounded = Math.round(typed * 10);
  // A product such as 2.7 × 10 is not always exact.
  return Math.abs(typed * 10 - rounded) < 1e-6 ? rounded : typed * 10;
}
