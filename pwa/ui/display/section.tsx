import { useId, type ReactNode } from "react";
import styles from "./section.module.css";

type SectionProps = {
  title: string;
  /** For links to it. */
  id?: string;
  /** At the right of the heading, such as a link. */
  beside?: ReactNode;
  children: ReactNode;
};

/** A section of a long page: a rule, a heading, its content. */
export function Section({ title, id, beside, children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className={styles.section}>
      {beside ? (
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          {beside}
        </div>
      ) : (
        <h2 id={titleId}>{title}</h2>
      )}
      {children}
    </section>
  );
}
