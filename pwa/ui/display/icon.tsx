import type { Drawing } from "../icons/drawn.ts";
import { classNames } from "../styles/class-names.ts";

type IconProps = {
  of: Drawing;
  /** s is 16 px (badges, small print), m 20 px, l 24 px (tab bar). */
  size?: "s" | "m" | "l";
  filled?: boolean;
  className?: string | undefined;
};

/** A decorative drawing, hidden from screen readers: the surrounding control carries the name. */
export function Icon({ of: Drawing, size = "m", filled, className }: IconProps) {
  return (
    <Drawing
      aria-hidden="true"
      focusable="false"
      className={classNames(size !== "m" && `icon-${size}`, filled && "icon-fill", className)}
    />
  );
}
