import { useId, type ReactNode } from "react";
import styles from "./titled-card.module.css";

/** A framed section named by its heading. Links lead to `id`. */
export function TitledCard({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section id={id} className={styles.card} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  );
}
