import { classNames } from "../styles/class-names.ts";
import styles from "./avatar.module.css";

type AvatarProps = {
  name: string;
  url?: string | null | undefined;
  /** Pixels: m 44, l 72; fit takes the size of its container. */
  size?: "m" | "l" | "fit";
};

/** First letters of the first and last word: "Sofia Marques" gives "SM". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0] ?? "";
  const last = words.length > 1 ? (words[words.length - 1] ?? "") : "";
  return ((Array.from(first)[0] ?? "") + (Array.from(last)[0] ?? "")).toUpperCase();
}

/** A user's picture or initials. Decorative: the name is beside it or on the surrounding link. */
export function Avatar({ name, url, size = "m" }: AvatarProps) {
  return (
    <span className={classNames(styles.avatar, styles[size])} aria-hidden="true">
      {url ? <img src={url} alt="" loading="lazy" decoding="async" /> : initialsOf(name)}
    </span>
  );
}
