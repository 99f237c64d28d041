// A booking request that the server refused because the owner's rate changed.
import { useEffect, useState } from "react";
import type { Entry } from "../../device/sync/entry.ts";
import { rateOf } from "../../../shared/domain/bookings-rules.ts";
import { openedStore } from "../sync/current-store.ts";
import { useRows } from "../sync/rows.ts";

export type RefusedPrice = {
  /** Of the outbox entry. */
  id: string;
  input: Readonly<Record<string, unknown>>;
  /** ISO time. */
  start: string;
  hours: number;
  /** `The rate is now $179. Send it at $393.80?` */
  question: string;
  /** The new total in cents, and its rate in dollars per hour. */
  totalCents: number;
  rate: number;
};

/** The total that the server wants, in a refusal for the price; null in any other. */
export function newTotalIn(refusal: { code?: string; fields?: Readonly<Record<string, unknown>> } | undefined) {
  if (refusal?.code !== "price-changed") return null;
  const sides = refusal.fields?.["quotedTotalCents"] as { theirs?: unknown } | undefined;
  return typeof sides?.theirs === "number" ? sides.theirs : null;
}

/** The latest of this user's requests for an aircraft that was refused for its price. */
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
  const totalCents = newTotalIn(refusal);
  const { startDate, hours } = input;
  if (!refusal || totalCents === null || typeof startDate !== "string" || typeof hours !== "number") return null;
  const rate = rateOf({ hourlyRate: null, totalCents, hours });
  return { id, input, start: startDate, hours, question: refusal.message, totalCents, rate };
}
