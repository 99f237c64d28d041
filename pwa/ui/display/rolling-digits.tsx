import { classNames } from "../styles/class-names.ts";
import styles from "./rolling-digits.module.css";

interface DrumsProps {
  /** Digits only, drawn one per drum: "2", "404". */
  digits: string;
  /** Word after the drums, such as "hours". */
  unit?: string;
  className?: string | undefined;
}

/** Hour-meter drums: the house's way to draw a duration. Drawn only; the control around them is announced. */
export function RollingDigits({ digits, unit, className }: DrumsProps) {
  return (
    <span className={classNames(styles.drums, className)} aria-hidden="true">
      {Array.from(digits).map((digit, place) => (
        <span key={digits.length - place} className={styles.drum}>
          {/* The key makes a changed digit a new element, which rolls in. */}
          <span key={digit} className={styles.digit}>
            {digit}
          </span>
        </span>
      ))}
      {unit && <span className={styles.unit}>{unit}</span>}
    </span>
  );
}
