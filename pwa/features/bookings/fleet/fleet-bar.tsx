import { barPlace, type DayWindow, type FleetDay } from "./fleet-layout.ts";
import styles from "./fleet-items.module.css";

const looks = {
  accepted: styles.barOwn,
  request: styles.barAsk,
  past: styles.barPast,
  block: styles.barBlock,
  cancelled: undefined,
};

/** A day from opening to closing. Decoration: the name of the day has the words. */
export function DayBar({ day, window }: { day: FleetDay; window: DayWindow }) {
  return (
    <span aria-hidden="true" className={styles.bar}>
      {day.items.map((item) => (
        <span key={item.id}>
          {item.buffer > 0 && (
            <span
              className={styles.kept}
              style={barPlace({ from: item.barEnd, to: item.barEnd + item.buffer }, window)}
            />
          )}
          {looks[item.kind] && (
            <span className={looks[item.kind]} style={barPlace({ from: item.from, to: item.barEnd }, window)} />
          )}
        </span>
      ))}
    </span>
  );
}
