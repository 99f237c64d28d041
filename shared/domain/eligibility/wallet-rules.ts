// The words and dates of a wallet, free of zod.
import { grouped } from "../../kit/counted.ts";
import { dayWithYear, shortMonth } from "../../kit/dates.ts";
import { dollars } from "../../kit/money.ts";
import type { PaperName } from "./choices.ts";
import { certificateWords, medicalWords, ratingWords } from "./requirements-rules.ts";
import type { Paper, Wallet } from "./wallet.ts";

/** A flight review counts until the end of the 24th month after its own. */
const REVIEW_LASTS_MONTHS = 24;
/** Days before its end from which a paper is said to end soon. */
const SOON_DAYS = 60;
const DAY_MS = 86_400_000;

export const paperLabels: Readonly<Record<PaperName, string>> = {
  certificate: "Certificate",
  ratings: "Ratings and endorsements",
  medical: "Medical",
  review: "Flight review",
  insurance: "Renter insurance",
  hours: "Hours",
};

/** `2028-05-31` → `May 2028`. */
export const monthWords = (day: string) => `${shortMonth(day)} ${day.slice(0, 4)}`;

/** The day `count` days after `day`. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The last day of the month that is `months` months after that of `day`. */
export function endOfMonthAfter(day: string, months: number): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10);
}

/** `2104` → `210.4`. */
export const hoursOf = (tenths: number) =>
  (tenths / 10).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The last day on which a paper counts; null for one that does not end. */
export function lastDayOf(name: PaperName, { medical, review, insurance }: Wallet): string | null {
  if (name === "medical") return medical?.until ?? null;
  if (name === "review") return review ? endOfMonthAfter(review.on, REVIEW_LASTS_MONTHS) : null;
  if (name === "insurance") return insurance?.until ?? null;
  return null;
}

/** The content of a paper in one line; null while the wallet lacks it. */
export function paperText<Name extends PaperName>(name: Name, wallet: Wallet): string | null {
  const { certificate, ratings, medical, review, insurance, hours } = wallet;
  switch (name) {
    case "certificate":
      return certificate ? certificateText(certificate) : null;
    case "ratings":
      return ratings ? ratings.ratings.map((rating) => ratingWords[rating]).join(", ") : null;
    case "medical":
      return medical ? `${medicalWords[medical.class]}, to ${dayWithYear(medical.until)}` : null;
    case "review":
      return review ? dayWithYear(review.on) : null;
    case "insurance":
      return insurance ? insuranceText(insurance) : null;
    default:
      return hours ? `${hoursOf(hours.total)} hours total` : null;
  }
}

function certificateText({ level, classes, number }: Paper<"certificate">): string {
  return [certificateWords[level], classes, number && `no. ${number}`].filter(Boolean).join(", ");
}

function insuranceText({ insurer, hull, until }: Paper<"insurance">): string {
  const cover = hull === 0 ? "Liability alone" : `${dollars(hull)} hull`;
  return [insurer, cover, `to ${dayWithYear(until)}`].filter(Boolean).join(", ");
}

/** A figure of the hours with its name. */
export function hourFigures({
  total,
  pic,
  recent,
  landings,
  types,
}: Paper<"hours">): { name: string; value: string }[] {
  const figure = (name: string, tenths: number | undefined) => ({
    name,
    value: tenths === undefined ? "Not added" : `${hoursOf(tenths)} h`,
  });
  return [
    figure("Total", total),
    figure("As PIC", pic),
    figure("Last 90 days", recent),
    { name: "Landings, 90 days", value: landings === undefined ? "Not added" : grouped(landings) },
    ...types.map(({ type, hours }) => figure(type, hours)),
  ];
}

/** Whether a paper counts on a day: `ok`, `low` when it ends within 60 days, `missing` when it is absent or has ended. */
export type PaperState = { tone: "ok" | "low" | "missing"; words: string };

/** The state of a paper for its badge; null for one that neither ends nor is expected. */
export function paperState(name: PaperName, wallet: Wallet, today: string): PaperState | null {
  if (wallet[name] === undefined)
    return name === "hours" || name === "ratings" ? null : { tone: "missing", words: "Not added" };
  if (name === "certificate") return { tone: "ok", words: "In force" };
  const end = lastDayOf(name, wallet);
  if (end === null) return null;
  if (end < today) return { tone: "missing", words: `Ended ${dayWithYear(end)}` };
  if (end < daysAfter(today, SOON_DAYS)) return { tone: "low", words: `Ends ${dayWithYear(end)}` };
  return { tone: "ok", words: name === "review" ? `To ${monthWords(end)}` : "In force" };
}
