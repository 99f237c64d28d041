// One booking as a flight strip: date, picture, aircraft, when, total, state and one action.
import { CalendarClock, CalendarSync, ChevronRight, CircleAlert, Clock, CloudRain } from "../../../ui/icons/icons.ts";
import { demoNameParts, DEFAULT_PICTURE } from "../../../../shared/domain/aircraft-rules.ts";
import { dayIn, shortMonth, shortWeekday } from "../../../../shared/kit/dates.ts";
import { deviceWord } from "../../../client/shell/device-word.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Badge } from "../../../ui/display/badge.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import { BookingBadge } from "../booking-badge.tsx";
import { openReviews } from "../booking-state.ts";
import { PlanePicture } from "../plane-picture.tsx";
import { needsUser, type Side } from "./flight-groups.ts";
import { noteOf } from "./flight-note.ts";
import { PlaneName } from "./plane-name.tsx";
import { openConversation, type Flight } from "./flight.ts";
import type { BookingWithStatus } from "../booking-state.ts";
import styles from "./flight-row.module.css";

type FlightRowProps = { flight: Flight; me: string; side: Side };

export function FlightRow({ flight, me, side }: FlightRowProps) {
  const { booking, plane, peer, hours, yours, duration, total } = flight;
  const note = noteOf(flight, me, new Date(), deviceWord());
  const words = wordsOf(flight, me);
  return (
    <li className={classNames(styles.row, booking.waiting && styles[booking.waiting])} data-booking={booking.id}>
      <DateCell date={booking.startDate} zone={flight.zone} />
      <PlanePicture src={plane?.picture ?? DEFAULT_PICTURE} width={116} className={styles.picture} />
      <div className={styles.words}>
        <div className={styles.name}>
          <h3>
            <PlaneName plane={plane} />
          </h3>
          <p className={classNames("muted", side === "pilot" && styles.place)}>
            {side === "pilot" && plane ? `${plane.location} · ` : ""}
            {peer.name}
          </p>
        </div>
        <div className={styles.when}>
          <b>{hours}</b>
          {yours && <span className={styles.yours}>{yours}</span>}
          <span className={styles.duration}>{duration}</span>
        </div>
        <div className={styles.total}>
          {total && (
            <>
              <span className="lab">Total</span>
              <b>{total}</b>
            </>
          )}
        </div>
      </div>
      <div className={classNames(styles.state, !words && styles.beside)}>
        <State booking={booking} me={me} />
        <Action flight={flight} words={words} />
      </div>
      {note && (
        <p className={styles.note}>
          <Icon of={note.about === "proposal" ? CalendarSync : Clock} /> {note.words}
        </p>
      )}
    </li>
  );
}

function DateCell({ date, zone }: { date: string; zone: string | undefined }) {
  const day = dayIn(new Date(date), zone);
  const isThisYear = day.slice(0, 4) === dayIn(new Date(), zone).slice(0, 4);
  return (
    <time className={styles.date} dateTime={day}>
      <span>{shortWeekday(day)}</span> <b>{Number(day.slice(8))}</b> <span>{shortMonth(day)}</span>
      {!isThisYear && <span> {day.slice(0, 4)}</span>}
    </time>
  );
}

function State({ booking, me }: { booking: BookingWithStatus; me: string }) {
  if (booking.waiting === "attention")
    return (
      <Badge tone="fail" icon={CircleAlert}>
        Not sent
      </Badge>
    );
  if (booking.waiting)
    return (
      <Badge tone="wait" icon={Clock}>
        {booking.needsVerification ? "Waiting" : "Waiting for signal"}
      </Badge>
    );
  if (needsUser(booking, me))
    return (
      <Badge tone="link" icon={CalendarClock}>
        Your answer
      </Badge>
    );
  if (booking.proposal)
    return (
      <Badge tone="link" icon={CalendarSync}>
        Other hours proposed
      </Badge>
    );
  if (booking.status === "cancelled" && booking.reason === "weather")
    return <Badge icon={CloudRain}>Cancelled, weather</Badge>;
  return <BookingBadge booking={booking} />;
}

/** The one action of a row opens its conversation; the whole row is its target. */
function Action({ flight, words }: { flight: Flight; words: string | null }) {
  const { booking, plane, peer, when } = flight;
  const open = () => openConversation(flight);
  const about = `${demoNameParts(plane?.name ?? "Aircraft")[0]}, ${when}`;
  if (words)
    return (
      <Button size="sm" className={styles.open} onClick={open}>
        {words}
        <span className="vh">: {about}</span>
      </Button>
    );
  return (
    <button type="button" className={classNames(styles.open, styles.quiet)} onClick={open}>
      <span className="vh">
        Open conversation with {peer.name}: {about}
        {booking.waiting && ", not sent yet"}
      </span>
      <Icon of={ChevronRight} />
    </button>
  );
}

function wordsOf({ booking, plane, peer }: Flight, me: string): string | null {
  if (booking.waiting) return null;
  if (needsUser(booking, me)) return "Answer";
  return openReviews(booking, me, { plane, peer }).length > 0 ? "Write a review" : null;
}
