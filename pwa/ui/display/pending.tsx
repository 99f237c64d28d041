import { Spinner } from "./spinner.tsx";
import styles from "./pending.module.css";

/** Where a page waits for something without which it has nothing to show. */
export function Pending() {
  return (
    <p className={styles.onItsWay} role="status">
      <Spinner size="l" />
      Loading...
    </p>
  );
}
