import styles from "./logo.module.css";

/** The mark: a swept fin with an hour dial. Custom properties set its colors. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 64 64" className={styles.mark} aria-hidden="true" focusable="false">
      <path fill="var(--ink)" d="M8 54 27.6 14.6Q30.3 9 36.5 9H52.2Q57.4 9 56.4 14.1L49.4 50.6Q48.7 54 45.2 54Z" />
      <path fill="var(--action)" d="M3.2 59.5 6 54H48.2Q47 59.5 41.6 59.5Z" transform="translate(0 .5)" />
      <circle cx="38.6" cy="32.4" r="11.2" fill="var(--surface)" />
      <path
        d="M38.6 25.2V32.6L43.6 37.2"
        fill="none"
        stroke="var(--ink)"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The mark and the name side by side. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <LogoMark />
      <span>Tailhour</span>
    </span>
  );
}
