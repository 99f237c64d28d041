// Compares a pilot's wallet with what an owner asks, for the day of a flight. Pure; low and missing never block a request.
import { counted } from "../../kit/counted.ts";
import { dayWithYear } from "../../kit/dates.ts";
import { dollars } from "../../kit/money.ts";
import { heldCertificates, medicals, RECENT_DAYS, type Rating, type Verdict } from "./choices.ts";
import type { Requirements } from "./requirements.ts";
import { certificateWords, medicalWords, minimaOf, type Minimum } from "./requirements-rules.ts";
import type { Wallet } from "./wallet.ts";
import { daysAfter, endOfMonthAfter, hoursOf, lastDayOf, monthWords } from "./wallet-rules.ts";

/** One minimum beside what the wallet has. */
export type ComparedMinimum = Minimum & { has: string; verdict: Verdict };
type Compared = { has: string; verdict: Verdict };

const none: Compared = { has: "None", verdict: "missing" };
const enough = (isEnough: boolean): Verdict => (isEnough ? "ok" : "low");

/** What is not in force on `day` (`YYYY-MM-DD` at the aircraft) counts as missing. */
export function compare(stated: Requirements | null | undefined, wallet: Wallet, day: string): ComparedMinimum[] {
  return minimaOf(stated).map((minimum) => ({ ...minimum, ...comparedOf(minimum.key, wallet, day) }));
}

/** The outcomes alone, by the keys of the minima: nothing else of a wallet travels with a request. */
export function verdictsOf(keys: readonly string[], wallet: Wallet, day: string): Record<string, Verdict> {
  return Object.fromEntries(keys.map((key) => [key, comparedOf(key, wallet, day).verdict]));
}

/** A key has the kind of the minimum, and then what is asked. */
function comparedOf(key: string, wallet: Wallet, day: string): Compared {
  const [kind = "", value = "", hours = ""] = key.split(":");
  switch (kind) {
    case "certificate":
      return certificateOf(wallet, value);
    case "rating":
      return wallet.ratings?.ratings.includes(value as Rating) ? { has: "Yes", verdict: "ok" } : none;
    case "totalHours":
      return hoursAgainst(wallet.hours?.total, Number(value));
    case "typeHours":
      return hoursAgainst(hoursInType(wallet, value), Number(hours));
    case "landings":
      return landingsOf(wallet, Number(value), day);
    case "review":
      return reviewOf(wallet, Number(value), day);
    case "medical":
      return medicalOf(wallet, value, day);
    case "insurance":
      return insuranceOf(wallet, Number(value), day);
    default:
      // A minimum of a newer version.
      return none;
  }
}

/** Whether `held` is at least `asked` in a list from the least to the most. */
const reaches = (list: readonly string[], held: string, asked: string) => list.indexOf(held) >= list.indexOf(asked);

function certificateOf({ certificate }: Wallet, asked: string): Compared {
  if (!certificate) return none;
  const has = [certificateWords[certificate.level], certificate.classes].filter(Boolean).join(", ");
  return { has, verdict: enough(reaches(heldCertificates, certificate.level, asked)) };
}

function hoursAgainst(tenths: number | undefined, asked: number): Compared {
  if (tenths === undefined) return none;
  return { has: `${hoursOf(tenths)} hours`, verdict: enough(tenths >= asked * 10) };
}

/** `SR22` and `SR-22` are one type. */
function hoursInType({ hours }: Wallet, typeName: string): number | undefined {
  const plain = (name: string) => name.replaceAll("-", "");
  return hours?.types.find(({ type }) => plain(type) === plain(typeName))?.hours;
}

/** Landings that were counted more than 90 days before the flight no longer count. */
function landingsOf({ hours }: Wallet, asked: number, day: string): Compared {
  if (hours?.landings === undefined) return none;
  const has = counted(hours.landings, "landing");
  if (hours.countedOn < daysAfter(day, -RECENT_DAYS))
    return { has: `${has}, ${dayWithYear(hours.countedOn)}`, verdict: "low" };
  return { has, verdict: enough(hours.landings >= asked) };
}

function ended(name: "review" | "medical" | "insurance", wallet: Wallet, day: string): Compared | null {
  const end = lastDayOf(name, wallet);
  if (end === null) return none;
  return end < day ? { has: `Ended ${dayWithYear(end)}`, verdict: "missing" } : null;
}

function reviewOf(wallet: Wallet, months: number, day: string): Compared {
  const gone = ended("review", wallet, day);
  if (gone || !wallet.review) return gone ?? none;
  const { on } = wallet.review;
  if (on > day) return none;
  return { has: monthWords(on), verdict: enough(endOfMonthAfter(on, months) >= day) };
}

function medicalOf(wallet: Wallet, asked: string, day: string): Compared {
  const gone = ended("medical", wallet, day);
  if (gone || !wallet.medical) return gone ?? none;
  const { class: held, until } = wallet.medical;
  return { has: `${medicalWords[held]}, to ${monthWords(until)}`, verdict: enough(reaches(medicals, held, asked)) };
}

function insuranceOf(wallet: Wallet, asked: number, day: string): Compared {
  const gone = ended("insurance", wallet, day);
  if (gone || !wallet.insurance) return gone ?? none;
  const { hull, until } = wallet.insurance;
  const cover = hull === 0 ? "Liability" : dollars(hull);
  return { has: `${cover}, to ${monthWords(until)}`, verdict: enough(hull >= asked) };
}
