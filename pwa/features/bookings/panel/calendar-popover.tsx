import type { RefObject } from "react";
import { zoneOf } from "../../../../shared/domain/locations.ts";
import { zoneName } from "../../../../shared/kit/zoned-hours.ts";
import { cityOf } from "../../../client/availability/hours-words.ts";
import { FieldPopover } from "../../../ui/form/field-popover.tsx";
import { lazyComponent } from "../../../ui/hooks/lazy-component.tsx";
import type { HoursCalendarProps } from "./hours-calendar.tsx";
import type { BookedPlane, BookingChoice } from "./use-booking-choice.ts";
import styles from "./calendar-popover.module.css";

const load = () => import("./hours-calendar.tsx");
const LazyCalendar = lazyComponent<HoursCalendarProps>(async () => (await load()).HoursCalendar, {
  // Escape closes the popover.
  dismiss: () => undefined,
  isInline: true,
});

/** Fetches the calendar on hover or focus, before it opens. */
export function preloadHoursCalendar() {
  load().catch(() => {
    // Offline it is fetched again when it opens.
  });
}

type CalendarPopoverProps = {
  plane: BookedPlane;
  choice: BookingChoice;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** Two months that hang from the date field. A choice closes them and returns the focus to the field. */
export function CalendarPopover({ plane, choice, opener, onClose }: CalendarPopoverProps) {
  const zone = zoneName(new Date(choice.start ?? choice.now), zoneOf(plane));
  return (
    <FieldPopover opener={opener} onClose={onClose} label="Choose a date" className={styles.popover}>
      <LazyCalendar
        hours={choice.free.hours}
        minHours={plane.minHours}
        months={2}
        selected={choice.date}
        onShown={choice.free.read}
        isFocused
        place={`${cityOf(plane.location)} time, ${zone}`}
        onSelect={(day) => {
          choice.setDate(day);
          onClose();
          opener.current?.focus();
        }}
      />
    </FieldPopover>
  );
}
