import { classNames } from "../styles/class-names.ts";
import styles from "./rolling-digits.module.css";

type RollingDigitsProps = {
  /** Digits only, each in a box: "2", "404". */
  digits: string;
  /** The unit after the digits, such as "hours". */
  unit?: string;
  className?: string | undefined;
};

/** A duration as rolling digits, like an hour meter. Hidden from screen readers: the surrounding control has the text. */
export function RollingDigits({ digits, unit, className }: RollingDigitsProps) {
  return (
    <span className={classNames(styles.digits, className)} aria-hidden="true">
      {Array.from(digits).map((digit, place) => (
        <span key={digits.length - place} className={styles.box}>
          {/* The key makes a changed digit a new element, so that it rolls in. */}
          <span key={digit} className={styles.digit}>
            {digit}
          </span>
        </span>
      ))}
      {unit && <span className={styles.unit}>{unit}</span>}
    </span>
  );
}
