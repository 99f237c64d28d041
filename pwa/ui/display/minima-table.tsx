import type { ReactNode } from "react";
import { classNames } from "../styles/class-names.ts";
import { Verdict, type VerdictTone } from "./verdict.tsx";
import styles from "./minima-table.module.css";

export type MinimaRow = {
  key: string;
  asks: string;
  /** What the pilot has; only in the pilot's own table. */
  has?: string;
  /** Absent where nothing was compared. */
  verdict?: VerdictTone | undefined;
};

type MinimaTableProps = {
  /** One heading for each column: what is asked, what the pilot has, the outcome. */
  head: readonly ReactNode[];
  /** Name of the table for screen readers. */
  label: string;
  rows: readonly MinimaRow[];
};

const words = { ok: "OK", low: "Low", missing: "Missing" };

/** Minima line by line: one column for everybody, two for an owner, three for the pilot. */
export function MinimaTable({ head, label, rows }: MinimaTableProps) {
  const width = [styles.one, styles.two, styles.three][head.length - 1];
  return (
    <div role="table" aria-label={label} className={styles.table}>
      <div role="row" className={classNames(styles.row, width, styles.head)}>
        {head.map((heading, index) => (
          <span key={index} role="columnheader">
            {heading}
          </span>
        ))}
      </div>
      {rows.map(({ key, asks, has, verdict }) => (
        <div role="row" key={key} className={classNames(styles.row, width)}>
          <span role="cell" className={styles.asks}>
            {asks}
          </span>
          {head.length === 3 && (
            <span role="cell" className={styles.has}>
              {has}
            </span>
          )}
          {head.length > 1 && (
            <span role="cell" className={styles.outcome}>
              {verdict ? (
                <Verdict tone={verdict}>{words[verdict]}</Verdict>
              ) : (
                <span className="muted">Not compared</span>
              )}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
