import { useId, useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import type { Flight } from "./flight.ts";
import type { Side } from "./flight-groups.ts";
import { FlightRow } from "./flight-row.tsx";
import styles from "./flight-list.module.css";

/** Rows shown at first, and added by each press. */
const ROWS_PER_STEP = 12;

type FlightListProps = { title: string; flights: readonly Flight[]; me: string; side: Side };

/** A part of My Flights under its heading. Renders nothing without flights. */
export function FlightList({ title, flights, me, side }: FlightListProps) {
  const [count, setCount] = useState(ROWS_PER_STEP);
  const titleId = useId();
  if (flights.length === 0) return null;
  const left = flights.length - count;
  return (
    <section aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <span className={styles.count}>{flights.length}</span>
      </div>
      <ul className={styles.list}>
        {flights.slice(0, count).map((flight) => (
          <FlightRow key={flight.booking.id} flight={flight} me={me} side={side} />
        ))}
      </ul>
      {left > 0 && (
        <Button className={styles.more} onClick={() => setCount(count + ROWS_PER_STEP)}>
          Show {Math.min(left, ROWS_PER_STEP)} more
        </Button>
      )}
    </section>
  );
}
