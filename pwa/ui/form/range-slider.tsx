import type { KeyboardEvent } from "react";
import { classNames } from "../styles/class-names.ts";
import styles from "./range-slider.module.css";

export type Range = { min: number; max: number };

type RangeSliderProps = {
  /** Accessible names of the two thumbs. */
  labels: { min: string; max: string };
  bounds: Range;
  step: number;
  /** The step of the Page keys. */
  page: number;
  value: Range;
  onChange: (value: Range) => void;
  /** Text for a value: "$120". */
  format: (value: number) => string;
};

/**
 * Two thumbs on one track that never pass each other, with both values above. Uses two native range inputs, so touch, keyboard and screen
 * readers work as on the platform.
 */
export function RangeSlider({ labels, bounds, step, page, value, onChange, format }: RangeSliderProps) {
  const span = Math.max(bounds.max - bounds.min, 1);
  const share = (of: number) => ((of - bounds.min) / span) * 100;

  const move = (thumb: keyof Range, wanted: number) => {
    const next =
      thumb === "min"
        ? { min: Math.max(bounds.min, Math.min(wanted, value.max)), max: value.max }
        : { min: value.min, max: Math.min(bounds.max, Math.max(wanted, value.min)) };
    if (next.min !== value.min || next.max !== value.max) onChange(next);
  };
  const onKeyDown = (thumb: keyof Range) => (event: KeyboardEvent) => {
    const by = event.key === "PageUp" ? page : event.key === "PageDown" ? -page : 0;
    if (by === 0) return;
    event.preventDefault();
    move(thumb, value[thumb] + by);
  };

  // When both thumbs meet at the right end, only the lower one can move, so it must be on top.
  const isLowerOnTop = share(value.min) > 50;
  const thumb = (name: keyof Range) => (
    <input
      type="range"
      aria-label={labels[name]}
      aria-valuetext={format(value[name])}
      min={bounds.min}
      max={bounds.max}
      step={step}
      value={value[name]}
      className={classNames(styles.thumb, name === "min" && isLowerOnTop && styles.onTop)}
      onChange={(event) => move(name, Number(event.target.value))}
      onKeyDown={onKeyDown(name)}
    />
  );

  return (
    <div>
      <div className={classNames(styles.values, "num")} aria-hidden="true">
        <span>{format(value.min)}</span>
        <span>{format(value.max)}</span>
      </div>
      <div className={styles.slider}>
        <span className={styles.track}>
          <span
            className={styles.chosen}
            style={{ left: `${share(value.min)}%`, right: `${100 - share(value.max)}%` }}
          />
        </span>
        {thumb("min")}
        {thumb("max")}
      </div>
    </div>
  );
}
