import { Skeleton } from "../../ui/display/skeleton.tsx";
import footStyles from "./card-foot.module.css";
import cardStyles from "./card-frame.module.css";
import styles from "./card-skeleton.module.css";

/** A gray placeholder with the layout of a card. */
export function CardSkeleton() {
  return (
    <div className={cardStyles.card} aria-hidden="true">
      <Skeleton className={`${cardStyles.photo} ${styles.photo}`} />
      <div className={`${cardStyles.body} ${styles.body}`}>
        <Skeleton width="78%" height={22} />
        <Skeleton width="52%" height={16} />
        <Skeleton width="40%" height={16} />
      </div>
      <div className={`strip ${cardStyles.strip}`}>
        <div>
          <Skeleton width="60%" height={38} />
        </div>
        <div>
          <Skeleton width="70%" height={38} />
        </div>
      </div>
      <div className={footStyles.foot}>
        <Skeleton width={110} height={26} />
        <Skeleton width={118} height={44} className={styles.button} />
      </div>
    </div>
  );
}
