import type { Drawing } from "../icons/drawn.ts";
import type { ReactNode } from "react";
import { classNames } from "../styles/class-names.ts";
import { Icon } from "./icon.tsx";
import styles from "./badge.module.css";

type BadgeProps = {
  /** link is the blue of a verified mark, new magenta, wait amber, fail red, ok green. */
  tone?: "plain" | "link" | "new" | "wait" | "fail" | "ok" | "ink";
  icon?: Drawing;
  /** Over a picture: has a surface background instead of the soft tint. */
  onPicture?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** A short word for a state; the word and the icon carry the meaning, never the color alone. */
export function Badge({ tone = "plain", icon, onPicture, className, children }: BadgeProps) {
  return (
    <span
      className={classNames(styles.badge, styles[tone], !icon && styles.bare, onPicture && styles.picture, className)}
    >
      {icon && <Icon of={icon} size="s" />}
      {children}
    </span>
  );
}
