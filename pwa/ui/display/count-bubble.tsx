import { classNames } from "../styles/class-names.ts";
import styles from "./count-bubble.module.css";

type CountBubbleProps = {
  count: number;
  /** The highest number shown; above it the bubble says "99+". */
  max: number;
  className?: string | undefined;
};

/** The small number on a button's corner. Hidden from screen readers: the control's own name says "3 unread". */
export function CountBubble({ count, max, className }: CountBubbleProps) {
  if (count <= 0) return null;
  return (
    <span className={classNames(styles.count, className)} aria-hidden="true">
      {count > max ? `${max}+` : count}
    </span>
  );
}
