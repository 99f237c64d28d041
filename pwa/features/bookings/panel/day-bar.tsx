import { DAY_MINUTES } from "../../../../shared/kit/zoned-days.ts";
import type { MinuteSpan } from "../../../../shared/domain/free-hours.ts";
import { openingOf, type DayHours, type PublicPlan } from "../../../client/availability/free-hours.ts";
import { barName, hourText } from "../../../client/availability/hours-words.ts";
import { placeWithin } from "../../../ui/form/span-bar.tsx";
import styles from "./day-bar.module.css";

const TICK_MINUTES = 180;

type DayBarProps = {
  day: DayHours;
  plan: PublicPlan;
  /** The chosen hours in minutes of the day. */
  chosen: MinuteSpan | null;
};

/** A day from opening to closing: free, not free, chosen. */
export function DayBar({ day, plan, chosen }: DayBarProps) {
  const opening = openingOf(plan, day.day) ?? [0, DAY_MINUTES];
  return (
    <>
      <div role="img" aria-label={barName(day)} className={styles.bar}>
        {day.open.map((span) => (
          <i key={span[0]} style={placeWithin(span, opening)} />
        ))}
        {chosen && <b style={placeWithin(chosen, opening)} />}
      </div>
      <div aria-hidden="true" className={styles.ticks}>
        {ticksOf(opening).map((minute) => (
          <span key={minute} style={{ left: placeWithin([minute, minute], opening).left }}>
            {hourText(minute)}
          </span>
        ))}
      </div>
    </>
  );
}

/** Opening, closing, and each third hour that is far enough from both. */
function ticksOf([open, close]: MinuteSpan): number[] {
  const between: number[] = [];
  for (let minute = 0; minute < close; minute += TICK_MINUTES)
    if (minute - open >= 120 && close - minute >= 120) between.push(minute);
  return [open, ...between, close];
}
