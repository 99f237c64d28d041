import { Spinner } from "./spinner.tsx";
import styles from "./pending.module.css";

/** A status for a page that has nothing to show before its data arrives. */
export function Pending() {
  return (
    <p className={styles.pending} role="status">
      <Spinner size="l" />
      Loading...
    </p>
  );
}
