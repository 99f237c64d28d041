// A booking request that the server refused because the owner's rate changed.
import { useEffect, useState } from "react";
import type { Entry } from "../../device/sync/entry.ts";
import type { RentalTerms } from "../../../shared/domain/terms/rental-terms.ts";
import { rateOf } from "../../../shared/domain/bookings-rules.ts";
import { openedStore } from "../sync/current-store.ts";
import { useRows } from "../sync/rows.ts";

/** What the server asks for instead of the quote that it refused. */
export type NewQuote = { totalCents: number } | { terms: RentalTerms | null };

export type RefusedPrice = {
  /** Of the outbox entry. */
  id: string;
  input: Readonly<Record<string, unknown>>;
  /** ISO time. */
  start: string;
  hours: number;
  /** `The rate is now $179. Send it at $393.80?` */
  question: string;
  quote: NewQuote;
  /** Dollars per hour, of the new total. */
  rate: number;
};

type Refusal = { code?: string; fields?: Readonly<Record<string, unknown>> } | undefined;

const wantedIn = (refusal: Refusal, field: string) =>
  (refusal?.fields?.[field] as { theirs?: unknown } | undefined)?.theirs;

/** The total in cents that the server wants, in a refusal for the price; null in any other. */
export function newTotalIn(refusal: Refusal): number | null {
  const total = refusal?.code === "price-changed" ? wantedIn(refusal, "quotedTotalCents") : null;
  return typeof total === "number" ? total : null;
}

/** What the server wants, in a refusal for the price or for the rental terms; null in any other. */
export function newQuoteIn(refusal: Refusal): NewQuote | null {
  if (refusal?.code === "terms-changed") return { terms: wantedIn(refusal, "quotedTerms") as RentalTerms | null };
  const totalCents = newTotalIn(refusal);
  return totalCents === null ? null : { totalCents };
}

/** The latest of this user's requests for an aircraft that was refused for its price or its terms. */
export function useRefusedPrice(aircraftId: string): RefusedPrice | null {
  const bookings = useRows("bookings", { aircraftId });
  const refused = bookings?.findLast(({ id, waiting, entryIds }) => waiting === "attention" && entryIds?.includes(id));
  const id = refused?.id;
  const [found, setFound] = useState<RefusedPrice | null>(null);
  useEffect(() => {
    if (id === undefined) return;
    let isWanted = true;
    openedStore()
      .then(async ({ engine }) => (await engine.outbox()).find((entry) => entry.id === id))
      .then((entry) => isWanted && setFound(entry ? refusedPriceOf(entry) : null))
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [id]);
  return found?.id === id ? found : null;
}

function refusedPriceOf({ id, input, refusal }: Entry): RefusedPrice | null {
  const quote = newQuoteIn(refusal);
  const { startDate, hours, quotedTotalCents } = input;
  if (!refusal || !quote || typeof startDate !== "string" || typeof hours !== "number") return null;
  const totalCents = "totalCents" in quote ? quote.totalCents : Number(quotedTotalCents);
  const rate = rateOf({ hourlyRate: null, totalCents, hours });
  return { id, input, start: startDate, hours, question: refusal.message, quote, rate };
}
