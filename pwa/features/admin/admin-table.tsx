import type { CSSProperties, ReactNode } from "react";
import { classNames } from "../../ui/styles/class-names.ts";
import styles from "./table.module.css";

type AdminTableProps = {
  label: string;
  heads: readonly string[];
  /** The entry of `heads` whose column is aligned right. */
  right: string;
  /** Grid tracks, one for each head. */
  columns: string;
  children: ReactNode;
};

/** A table on tablets and desktops; cards with their own labels on a phone. */
export function AdminTable({ label, heads, right, columns, children }: AdminTableProps) {
  return (
    <div className={styles.scroll}>
      <div role="table" aria-label={label} className={styles.table} style={{ "--columns": columns } as CSSProperties}>
        <div role="rowgroup" className={styles.head}>
          <div role="row" className={styles.headRow}>
            {heads.map((name) => (
              <span key={name} role="columnheader" className={name === right ? styles.right : undefined}>
                {name}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={styles.body}>
          {children}
        </div>
      </div>
    </div>
  );
}

/** A read-only cell under its head. */
export function Fact({ head, className, children }: { head: string; className?: string; children: ReactNode }) {
  return (
    <div role="cell" className={classNames(styles.fact, className)}>
      <span className={styles.what}>{head}</span>
      {children}
    </div>
  );
}
