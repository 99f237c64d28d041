// The times and the price of a request: what a booking keeps, and the refusals of one field.
import type { Booking, Eligibility } from "../../../shared/domain/bookings.ts";
import type { Verdict } from "../../../shared/domain/eligibility/choices.ts";
import type { Requirements } from "../../../shared/domain/eligibility/requirements.ts";
import { minimaKeys } from "../../../shared/domain/eligibility/requirements-rules.ts";
import { answerDeadline, MOST_TOTAL } from "../../../shared/domain/bookings-rules.ts";
import type { RentalTerms } from "../../../shared/domain/terms/rental-terms.ts";
import { isSameTerms } from "../../../shared/domain/terms/rental-terms-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { dollars, dollarsAndCents, priceOf } from "../../../shared/kit/money.ts";

const HOUR_MS = 3_600_000;
/** A later end would need five digits for the year. */
const LATEST = Date.UTC(9999, 0, 1);

/** A refusal of one field in a full sentence, since the user may read it after the form is closed. */
export function invalidField(field: string, message: string): DomainError {
  return new DomainError("invalid", { message, fields: { [field]: message } });
}

export function timesOf(startDate: string, hours: number): Pick<Booking, "startDate" | "endsAt"> {
  const start = Date.parse(startDate);
  if (start <= Date.now()) throw invalidField("startDate", "That start has passed. Choose a later one.");
  const end = start + hours * HOUR_MS;
  if (end >= LATEST) throw invalidField("startDate", "Choose an earlier start.");
  return { startDate, endsAt: new Date(end).toISOString() };
}

/** When the owner must have answered, and when they are reminded. */
export function deadlines({ startDate }: Pick<Booking, "startDate">): { answerBy: string; nudgeAt: string } {
  const now = Date.now();
  const answerBy = answerDeadline(Date.parse(startDate), now);
  return { answerBy: new Date(answerBy).toISOString(), nudgeAt: new Date((now + answerBy) / 2).toISOString() };
}

type Rented = { hourlyRate: number; minHours: number };
type Quote = { hourlyRate: number; feeCents: number; totalCents: number; totalPrice: number };

/**
 * The price that the booking keeps.
 * @throws DomainError invalid below the aircraft's minimum hours or above the largest stored price, price-changed
 */
export function quoteFor({ hourlyRate, minHours }: Rented, hours: number, quotedTotalCents?: number): Quote {
  if (hours < minHours) throw invalidField("hours", `At least ${minHours} ${minHours === 1 ? "hour" : "hours"}`);
  const { totalPrice, feeCents, totalCents, total } = priceOf(hourlyRate, hours);
  if (totalPrice > MOST_TOTAL) throw invalidField("hours", "That is more than a booking can cost.");
  if (quotedTotalCents !== undefined && quotedTotalCents !== totalCents)
    throw new DomainError("price-changed", {
      message: `The rate is now ${dollars(hourlyRate)}. Send it at ${dollarsAndCents(total)}?`,
      fields: { quotedTotalCents: { base: quotedTotalCents, theirs: totalCents, yours: quotedTotalCents } },
    });
  return { hourlyRate, feeCents, totalCents, totalPrice };
}

/**
 * The terms that the booking keeps.
 * @throws DomainError terms-changed if the pilot saw others
 */
export function keptTerms(
  { terms }: { terms: RentalTerms | null },
  quotedTerms?: RentalTerms | null,
): { terms: RentalTerms | null } {
  if (quotedTerms !== undefined && !isSameTerms(quotedTerms, terms))
    throw new DomainError("terms-changed", {
      fields: { quotedTerms: { base: quotedTerms, theirs: terms, yours: quotedTerms } },
    });
  return { terms };
}

/**
 * What the owner asks, with the outcomes that the pilot's device sent. An outcome for another minimum is left out. So a minimum that
 * changed since the pilot saw it was not compared.
 */
export function keptEligibility(
  requirements: Requirements | null,
  sent: Readonly<Record<string, Verdict>> = {},
): { eligibility: Eligibility | null } {
  const keys = minimaKeys(requirements);
  if (!requirements || keys.length === 0) return { eligibility: null };
  const verdicts = Object.fromEntries(keys.flatMap((key) => (sent[key] ? [[key, sent[key]]] : [])));
  return { eligibility: { requirements, verdicts } };
}

/** Outcomes are for the day of the flight: those for another start no longer count. */
export function movedEligibility(
  { eligibility, startDate: before }: Pick<Booking, "eligibility" | "startDate">,
  startDate: string,
  sent: Readonly<Record<string, Verdict>> | undefined,
): { eligibility?: Eligibility | null } {
  if (!eligibility || (sent === undefined && startDate === before)) return {};
  return keptEligibility(eligibility.requirements, sent);
}
