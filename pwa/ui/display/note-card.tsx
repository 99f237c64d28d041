import type { ReactNode } from "react";
import styles from "./note-card.module.css";

type NoteCardProps = {
  /** A decorative disc or mark at the left. */
  mark: ReactNode;
  title: string;
  children: ReactNode;
  /** The primary action first, then a quiet one that declines. */
  actions?: ReactNode;
};

/** An offer within the page: its title, its benefit, accept and decline. */
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
