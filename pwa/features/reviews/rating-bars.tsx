import { counted } from "../../../shared/kit/counted.ts";
import { Stars } from "../../ui/display/rating.tsx";
import styles from "./rating-bars.module.css";

/** The average of the reviews, and how many gave each number of stars. */
export function RatingBars({ ratings }: { ratings: readonly number[] }) {
  const all = ratings.length;
  const average = ratings.reduce((sum, one) => sum + one, 0) / all;
  return (
    <div className={styles.summary}>
      <div className={styles.average}>
        <b className="num">{average.toFixed(1)}</b>
        <Stars value={Math.round(average)} />
        <span className="num">{counted(all, "review")}</span>
      </div>
      <div className={styles.bars}>
        {[5, 4, 3, 2, 1].map((stars) => {
          const count = ratings.filter((rating) => rating === stars).length;
          const label = stars === 1 ? "1 star" : `${stars} stars`;
          return (
            <p key={stars} className={`num ${styles.row}`}>
              <span className="vh">
                {label}: {count} of {all}
              </span>
              <span aria-hidden="true">{label}</span>
              <span aria-hidden="true" className={styles.bar}>
                <span style={{ width: `${(100 * count) / all}%` }} />
              </span>
              <span aria-hidden="true">{count}</span>
            </p>
          );
        })}
      </div>
    </div>
  );
}
