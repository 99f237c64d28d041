import type { Drawing } from "../icons/drawn.ts";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "../styles/class-names.ts";
import { Icon } from "../display/icon.tsx";
import { Link } from "./link.tsx";
import styles from "./icon-button.module.css";

type Look = {
  icon: Drawing;
  /** The accessible name with its object: "Add Piper Archer III to favorites". */
  label: string;
  iconSize?: "m" | "l";
  filled?: boolean;
  /** plain for bars; round is a surface disc for pictures and floating positions. */
  shape?: "plain" | "round";
  /** 44 px instead of 48. */
  small?: boolean;
  className?: string | undefined;
  /** Extra content in the corner, such as a count. */
  children?: ReactNode;
};

type IconButtonProps = {
  /** For toggle buttons: read as pressed or not pressed. */
  pressed?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
} & Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "className">;

function lookOf({ shape = "plain", small, className }: Pick<Look, "shape" | "small" | "className">) {
  return classNames(styles.button, styles[shape], small && styles.small, className);
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, iconSize, filled, shape, small, className, pressed, children, type = "button", ...rest } = props;
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      data-tooltip=""
      aria-pressed={pressed}
      className={lookOf({ shape, small, className })}
    >
      <Icon of={icon} size={iconSize} filled={filled} />
      {children}
    </button>
  );
}

type IconLinkProps = {
  to: string;
  current?: boolean;
} & Look;

/** A link that looks like an icon button. */
export function IconLink({
  icon,
  label,
  iconSize,
  filled,
  shape,
  small,
  className,
  to,
  current,
  children,
}: IconLinkProps) {
  return (
    <Link
      to={to}
      aria-label={label}
      data-tooltip=""
      aria-current={current ? "page" : undefined}
      className={lookOf({ shape, small, className })}
    >
      <Icon of={icon} size={iconSize} filled={filled} />
      {children}
    </Link>
  );
}
