import type { RefObject } from "react";
import { Button } from "../actions/button.tsx";
import { classNames } from "../styles/class-names.ts";
import type { CalendarProps } from "./calendar.tsx";
import { FieldPopover } from "./field-popover.tsx";
import { lazyComponent } from "../hooks/lazy-component.tsx";
import styles from "./day-popover.module.css";

const load = () => import("./calendar.tsx");
const LazyCalendar = lazyComponent<CalendarProps>(async () => (await load()).Calendar, {
  // The popover has its own close action.
  dismiss: () => undefined,
  isInline: true,
});

/** Fetches the calendar on hover or focus, before it opens. */
export function preloadCalendar() {
  load().catch(() => {
    // Offline it is fetched again when it opens.
  });
}

type DayPopoverProps = {
  /** The button that opened it: receives the focus on close, and a press on it is not an outside press. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  label: string;
  selected: string | undefined;
  /** The first selectable day, `YYYY-MM-DD`. */
  from: string;
  onSelect: (day: string) => void;
  /** When set, the calendar offers "Any date", which clears the choice. */
  onClear?: () => void;
  className?: string | undefined;
};

/** A calendar that floats below its field. Closes on a choice, on Escape, and when focus or a press leaves it. */
export function DayPopover({ opener, onClose, label, selected, from, onSelect, onClear, className }: DayPopoverProps) {
  const leave = () => {
    onClose();
    opener.current?.focus();
  };
  return (
    <FieldPopover opener={opener} onClose={onClose} label={label} className={classNames(styles.popover, className)}>
      <LazyCalendar
        selected={selected}
        from={from}
        onSelect={(day) => {
          onSelect(day);
          leave();
        }}
      />
      {onClear && selected && (
        <Button
          variant="quiet"
          size="sm"
          full
          onClick={() => {
            onClear();
            leave();
          }}
        >
          Any date
        </Button>
      )}
    </FieldPopover>
  );
}
