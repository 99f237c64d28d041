// What an owner has to answer, soonest deadline first. The first button is the main one. A phone folds all into one row.
import { CalendarClock, ChevronDown, Clock } from "../../../ui/icons/icons.ts";
import { useId, useRef, useState } from "react";
import { demoNameParts } from "../../../../shared/domain/aircraft-rules.ts";
import { answerByOf } from "../../../../shared/domain/bookings-rules.ts";
import { counted } from "../../../../shared/kit/counted.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Avatar } from "../../../ui/display/avatar.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { useFocusAfterRemoval } from "../../../ui/hooks/use-focus-after-removal.ts";
import { useCalm } from "../../../ui/hooks/use-calm.ts";
import type { BookingWithStatus } from "../booking-state.ts";
import { useSteps } from "../use-steps.ts";
import { deadlineForReader } from "./flight-note.ts";
import { flightOf, openConversation, type Directory, type Flight } from "./flight.ts";
import styles from "./flight-requests.module.css";

/** Requests shown at first, and added by each press. */
const ROWS_PER_STEP = 6;

type FlightRequestsProps = { bookings: readonly BookingWithStatus[]; directory: Directory; me: string; now: Date };

/** Renders nothing without requests. */
export function FlightRequests({ bookings, directory, me, now }: FlightRequestsProps) {
  const [count, setCount] = useState(ROWS_PER_STEP);
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const focus = useFocusAfterRemoval(list, {
    buttons: `.${styles.answer}`,
    count: bookings.length,
    headingOf: "section",
  });
  const ids = { title: useId(), list: useId() };
  const sorted = [...bookings].sort((a, b) => (answerByOf(a) < answerByOf(b) ? -1 : 1));
  const shown = sorted.slice(0, count).map((booking) => flightOf(booking, me, directory));
  const first = shown[0];
  // After an answer the next request takes the place of the first: a double press must not answer it too.
  const isCalm = useCalm(first?.booking.id);
  if (!first) return null;
  const title = `${counted(bookings.length, "request")} to answer`;
  return (
    <section aria-labelledby={ids.title} data-open={isOpen || undefined} className={styles.section}>
      <h2 id={ids.title} className={styles.title}>
        {title}
      </h2>
      <button
        type="button"
        className={`mob ${styles.fold}`}
        aria-expanded={isOpen}
        aria-controls={ids.list}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={CalendarClock} size="l" />
        <span>
          <b>{title}</b>
          <span>First by {deadlineForReader(first, now)}</span>
        </span>
        <Icon of={ChevronDown} />
      </button>
      <div id={ids.list} className={styles.list}>
        <ul ref={list} className={styles.requests} {...focus}>
          {shown.map((flight) => (
            <Request
              key={flight.booking.id}
              flight={flight}
              me={me}
              now={now}
              isFirst={flight === first}
              isCalm={isCalm}
            />
          ))}
        </ul>
        {bookings.length > count && (
          <Button className={styles.more} onClick={() => setCount(count + ROWS_PER_STEP)}>
            Show {Math.min(bookings.length - count, ROWS_PER_STEP)} more
          </Button>
        )}
      </div>
    </section>
  );
}

type RequestProps = { flight: Flight; me: string; now: Date; isFirst: boolean; isCalm: boolean };

function Request({ flight, me, now, isFirst, isCalm }: RequestProps) {
  const { booking, plane, peer, when, total } = flight;
  const { steps, take } = useSteps(booking, me, peer.id);
  const mayAccept = isFirst && booking.status === "requested";
  const about = (
    <span className="vh">
      {" "}
      {peer.name}, {when}
    </span>
  );
  const open = () => openConversation(flight);
  return (
    <li data-booking={booking.id}>
      <Avatar name={peer.name} />
      <div className={styles.words}>
        {mayAccept ? (
          <button type="button" className={styles.open} onClick={open}>
            <span className="vh">Open conversation with </span>
            {peer.name}
          </button>
        ) : (
          <b>{peer.name}</b>
        )}
        <span>{[demoNameParts(plane?.name ?? "Aircraft")[0], total].filter(Boolean).join(" · ")}</span>
        <span className={styles.when}>{when}</span>
        <span className={styles.by}>
          <Icon of={Clock} size="s" /> Answer by {deadlineForReader(flight, now)}
        </span>
      </div>
      {mayAccept ? (
        <Button
          size="sm"
          variant="primary"
          className={styles.answer}
          onClick={() => isCalm && steps.includes("accepted") && take("accepted")}
        >
          Accept{about}
        </Button>
      ) : (
        <Button size="sm" variant={isFirst ? "primary" : "secondary"} className={styles.answer} onClick={open}>
          Answer{about}
        </Button>
      )}
    </li>
  );
}
