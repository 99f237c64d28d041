import { dollars } from "../../../shared/kit/money.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./price-per-hour.module.css";

interface PricePerHourProps {
  /** Whole dollars per hour. */
  rate: number;
  className?: string | undefined;
}

export function PricePerHour({ rate, className }: PricePerHourProps) {
  return (
    <span className={classNames(styles.price, className)}>
      {dollars(rate)}
      <small aria-hidden="true"> / hour</small>
      <span className="vh"> per hour</span>
    </span>
  );
}
