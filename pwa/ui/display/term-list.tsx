import { classNames } from "../styles/class-names.ts";
import styles from "./term-list.module.css";

export type Term = {
  name: string;
  value: string | null;
  condition?: string | undefined;
  className?: string | undefined;
};

/** Named values, four beside each other where they fit, each with a condition below it. Null is not stated. */
export function TermList({ terms, className }: { terms: readonly Term[]; className?: string | undefined }) {
  return (
    <div className={styles.place}>
      <dl className={classNames(styles.terms, className)}>
        {terms.map(({ name, value, condition, className: ofTerm }) => (
          <div key={name} className={ofTerm}>
            <dt className="lab">{name}</dt>
            <dd className={value === null ? "muted" : "val"}>{value ?? "Not stated"}</dd>
            {condition && <dd className={styles.condition}>{condition}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}
