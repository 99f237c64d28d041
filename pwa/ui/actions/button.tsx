import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "../styles/class-names.ts";
import { Link, type LinkProps } from "./link.tsx";
import styles from "./button.module.css";

type Look = {
  /** primary is the one orange action of a surface; all others are secondary (outline), quiet or danger. */
  variant?: "primary" | "secondary" | "quiet" | "danger";
  /** sm is 44 px high, md 48, lg 54. */
  size?: "sm" | "md" | "lg";
  full?: boolean;
  children: ReactNode;
};

function lookOf({ variant = "secondary", size = "md", full }: Omit<Look, "children">, className?: string) {
  return classNames(styles.button, styles[variant], styles[size], full && styles.full, className);
}

type ButtonProps = {
  /** While true the button is disabled and assistive technology reads it as busy; set a label such as "Sending...". */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
} & Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children">;

export function Button({ variant, size, full, busy, className, disabled, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={lookOf({ variant, size, full }, className)}
    />
  );
}

/** A link to a page of the app that looks like a button. */
export function ButtonLink({ variant, size, full, className, ...rest }: Look & Omit<LinkProps, "children">) {
  return <Link {...rest} className={lookOf({ variant, size, full }, className)} />;
}
