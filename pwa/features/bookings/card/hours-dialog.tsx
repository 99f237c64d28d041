import { Calendar } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { hoursLabel } from "../../../../shared/domain/bookings-rules.ts";
import { STEP_MINUTES } from "../../../../shared/domain/free-hours.ts";
import { dayIn, longDay } from "../../../../shared/kit/dates.ts";
import { dayNumber } from "../../../../shared/kit/day-numbers.ts";
import { dollarsAndCents, priceOf } from "../../../../shared/kit/money.ts";
import { instantsAt, MINUTE_MS } from "../../../../shared/kit/zoned-days.ts";
import { readerHours, zonedHours } from "../../../../shared/kit/zoned-hours.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { DayField } from "../../../ui/form/day-field.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { Stepper } from "../../../ui/form/stepper.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import type { WantedHours } from "../booking-commands.ts";
import { spanOf } from "./card-state.ts";
import styles from "./hours-dialog.module.css";

type HoursDialogProps = {
  title: string;
  /** Names the button that sends: "Send Request". */
  actionLabel: string;
  note: string;
  zone: string;
  /** Dollars per hour. */
  rate: number;
  minHours: number;
  initial: WantedHours;
  onClose: () => void;
  onChoose: (wanted: WantedHours, totalCents: number) => void;
};

/** Asks for other hours of a booking: day, duration and a start on the half hour of the aircraft's clock. */
export function HoursDialog(props: HoursDialogProps) {
  const { title, actionLabel, note, zone, rate, minHours, initial, onClose, onChoose } = props;
  const [opened] = useState(() => Date.now());
  const durationId = useId();
  const [day, setDay] = useState(() => dayIn(new Date(initial.startDate), zone));
  const [hours, setHours] = useState(initial.hours);
  const [start, setStart] = useState(initial.startDate);
  const [problem, setProblem] = useState<string | null>(null);
  const starts = useMemo(() => startsOf(day, zone, opened), [day, zone, opened]);
  // Another day keeps the time of day where it can.
  const chosen = starts.includes(start) ? start : (sameTime(start, starts, zone) ?? starts[0]);
  const span = chosen === undefined ? null : spanOf({ startDate: chosen, hours });
  const yours = span && readerHours(span, zone);
  const { total, totalCents } = priceOf(rate, hours);
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setProblem(null);
      set(value);
    };
  const send = () => {
    if (chosen === undefined) return setProblem("No start is left on this day. Choose another date.");
    if (chosen === initial.startDate && hours === initial.hours)
      return setProblem("These are the present hours. Choose others.");
    onChoose({ startDate: chosen, hours }, totalCents);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={note}
      foot={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" onClick={send}>
            {actionLabel}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <DayField
          from={dayIn(new Date(opened), zone)}
          selected={day}
          onSelect={changing(setDay)}
          className={styles.day}
          calendarClassName={styles.calendar}
        >
          <span>
            <span className="lab">Date</span>
            <span className={styles.value}>{longDay(day)}</span>
          </span>
          <Icon of={Calendar} />
        </DayField>
        <div>
          <span id={durationId} className="lab">
            Duration
          </span>
          <Stepper
            labelledBy={durationId}
            value={hours}
            min={minHours}
            onChange={changing(setHours)}
            words={hoursLabel}
            unit={hours === 1 ? "hour" : "hours"}
            less="One hour less"
            more="One hour more"
          />
        </div>
        {chosen !== undefined && (
          <Select
            label="Start"
            value={chosen}
            onChange={changing(setStart)}
            options={starts.map((one) => ({ value: one, label: zonedHours(spanOf({ startDate: one, hours }), zone) }))}
          />
        )}
        <p role="status" className={styles.total}>
          <span className="muted">{yours}</span>
          <span>
            Total <b>{dollarsAndCents(total)}</b>
          </span>
        </p>
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** The half hours of a day that are still ahead, as instants. */
function startsOf(day: string, zone: string, now: number): string[] {
  const number = dayNumber(day);
  const end = instantsAt(number + 1, 0, zone).first;
  const starts: string[] = [];
  for (let at = instantsAt(number, 0, zone).first; at < end; at += STEP_MINUTES * MINUTE_MS)
    if (at > now) starts.push(new Date(at).toISOString());
  return starts;
}

function sameTime(start: string, starts: readonly string[], zone: string): string | undefined {
  const time = (at: string) => zonedHours({ startDate: at, endsAt: at }, zone).slice(0, 5);
  return starts.find((one) => time(one) === time(start));
}
