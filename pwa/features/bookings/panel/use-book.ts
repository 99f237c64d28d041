import { useRef, useState, type RefObject } from "react";
import { toast } from "../../../client/shell/toasts.ts";
import type { BookingDetails } from "./booking-request.ts";
import type { BookingChoice } from "./use-booking-choice.ts";

export type OnBook = ((details: BookingDetails) => void) | null;

export type BookAction = {
  /** The action of Book Now; null when this reader cannot book. */
  book: (() => void) | null;
  /** The field to focus when the date is missing. */
  dateField: RefObject<HTMLButtonElement | null>;
  /** The strip of half hours, to focus when the start is missing. */
  startField: RefObject<HTMLDivElement | null>;
  /** Book Now was pressed without a start. */
  isStartMissing: boolean;
};

/** Calls `onBook` with complete details only; otherwise it shows what is missing and focuses the field. */
export function useBook({ date, start, details }: BookingChoice, onBook: OnBook): BookAction {
  const dateField = useRef<HTMLButtonElement>(null);
  const startField = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const book = () => {
    if (details) return onBook?.(details);
    if (date) {
      setMissing(date);
      startField.current?.querySelector<HTMLElement>("[role=radio][tabindex='0']")?.focus();
      return;
    }
    sayDateMissing();
    dateField.current?.focus();
  };
  return { book: onBook && book, dateField, startField, isStartMissing: missing === date && start === undefined };
}

export function sayDateMissing(): void {
  toast({ title: "Date required", description: "Please select a date for your flight.", kind: "bad" });
}
