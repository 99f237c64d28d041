import { MessageSquare } from "../../../ui/icons/icons.ts";
import { useId } from "react";
import { DEFAULT_PICTURE } from "../../../../shared/domain/aircraft-rules.ts";
import { clock, dayIn } from "../../../../shared/kit/dates.ts";
import { dayNumber } from "../../../../shared/kit/day-numbers.ts";
import { zoneName } from "../../../../shared/kit/zoned-hours.ts";
import { useSmallPicture } from "../../../client/pictures/small-picture.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { RollingDigits } from "../../../ui/display/rolling-digits.tsx";
import { AddToCalendar } from "../add-to-calendar.tsx";
import { BookingBadge } from "../booking-badge.tsx";
import type { BookingWithStatus } from "../booking-state.ts";
import { PlaneName } from "./plane-name.tsx";
import { openConversation, type Flight } from "./flight.ts";
import styles from "./next-flight.module.css";

type NextFlightProps = { flight: Flight; me: string; now: Date };

/** The soonest flight with its picture and its duration on drums. */
export function NextFlight({ flight, me, now }: NextFlightProps) {
  const { booking, plane, peer, zone, when, yours, duration, total } = flight;
  const picture = useSmallPicture(plane?.picture ?? DEFAULT_PICTURE, 600);
  const titleId = useId();
  const words = duration.split(" ");
  return (
    <article className={styles.flight} aria-labelledby={titleId} data-booking={booking.id}>
      <img {...picture} alt="" decoding="async" className={styles.picture} />
      <div className={styles.body}>
        <div className={styles.head}>
          <div id={titleId}>
            <p className="lab">{soonLabel(booking, now, zone)}</p>
            <h2>
              <PlaneName plane={plane} />
            </h2>
            <p className={styles.place}>{[plane?.location, peer.name].filter(Boolean).join(" · ")}</p>
          </div>
          <BookingBadge booking={booking} />
        </div>
        <dl className={styles.facts}>
          <div className={styles.when}>
            <dt className="lab">When</dt>
            <dd>
              {when} {yours && <span className={styles.yours}>{yours}</span>}
            </dd>
          </div>
          <div className={styles.duration}>
            <dt className="lab">Duration</dt>
            <dd>
              <span className="vh">{duration}</span>
              <RollingDigits digits={String(booking.hours).padStart(2, "0")} unit={words[1] ?? ""} />
            </dd>
          </div>
          {total && (
            <div className={styles.total}>
              <dt className="lab">Total</dt>
              <dd>{total}</dd>
            </div>
          )}
        </dl>
        <div className={styles.actions}>
          <AddToCalendar {...{ booking, me, plane, peer }} />
          <Button size="sm" onClick={() => openConversation(flight)}>
            <Icon of={MessageSquare} size="s" />
            Message
          </Button>
        </div>
      </div>
    </article>
  );
}

/** `Next flight, tomorrow`; `Now, until 18:00 PST` after its start. Days are those of the aircraft. */
function soonLabel({ startDate, endsAt }: BookingWithStatus, now: Date, zone: string | undefined): string {
  const start = new Date(startDate);
  if (start <= now) return `Now, until ${clock(new Date(endsAt), zone)} ${zoneName(new Date(endsAt), zone)}`;
  const days = dayNumber(dayIn(start, zone)) - dayNumber(dayIn(now, zone));
  return `Next flight, ${days <= 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`}`;
}
