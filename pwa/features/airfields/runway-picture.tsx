import { Fragment } from "react";
import { grouped } from "../../../shared/kit/counted.ts";
import type { Airfield } from "../../../shared/domain/airfields.ts";
import { drawingLabel } from "./airfield-words.ts";
import { drawingSize, drawRunways } from "./runway-drawing.ts";
import styles from "./airfield-section.module.css";

/** Runways from this width on have a center line. */
const WIDE = 7;
const TICK = 4;

/** The runways to scale, north up; nothing if their positions are not published. */
export function RunwayPicture({ field }: { field: Pick<Airfield, "id" | "runways"> }) {
  const drawing = drawRunways(field.runways);
  if (!drawing) return null;
  const { width, height } = drawingSize;
  return (
    <div className={styles.drawing}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={drawingLabel(field)}>
        {drawing.runways.map(({ id, from, angle, length, width: wide, thresholds }) => (
          <g key={id} transform={`translate(${from.x} ${from.y}) rotate(${angle})`}>
            <rect className={styles.runway} y={-wide / 2} width={length} height={wide} />
            {wide >= WIDE && <path className={styles.center} d={`M10 0H${Math.max(10, length - 10)}`} />}
            {thresholds.map((at) => (
              <path key={at} className={styles.threshold} d={`M${at} ${-wide / 2 - TICK}V${wide / 2 + TICK}`} />
            ))}
          </g>
        ))}
        {drawing.labels.map(({ text, x, y }) => (
          <text key={text} x={x} y={y} dominantBaseline="central" textAnchor="middle">
            {text}
          </text>
        ))}
        <North />
        <g transform={`translate(16 ${height - 18})`}>
          <path className={styles.thin} d={`M0 -6V0H${drawing.scale.length}V-6`} />
          <text className={styles.small} x={drawing.scale.length + 8} y={2}>
            {grouped(drawing.scale.feet)} ft, to scale
          </text>
        </g>
      </svg>
    </div>
  );
}

function North() {
  return (
    <Fragment>
      <path className={styles.arrow} d="M318 44V14M318 14l-6 10M318 14l6 10" />
      <text className={styles.small} x="318" y="62" textAnchor="middle">
        N
      </text>
    </Fragment>
  );
}
