import { CalendarSearch, ChevronLeft, ChevronRight, CircleAlert, CloudOff, Info } from "../../../ui/icons/icons.ts";
import { useId, useMemo, useState, type ReactNode, type RefObject } from "react";
import { hoursLabel } from "../../../../shared/domain/bookings-rules.ts";
import { zoneOf, type Placed } from "../../../../shared/domain/locations.ts";
import { asOfLabel, shortDay } from "../../../../shared/kit/dates.ts";
import { dayNumber, dayOf } from "../../../../shared/kit/day-numbers.ts";
import { readerHours, zonedHours, zoneName } from "../../../../shared/kit/zoned-hours.ts";
import { HOUR_MS, nextDayFor, type FreeHours } from "../../../client/availability/free-hours.ts";
import { cityOf, spanOf, startName } from "../../../client/availability/hours-words.ts";
import { startChoices, type StartChoice } from "../../../client/availability/start-choices.ts";
import { useOnline } from "../../../client/api/online.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { Skeleton } from "../../../ui/display/skeleton.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import { DayBar } from "./day-bar.tsx";
import { StartStrip } from "./start-strip.tsx";
import type { BookingChoice } from "./use-booking-choice.ts";
import styles from "./booking-fields.module.css";

type StartFieldProps = {
  plane: Placed;
  minHours: number;
  choice: BookingChoice;
  strip: RefObject<HTMLDivElement | null>;
  /** Book Now was pressed without a start. */
  isMissing: boolean;
};

/** The start of a booking: its hours, the bar of the day, and the half hours to choose from. */
export function StartField({ plane, minHours, choice, strip, isMissing }: StartFieldProps) {
  const labelId = useId();
  const { date, now } = choice;
  const day = date === undefined ? undefined : dayNumber(date);
  const zone = zoneOf(plane);
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <span id={labelId} className="lab">
          Start
        </span>
        {day !== undefined && (
          <span className="lab">
            {cityOf(plane.location)} time, {zoneName(new Date(choice.start ?? now), zone)}
          </span>
        )}
      </div>
      {day === undefined && <p className={classNames(styles.pick, "muted")}>Select a date first</p>}
      {day !== undefined && !choice.free.hours && <LoadingStarts />}
      {day !== undefined && choice.free.hours && (
        <DayStarts {...{ minHours, choice, strip, isMissing, labelId, day }} free={choice.free.hours} />
      )}
    </div>
  );
}

/** As high as the starts that follow, so that nothing below moves. */
function LoadingStarts() {
  return (
    <>
      <div className={styles.pickRow}>
        <p role="status" className={classNames(styles.pick, "muted")}>
          Loading free hours...
        </p>
      </div>
      <Skeleton className={styles.loadingBar} />
      <Skeleton className={styles.loadingStrip} />
    </>
  );
}

type DayStartsProps = Omit<StartFieldProps, "plane"> & { labelId: string; day: number; free: FreeHours };

function DayStarts({ minHours, choice, strip, isMissing, labelId, day, free }: DayStartsProps) {
  const { start, hours, misfit, owner } = choice;
  const reasonId = useId();
  const [looked, setLooked] = useState<StartChoice | null>(null);
  const choices = useMemo(() => startChoices(free, day, hours, owner), [free, day, hours, owner]);
  const isNothing = misfit?.field === "duration";
  const chosen = start === undefined ? null : { from: start, to: start + hours * HOUR_MS };
  const scroll = (by: number) => {
    const box = strip.current;
    box?.scrollBy({ left: by * box.clientWidth });
  };
  return (
    <>
      <div className={styles.pickRow}>
        <Picked choice={choice} zone={free.zone} />
        {!isNothing && (
          <>
            <IconButton
              icon={ChevronLeft}
              label="Earlier starts"
              small
              className={styles.turn}
              onClick={() => scroll(-1)}
            />
            <IconButton
              icon={ChevronRight}
              label="Later starts"
              small
              className={styles.turn}
              onClick={() => scroll(1)}
            />
          </>
        )}
      </div>
      <DayBar hours={free} day={day} minHours={minHours} chosen={chosen} />
      {isNothing ? (
        <NextDay choice={choice} free={free} day={day} />
      ) : (
        <StartStrip
          choices={choices}
          chosen={start}
          onChoose={choice.setStart}
          onLook={setLooked}
          nameOf={(one) => startName(one, hours, free.zone)}
          labelledBy={labelId}
          reasonId={reasonId}
          strip={strip}
        />
      )}
      {/* The description of the focused half hour, which no status repeats. */}
      {looked?.reason && (
        <div id={reasonId}>
          <Note>{looked.reason}</Note>
        </div>
      )}
      <Why isHidden={Boolean(looked?.reason)}>
        {misfit?.field === "start" ? (
          <Note look="bad">{misfit.text}</Note>
        ) : isMissing && !isNothing ? (
          <Note look="bad">Please select a start.</Note>
        ) : (
          <Freshness choice={choice} />
        )}
      </Why>
    </>
  );
}

/** The chosen hours, or what is missing. */
function Picked({ choice: { start, hours, misfit }, zone }: { choice: BookingChoice; zone: string }) {
  const span = start === undefined ? null : spanOf(start, hours);
  const own = span && readerHours(span, zone);
  const missing = misfit?.field === "duration" ? "No start fits" : misfit ? "Choose another start" : "Choose a start";
  return (
    <p role="status" className={classNames(styles.pick, !span && "muted")}>
      {span ? zonedHours(span, zone) : missing}
      {own && <span className={styles.own}>{own}</span>}
    </p>
  );
}

function NextDay({ choice, free, day }: { choice: BookingChoice; free: FreeHours; day: number }) {
  const next = nextDayFor(free, day, choice.hours);
  if (next === null) return null;
  return (
    <Button size="sm" full className={styles.nextDay} onClick={() => choice.setDate(dayOf(next))}>
      <Icon of={CalendarSearch} size="s" />
      Next day for {hoursLabel(choice.hours)}: {shortDay(dayOf(next))}
    </Button>
  );
}

/** Says when the free hours were read, unless the server has just answered. */
function Freshness({ choice: { free, now } }: { choice: BookingChoice }) {
  const isOnline = useOnline();
  if (isOnline && free.source === "server") return null;
  const known = free.asOf
    ? `Free hours as of ${asOfLabel(free.asOf, new Date(now))}.`
    : "The free hours are not known.";
  return <Note look="wait">{`${known} The server checks them when you have signal.`}</Note>;
}

/** A polite status line beside a field. */
export function Why({ isHidden = false, children }: { isHidden?: boolean; children: ReactNode }) {
  return (
    // Hidden from the eye alone: shown again it would be said again.
    <div role="status" className={isHidden ? "vh" : undefined}>
      {children}
    </div>
  );
}

const noteIcons = { plain: Info, bad: CircleAlert, wait: CloudOff };

export function Note({ look = "plain", children }: { look?: keyof typeof noteIcons; children: ReactNode }) {
  return (
    <p className={classNames(styles.why, styles[look])}>
      <Icon of={noteIcons[look]} />
      <span>{children}</span>
    </p>
  );
}
