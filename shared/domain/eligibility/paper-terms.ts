// A shared paper in words: its title, one line, and every fact of it. Free of zod.
import { dayWithYear } from "../../kit/dates.ts";
import { dollars } from "../../kit/money.ts";
import type { PaperName } from "./choices.ts";
import { certificateWords, medicalWords } from "./requirements-rules.ts";
import type { Paper, Wallet } from "./wallet.ts";
import { hourFigures, lastDayOf, monthWords, paperLabels, paperText } from "./wallet-rules.ts";

export const paperTitles: Readonly<Record<PaperName, string>> = {
  ...paperLabels,
  certificate: "Pilot certificate",
  medical: "Medical certificate",
};

/** `Private`, `To May 2028`; null while the paper is not there. */
export function paperSummary(name: PaperName, wallet: Wallet): string | null {
  if (name === "certificate") return wallet.certificate ? certificateWords[wallet.certificate.level] : null;
  const end = lastDayOf(name, wallet);
  return end ? `To ${monthWords(end)}` : paperText(name, wallet);
}

/** A value is null where the pilot stated none. */
export type PaperTerm = { name: string; value: string | null };

const termsOf: { [Name in PaperName]: (paper: Paper<Name>, wallet: Wallet) => PaperTerm[] } = {
  certificate: ({ level, classes, number }) => [
    { name: "Certificate", value: certificateWords[level] },
    { name: "Category and class", value: classes ?? null },
    { name: "Number", value: number ?? null },
  ],
  ratings: (_, wallet) => [{ name: paperLabels.ratings, value: paperText("ratings", wallet) }],
  medical: (medical) => [
    { name: "Class", value: medicalWords[medical.class] },
    { name: "Ends", value: dayWithYear(medical.until) },
  ],
  review: ({ on }, wallet) => [
    { name: "Flight review", value: dayWithYear(on) },
    { name: "Counts to", value: dayWithYear(lastDayOf("review", wallet)!) },
  ],
  insurance: ({ insurer, hull, until }) => [
    { name: "Insurer", value: insurer ?? null },
    { name: "Cover", value: hull === 0 ? "Liability alone" : `${dollars(hull)} hull` },
    { name: "Ends", value: dayWithYear(until) },
  ],
  hours: (hours) => [...hourFigures(hours), { name: "Counted", value: dayWithYear(hours.countedOn) }],
};

/** All that a paper says; null while it is not there. */
export function paperTerms<Name extends PaperName>(name: Name, wallet: Wallet): PaperTerm[] | null {
  const paper = wallet[name] as Paper<Name> | undefined;
  return paper ? termsOf[name](paper, wallet) : null;
}
