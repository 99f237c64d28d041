import { useRef, type RefObject } from "react";
import { toast } from "../../client/shell/toasts.ts";
import type { BookingDetails } from "./booking-request.ts";
import type { BookingDraft } from "./use-booking-draft.ts";

export type Booking = {
  /** What Book Now does wherever it stands; null where this reader cannot book. */
  book: (() => void) | null;
  /** The field that takes the focus when the date is missing. */
  dateField: RefObject<HTMLButtonElement | null>;
};

/** Reports complete details only; without a date it says so and leads to the field. */
export function useBook(
  { date, hours }: Pick<BookingDraft, "date" | "hours">,
  onBook: ((details: BookingDetails) => void) | null,
): Booking {
  const dateField = useRef<HTMLButtonElement>(null);
  const book = () => {
    if (date) return onBook?.({ date, hours });
    toast({ title: "Date required", description: "Please select a date for your flight.", kind: "bad" });
    dateField.current?.focus();
  };
  return { book: onBook && book, dateField };
}
