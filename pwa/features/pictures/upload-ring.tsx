import styles from "./picture-tile.module.css";

const RADIUS = 34;
const LENGTH = 2 * Math.PI * RADIUS;

/** The upload progress in percent, drawn over the picture. */
export function UploadRing({ part, label }: { part: number; label: string }) {
  const percent = Math.floor(part * 100);
  return (
    <div
      className={styles.ring}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <svg viewBox="0 0 76 76" aria-hidden="true">
        <circle cx="38" cy="38" r={RADIUS} className={styles.rest} />
        {part > 0 && (
          <circle cx="38" cy="38" r={RADIUS} className={styles.gone} strokeDasharray={`${LENGTH * part} ${LENGTH}`} />
        )}
      </svg>
      <span>{percent} %</span>
    </div>
  );
}
