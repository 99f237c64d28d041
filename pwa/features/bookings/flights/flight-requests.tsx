// What an owner has to answer, soonest deadline first. Only the first button is the main one.
import { Clock } from "lucide-react";
import { useId, useState } from "react";
import { demoNameParts } from "../../../../shared/domain/aircraft-rules.ts";
import { answerByOf } from "../../../../shared/domain/bookings-rules.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Avatar } from "../../../ui/display/avatar.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { openConversation, type Flight } from "./flight.ts";
import { noteOf } from "./flight-note.ts";
import styles from "./flight-requests.module.css";

/** Requests shown at first, and added by each press. */
const ROWS_PER_STEP = 6;

type FlightRequestsProps = { flights: readonly Flight[]; me: string; now: Date };

/** Renders nothing without requests. */
export function FlightRequests({ flights, me, now }: FlightRequestsProps) {
  const [count, setCount] = useState(ROWS_PER_STEP);
  const titleId = useId();
  if (flights.length === 0) return null;
  const sorted = [...flights].sort((a, b) => (answerByOf(a.booking) < answerByOf(b.booking) ? -1 : 1));
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {flights.length} {flights.length === 1 ? "request" : "requests"} to answer
      </h2>
      <ul className={styles.requests}>
        {sorted.slice(0, count).map((flight, place) => (
          <Request key={flight.booking.id} flight={flight} me={me} now={now} isFirst={place === 0} />
        ))}
      </ul>
      {flights.length > count && (
        <Button className={styles.more} onClick={() => setCount(count + ROWS_PER_STEP)}>
          Show {Math.min(flights.length - count, ROWS_PER_STEP)} more
        </Button>
      )}
    </section>
  );
}

type RequestProps = { flight: Flight; me: string; now: Date; isFirst: boolean };

function Request({ flight, me, now, isFirst }: RequestProps) {
  const { booking, plane, peer, when, total } = flight;
  const note = noteOf(flight, me, now, "device");
  return (
    <li data-booking={booking.id}>
      <Avatar name={peer.name} />
      <div className={styles.words}>
        <b>{peer.name}</b>
        <span>{[demoNameParts(plane?.name ?? "Aircraft")[0], total].filter(Boolean).join(" · ")}</span>
        <span className={styles.when}>{when}</span>
        {note && (
          <span className={styles.by}>
            <Icon of={Clock} size="s" /> {note.words}
          </span>
        )}
      </div>
      <Button size="sm" variant={isFirst ? "primary" : "secondary"} onClick={() => openConversation(flight)}>
        Answer
        <span className="vh">
          {" "}
          {peer.name}, {when}
        </span>
      </Button>
    </li>
  );
}
