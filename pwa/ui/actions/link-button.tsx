import type { ReactNode } from "react";
import styles from "./link-button.module.css";

/** A button within a line of small print, in that line's color: "Not sent. Try again". */
export function LinkButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.button} onClick={onClick}>
      {children}
    </button>
  );
}
