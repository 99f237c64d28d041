import type { TextPart } from "../../../shared/domain/airfields/search.ts";
import styles from "./identifier-tag.module.css";

/** A text whose typed letters are underlined. */
export function Matched({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text, isMatch }, at) =>
    isMatch ? (
      <b key={at} className={styles.match}>
        {text}
      </b>
    ) : (
      text
    ),
  );
}
