import { useId, type ReactNode } from "react";
import styles from "./section.module.css";

type SectionProps = {
  title: string;
  /** For links to it. */
  id?: string;
  children: ReactNode;
};

/** A section of a long page: a rule, a heading, its content. */
export function Section({ title, id, children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className={styles.section}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  );
}
