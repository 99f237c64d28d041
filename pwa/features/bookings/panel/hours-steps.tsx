// Date, duration, start and price on two pages: the calendar, and the other fields. For sheets and dialogs, which load it.
import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import { BookingFields } from "./booking-fields.tsx";
import { HoursCalendar } from "./hours-calendar.tsx";
import type { BookAction } from "./use-book.ts";
import type { BookedPlane, BookingChoice } from "./use-booking-choice.ts";
import styles from "./hours-steps.module.css";

export type HoursStep = "date" | "hours";

type HoursPages = {
  step: HoursStep;
  turnTo: (step: HoursStep) => void;
  focusDay: () => void;
  body: RefObject<HTMLDivElement | null>;
  /** The other page was open before. */
  hasTurned: RefObject<boolean>;
};

/** Turns between the pages. The focus returns to the date when the calendar closes. */
export function useHoursPages(
  step: HoursStep,
  onStep: (step: HoursStep) => void,
  { dateField }: Pick<BookAction, "dateField">,
): HoursPages {
  const body = useRef<HTMLDivElement>(null);
  const hasTurned = useRef(false);
  useEffect(() => {
    if (step === "hours" && hasTurned.current) dateField.current?.focus();
  }, [step, dateField]);
  return {
    ...{ step, body, hasTurned },
    turnTo: (next) => {
      hasTurned.current = true;
      onStep(next);
    },
    focusDay: () => body.current?.querySelector<HTMLElement>("[data-day][tabindex='0']")?.focus(),
  };
}

type HoursStepsProps = {
  pages: HoursPages;
  plane: BookedPlane;
  choice: BookingChoice;
  action: BookAction;
  /** Shown below the price. */
  children?: ReactNode;
};

export function HoursSteps({ pages, plane, choice, action, children }: HoursStepsProps) {
  const { step, turnTo, body, hasTurned } = pages;
  return (
    <div ref={body} className={styles.inset}>
      {step === "date" ? (
        <div className={styles.calendar}>
          <HoursCalendar
            hours={choice.free.hours}
            minHours={plane.minHours}
            months={1}
            selected={choice.date}
            onShown={choice.free.read}
            isFocused={hasTurned.current}
            onSelect={(day) => {
              choice.setDate(day);
              turnTo("hours");
            }}
          />
        </div>
      ) : (
        <>
          <BookingFields plane={plane} choice={choice} action={action} onDate={() => turnTo("date")} />
          {children}
        </>
      )}
    </div>
  );
}
