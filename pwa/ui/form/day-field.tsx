import { useCallback, useRef, useState, type ReactNode, type RefObject } from "react";
import { DayPopover, preloadCalendar } from "./day-popover.tsx";

type DayFieldProps = {
  /** Content of the button: a label and the day. */
  children: ReactNode;
  /** The first selectable day, `YYYY-MM-DD`. */
  from: string;
  selected: string | undefined;
  onSelect: (day: string) => void;
  /** When set, the calendar offers "Any date", which clears the choice. */
  onClear?: () => void;
  /** Ref to the button, for callers that focus it. */
  field?: RefObject<HTMLButtonElement | null>;
  className: string | undefined;
  calendarClassName: string | undefined;
  /** The element with what is wrong. */
  describedBy?: string | undefined;
};

/** A button that shows a day and opens the calendar below it. */
export function DayField({ children, field, className, calendarClassName, describedBy, ...calendar }: DayFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const own = useRef<HTMLButtonElement>(null);
  const opener = field ?? own;
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-describedby={describedBy}
        onClick={() => setOpen(!isOpen)}
        onPointerEnter={preloadCalendar}
        onFocus={preloadCalendar}
      >
        {children}
      </button>
      {isOpen && (
        <DayPopover {...calendar} opener={opener} onClose={close} label="Choose a date" className={calendarClassName} />
      )}
    </>
  );
}
