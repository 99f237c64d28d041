import styles from "./identifier-tag.module.css";

/** A part of a shown text, and whether it was typed. */
export type MatchedPart = { text: string; isMatch: boolean };

/** A text whose typed letters are underlined. */
export function Matched({ parts }: { parts: readonly MatchedPart[] }) {
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
