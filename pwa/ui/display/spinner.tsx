import { LoaderCircle } from "lucide-react";
import { Icon } from "./icon.tsx";
import styles from "./spinner.module.css";

/** A turning ring; the words beside it say what is going on. */
export function Spinner({ size }: { size?: "s" | "m" | "l" }) {
  return <Icon of={LoaderCircle} size={size} className={styles.spinner} />;
}
