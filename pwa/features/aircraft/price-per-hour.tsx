import { dollars } from "../../../shared/kit/money.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import styles from "./price-per-hour.module.css";

type PricePerHourProps = {
  /** Whole dollars per hour. */
  rate: number;
  /** 36 px, for the booking panel. */
  isLarge?: boolean;
};

export function PricePerHour({ rate, isLarge }: PricePerHourProps) {
  return (
    <span className={classNames(styles.price, isLarge && styles.large)} data-price="">
      {dollars(rate)}
      <small aria-hidden="true"> / hour</small>
      <span className="vh"> per hour</span>
    </span>
  );
}
