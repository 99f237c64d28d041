import styles from "./span-bar.module.css";

type Span = readonly [number, number];

/** The place of a span within another, in percent from both ends. */
export function placeWithin([from, to]: Span, [start, end]: Span): { left: string; right: string } {
  const percent = (part: number) => `${Math.max(0, (part / (end - start)) * 100)}%`;
  return { left: percent(from - start), right: percent(end - to) };
}

/** A small bar for the day of a calendar: what is free is green. */
export function SpanBar({ free, within }: { free: readonly Span[]; within: Span }) {
  return (
    <span className={styles.bar} aria-hidden="true">
      {free.map((span) => (
        <i key={span[0]} style={placeWithin(span, within)} />
      ))}
    </span>
  );
}
