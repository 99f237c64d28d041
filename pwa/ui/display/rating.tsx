import { Star } from "../icons/icons.ts";
import { counted } from "../../../shared/kit/counted.ts";
import { classNames } from "../styles/class-names.ts";
import { Icon } from "./icon.tsx";
import styles from "./rating.module.css";

type RatingProps = {
  /** 0 to 5. */
  value: number;
  count: number;
  /** Text with the count: "(4)" or "(4 reviews)". */
  countLabel?: string;
};

/** One star, the average with one decimal, the count in parentheses. */
export function Rating({ value, count, countLabel }: RatingProps) {
  const average = value.toFixed(1);
  const reviews = counted(count, "review");
  return (
    <span className={classNames(styles.rating, "num")}>
      <Star className={styles.star} aria-hidden="true" focusable="false" />
      <span className="vh">{`Rated ${average} of 5, ${reviews}`}</span>
      <span aria-hidden="true">{average}</span>
      <span aria-hidden="true" className={styles.count}>
        ({countLabel ?? count})
      </span>
    </span>
  );
}

/** Five stars with the first `value` filled, read as "4 of 5 stars". */
export function Stars({ value }: { value: number }) {
  return (
    <span className={styles.stars} role="img" aria-label={`${value} of 5 stars`}>
      {[1, 2, 3, 4, 5].map((place) => (
        <Icon key={place} of={Star} size="s" filled={place <= value} />
      ))}
    </span>
  );
}
