// A request that has not reached the server: its hours, its price and its message are still the pilot's to change.
import { hoursLabel } from "../../../../shared/domain/bookings-rules.ts";
import { zoneOf, type Placed } from "../../../../shared/domain/locations.ts";
import { zonedTime } from "../../../../shared/kit/dates.ts";
import { dollarsAndCents } from "../../../../shared/kit/money.ts";
import type { NewQuote } from "../../../client/bookings/refused-price.ts";
import type { QueueItem } from "../../../client/sync/queue-items.ts";
import { isObject } from "../../../client/storage/browser-storage.ts";
import { useCurrentStore } from "../../../client/sync/current-store.ts";
import { flightVerdicts } from "../../../client/wallet/flight-verdicts.ts";
import { edit } from "../../../client/sync/sync-state.ts";
import type { WantedHours } from "../booking-commands.ts";

/** Replaces the lines of the message that the change concerns; other words stay. */
export function withLines(content: string, lines: Readonly<Record<string, string>>): string {
  return content
    .split("\n")
    .map((line) => {
      const name = line.split(":", 1)[0] ?? "";
      return Object.hasOwn(lines, name) ? `${name}: ${lines[name]}` : line;
    })
    .join("\n");
}

const text = (value: unknown) => (typeof value === "string" ? value : "");
const totalLine = (cents: number) => ({ Total: dollarsAndCents(cents / 100) });

/** The button that sends a refused request as the server wants it. */
export function resendLabel(quote: NewQuote): string {
  return "terms" in quote ? "Send with the new terms" : `Send at ${dollarsAndCents(quote.totalCents / 100)}`;
}

/** Sends a refused request at the new price, or with the new terms. */
export function sendWith({ id, input }: Pick<QueueItem, "id" | "input">, quote: NewQuote): Promise<void> {
  if ("terms" in quote) return edit(id, { ...input, quotedTerms: quote.terms });
  const content = withLines(text(input["content"]), totalLine(quote.totalCents));
  return edit(id, { ...input, quotedTotalCents: quote.totalCents, content });
}

/** Gives the request other hours. */
export async function changeUnsent(
  { id, input }: QueueItem,
  { startDate, hours }: WantedHours,
  totalCents: number,
  plane: Placed,
): Promise<void> {
  const lines = { Date: zonedTime(startDate, zoneOf(plane)), Duration: hoursLabel(hours), ...totalLine(totalCents) };
  const content = withLines(text(input["content"]), lines);
  const { verdicts: before, ...others } = input;
  const keys = Object.keys(isObject(before) ? before : {});
  const { userId } = useCurrentStore.getState();
  const compared = userId === null ? {} : await flightVerdicts(userId, keys, { startDate, plane });
  await edit(id, { ...others, startDate, hours, quotedTotalCents: totalCents, content, ...compared });
}
