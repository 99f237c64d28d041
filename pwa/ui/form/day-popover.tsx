import { useEffect, useRef, type RefObject } from "react";
import { Button } from "../actions/button.tsx";
import { classNames } from "../styles/class-names.ts";
import type { CalendarProps } from "./calendar.tsx";
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
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const isElsewhere = (target: EventTarget | null) =>
      target instanceof Node && !box.current?.contains(target) && !opener.current?.contains(target);
    const onPointer = (event: PointerEvent) => isElsewhere(event.target) && onClose();
    const onFocus = (event: FocusEvent) => isElsewhere(event.target) && onClose();
    document.addEventListener("pointerdown", onPointer);
    document.addEventListener("focusin", onFocus);
    return () => {
      document.removeEventListener("pointerdown", onPointer);
      document.removeEventListener("focusin", onFocus);
    };
  }, [onClose, opener]);

  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);

  const leave = () => {
    onClose();
    opener.current?.focus();
  };

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <div
      ref={box}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={classNames(styles.popover, className)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        leave();
      }}
    >
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
    </div>
  );
}
