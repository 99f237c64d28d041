import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

type EmptyStateProps = {
  /** Address of the decorative drawing. */
  drawing?: string;
  title: string;
  /** The level of the heading. */
  level?: "h1" | "h2" | "h3";
  children?: ReactNode;
  /** One outline action. */
  action?: ReactNode;
};

export function EmptyState({ drawing, title, level: Heading = "h3", children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {drawing && <img src={drawing} alt="" width={220} height={149} className={styles.drawing} />}
      <Heading className={styles.title}>{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
