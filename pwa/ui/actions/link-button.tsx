import type { ReactNode, Ref } from "react";
import styles from "./link-button.module.css";

type LinkButtonProps = { onClick: () => void; children: ReactNode; ref?: Ref<HTMLButtonElement> };

/** A button within a line of small print, in that line's color: "Not sent. Try again". */
export function LinkButton({ onClick, children, ref }: LinkButtonProps) {
  return (
    <button ref={ref} type="button" className={styles.button} onClick={onClick}>
      {children}
    </button>
  );
}
