import type { DayWindow } from "./fleet-layout.ts";
import { minuteText } from "./fleet-words.ts";
import styles from "./fleet-legend.module.css";
import looks from "./fleet-items.module.css";

type FleetLegendProps = {
  window: DayWindow;
  /** Minutes kept free after flights; null when aircraft differ. */
  buffer: number | null;
  isMonth: boolean;
};

/** What the patterns of the board mean. Screen readers get words in each cell instead. */
export function FleetLegend({ window, buffer, isMonth }: FleetLegendProps) {
  const hour = (minute: number) => minuteText(minute).slice(0, 2);
  const kinds = [
    [looks.accepted, "Accepted"],
    [looks.request, "Request"],
    [looks.block, "Blocked"],
    ...(buffer === 0 ? [] : [[looks.kept, keptWords(buffer)]]),
    [looks.past, "Past"],
  ] as const;
  return (
    <p className={styles.legend} aria-hidden="true">
      {kinds.map(([look, word]) => (
        <span key={word}>
          <span className={look} /> {word}
        </span>
      ))}
      <span className={styles.how}>
        {isMonth ? "Choose a day to open its week." : "Choose a free day to block it."} Hours shown {hour(window.from)}{" "}
        to {hour(window.to)}.
      </span>
    </p>
  );
}

/** `30 minutes kept free` */
export function keptWords(buffer: number | null): string {
  return buffer === null ? "Kept free after a flight" : `${buffer} minutes kept free`;
}
