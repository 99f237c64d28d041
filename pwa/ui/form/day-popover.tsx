import { useEffect, useRef, type RefObject } from "react";
import { Button } from "../actions/button.tsx";
import { classNames } from "../styles/class-names.ts";
import type { CalendarProps } from "./calendar.tsx";
import { lazyComponent } from "../hooks/lazy-component.tsx";
import styles from "./day-popover.module.css";

const load = () => import("./calendar.tsx");
const LateCalendar = lazyComponent<CalendarProps>(async () => (await load()).Calendar, {
  // The popover has its own way out.
  dismiss: () => undefined,
  isInline: true,
});

/** Fetches the calendar ahead of its opening, on a hover or a focus. */
export function preloadCalendar() {
  load().catch(() => {
    // Without a network it is fetched again when it opens.
  });
}

interface DayPopoverProps {
  /** The button that opened it: focus goes back there, and a press on it is not a press outside. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  label: string;
  selected: string | undefined;
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  from: string;
  onSelect: (day: string) => void;
  /** Offers "Any date" to take the choice back. */
  onClear?: () => void;
  className?: string | undefined;
}

/** A calendar that floats under its field: closes on a choice, on Escape, and when the attention goes elsewhere. */
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
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves it from anywhere inside
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
      <LateCalendar
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
