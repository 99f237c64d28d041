import styles from "./picture-field.module.css";

const RADIUS = 21;
const LENGTH = 2 * Math.PI * RADIUS;

/** The upload progress in percent, drawn over the picture. */
export function UploadRing({ part }: { part: number }) {
  const percent = Math.round(part * 100);
  return (
    <div
      className={styles.ring}
      role="progressbar"
      aria-label="Sending the picture"
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r={RADIUS} className={styles.rest} />
        <circle
          cx="24"
          cy="24"
          r={RADIUS}
          className={styles.gone}
          strokeDasharray={`${LENGTH * part} ${LENGTH}`}
          transform="rotate(-90 24 24)"
        />
      </svg>
      <span>{percent} %</span>
    </div>
  );
}
