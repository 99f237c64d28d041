import { FileText, IdCard } from "../icons/icons.ts";
import type { ReactNode, Ref } from "react";
import { classNames } from "../styles/class-names.ts";
import { Icon } from "./icon.tsx";
import styles from "./paper-list.module.css";

/** Papers of a pilot, one below the other; the items are `PaperRow`. */
export function PaperList({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) {
  return (
    <ul className={styles.papers} aria-busy={isBusy}>
      {children}
    </ul>
  );
}

type PaperRowProps = {
  /** Draws a card instead of a page. */
  isCard: boolean;
  title: string;
  /** One line below the title. */
  words: ReactNode;
  /** Makes the drawing a button that opens the paper. */
  opener?: { label: string; isBusy: boolean; press: () => void; button: Ref<HTMLButtonElement> };
  /** A button, at the end or below the line where there is no room. */
  action?: ReactNode;
  /** A button with more than one word: a phone shows it below the line. */
  isLong?: boolean;
  /** What the paper says, below all of it. */
  children?: ReactNode;
};

export function PaperRow({ isCard, title, words, opener, action, isLong, children }: PaperRowProps) {
  const icon = <Icon of={isCard ? IdCard : FileText} />;
  return (
    <li className={styles.paper}>
      {opener ? (
        <button
          ref={opener.button}
          type="button"
          aria-label={opener.label}
          aria-busy={opener.isBusy || undefined}
          data-tooltip=""
          className={classNames(styles.icon, styles.opener)}
          onClick={opener.press}
        >
          {icon}
        </button>
      ) : (
        <span className={styles.icon}>{icon}</span>
      )}
      <span>
        <b>{title}</b>
        <span className={styles.words}>{words}</span>
      </span>
      {action && <span className={classNames(styles.action, isLong && styles.long)}>{action}</span>}
      {children && <div className={styles.content}>{children}</div>}
    </li>
  );
}
