import { DAY_MINUTES } from "../../../shared/kit/zoned-days.ts";
import type { MinuteSpan } from "../../../shared/domain/free-hours.ts";
import styles from "./hours-bar.module.css";

const share = (minutes: number) => `${(minutes / DAY_MINUTES) * 100}%`;

/** The 24 hours of a day: open ones green, the others hatched. The times beside it say the same in words. */
export function HoursBar({ spans }: { spans: readonly MinuteSpan[] }) {
  return (
    <div className={styles.bar} aria-hidden="true">
      {spans.map(([from, to], index) => (
        <i key={index} style={{ left: share(from), right: share(DAY_MINUTES - Math.max(from, to)) }} />
      ))}
    </div>
  );
}

/** The hours 00 to 24 over or under a bar. */
export function HourTicks() {
  return (
    <div className={styles.ticks} aria-hidden="true">
      {["00", "06", "12", "18", "24"].map((hour) => (
        <span key={hour}>{hour}</span>
      ))}
    </div>
  );
}
