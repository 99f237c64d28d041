import { useId, type ReactNode } from "react";
import styles from "./section.module.css";

/** A section of a long page: a rule, a heading, its content. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
