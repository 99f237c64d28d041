import { useId, useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import type { BookingWithStatus } from "../booking-state.ts";
import { flightOf, type Directory } from "./flight.ts";
import type { Side } from "./flight-groups.ts";
import { FlightRow } from "./flight-row.tsx";
import styles from "./flight-list.module.css";

/** Rows shown at first, and added by each press. */
const ROWS_PER_STEP = 12;

type FlightListProps = {
  title: string;
  bookings: readonly BookingWithStatus[];
  directory: Directory;
  me: string;
  side: Side;
};

/** A part of My Flights under its heading. Words are made for the shown rows alone. Renders nothing without bookings. */
export function FlightList({ title, bookings, directory, me, side }: FlightListProps) {
  const [count, setCount] = useState(ROWS_PER_STEP);
  const titleId = useId();
  if (bookings.length === 0) return null;
  const left = bookings.length - count;
  return (
    <section aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <span className={styles.count}>{bookings.length}</span>
      </div>
      <ul className={styles.list}>
        {bookings.slice(0, count).map((booking) => (
          <FlightRow key={booking.id} flight={flightOf(booking, me, directory)} me={me} side={side} />
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
