import { useRef, type RefObject } from "react";
import { toast } from "../../client/shell/toasts.ts";
import type { BookingDetails } from "./booking-request.ts";
import type { BookingDraft } from "./use-booking-draft.ts";

export type BookAction = {
  /** The action of Book Now; null when this reader cannot book. */
  book: (() => void) | null;
  /** The field to focus when the date is missing. */
  dateField: RefObject<HTMLButtonElement | null>;
};

/** Calls `onBook` with complete details only; without a date it shows the problem and focuses the field. */
export function useBook(
  { date, hours }: Pick<BookingDraft, "date" | "hours">,
  onBook: ((details: BookingDetails) => void) | null,
): BookAction {
  const dateField = useRef<HTMLButtonElement>(null);
  const book = () => {
    if (date) return onBook?.({ date, hours });
    toast({ title: "Date required", description: "Please select a date for your flight.", kind: "bad" });
    dateField.current?.focus();
  };
  return { book: onBook && book, dateField };
}
