import { Matched, type MatchedPart } from "./matched.tsx";
import styles from "./identifier-tag.module.css";

type IdentifierTagProps = {
  /** The identifier; typed letters are underlined. */
  parts: readonly MatchedPart[];
  /** What screen readers say; without it something beside the tag says it. */
  label?: string;
};

/** An identifier in its frame. */
export function IdentifierTag({ parts, label }: IdentifierTagProps) {
  return (
    <span className={styles.tag} {...(label ? { role: "img", "aria-label": label } : {})}>
      <Matched parts={parts} />
    </span>
  );
}
