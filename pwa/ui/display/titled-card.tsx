import { useId, type ReactNode } from "react";
import styles from "./titled-card.module.css";

/** A framed section named by its heading. */
export function TitledCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
