import type { Span } from "../../../../shared/domain/free-hours.ts";
import { hoursOfDay, type FreeHours } from "../../../client/availability/free-hours.ts";
import { barName, hourText } from "../../../client/availability/hours-words.ts";
import { chosenPlace, freePlaces, tickPlaces } from "./day-bar-places.ts";
import styles from "./day-bar.module.css";

type DayBarProps = {
  hours: FreeHours;
  /** A day number at the aircraft. */
  day: number;
  minHours: number;
  chosen: Span | null;
};

/** A day from opening to closing: free, not free, chosen. */
export function DayBar({ hours, day, minHours, chosen }: DayBarProps) {
  return (
    <>
      <div role="img" aria-label={barName(hoursOfDay(hours, day, minHours))} className={styles.bar}>
        {freePlaces(hours, day, minHours).map((place) => (
          <i key={place.left} style={place} />
        ))}
        {chosen && <b style={chosenPlace(hours, day, chosen)} />}
      </div>
      <div aria-hidden="true" className={styles.ticks}>
        {tickPlaces(hours, day).map(({ minute, left }) => (
          <span key={minute} style={{ left }}>
            {hourText(minute)}
          </span>
        ))}
      </div>
    </>
  );
}
