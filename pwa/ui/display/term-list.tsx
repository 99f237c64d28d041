import styles from "./term-list.module.css";

export type Term = { name: string; value: string | null; condition?: string | undefined };

/** Named values, four beside each other where they fit, each with a condition below it. Null is not stated. */
export function TermList({ terms }: { terms: readonly Term[] }) {
  return (
    <div className={styles.place}>
      <dl className={styles.terms}>
        {terms.map(({ name, value, condition }) => (
          <div key={name}>
            <dt className="lab">{name}</dt>
            <dd className={value === null ? "muted" : "val"}>{value ?? "Not stated"}</dd>
            {condition && <dd className={styles.condition}>{condition}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}
