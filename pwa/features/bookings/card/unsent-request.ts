// A request that has not reached the server: its hours, its price and its message are still the pilot's to change.
import { hoursLabel } from "../../../../shared/domain/bookings-rules.ts";
import { zonedTime } from "../../../../shared/kit/dates.ts";
import { dollarsAndCents } from "../../../../shared/kit/money.ts";
import type { QueueItem } from "../../../client/sync/queue-items.ts";
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

/** Sends a refused request at the new price. */
export function sendAt({ id, input }: Pick<QueueItem, "id" | "input">, totalCents: number): Promise<void> {
  const content = withLines(text(input["content"]), totalLine(totalCents));
  return edit(id, { ...input, quotedTotalCents: totalCents, content });
}

/** Gives the request other hours. */
export function changeUnsent(
  { id, input }: QueueItem,
  { startDate, hours }: WantedHours,
  totalCents: number,
  zone: string,
): Promise<void> {
  const lines = { Date: zonedTime(startDate, zone), Duration: hoursLabel(hours), ...totalLine(totalCents) };
  const content = withLines(text(input["content"]), lines);
  return edit(id, { ...input, startDate, hours, quotedTotalCents: totalCents, content });
}
