import type { ReactNode } from "react";
import styles from "./note-card.module.css";

interface NoteCardProps {
  /** A disc or a mark at the left; decorative. */
  mark: ReactNode;
  title: string;
  children: ReactNode;
  /** The one primary action first, a quiet way out after it. */
  actions?: ReactNode;
}

/** An offer on the page, never over it: what it is, what it gives, yes and no. */
export function NoteCard({ mark, title, children, actions }: NoteCardProps) {
  return (
    <section aria-label={title} className={styles.card}>
      <span className={styles.mark} aria-hidden="true">
        {mark}
      </span>
      <div className={styles.words}>
        <h3>{title}</h3>
        <div className={styles.text}>{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </section>
  );
}
