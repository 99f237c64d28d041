import { LoaderCircle } from "../icons/icons.ts";
import { Icon } from "./icon.tsx";
import styles from "./spinner.module.css";

/** A spinner; the text beside it says what is loading. */
export function Spinner({ size }: { size?: "s" | "m" | "l" }) {
  return <Icon of={LoaderCircle} size={size} className={styles.spinner} />;
}
