import { CircleAlert, Star } from "../icons/icons.ts";
import { useId } from "react";
import { counted } from "../../../shared/kit/counted.ts";
import { Icon } from "../display/icon.tsx";
import fieldStyles from "./field.module.css";
import styles from "./star-field.module.css";

type StarFieldProps = {
  label: string;
  /** Number of stars chosen; 0 for none. */
  value: number;
  onChange: (stars: number) => void;
  /** Texts for one to five stars, shown beside the stars and read with them. */
  words: readonly string[];
  error?: string | null | undefined;
};

/** A choice of stars made of radio buttons, so arrow keys, number keys and screen readers work. */
export function StarField({ label, value, onChange, words, error }: StarFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <fieldset className={styles.field} aria-describedby={error ? errorId : undefined}>
      <legend>{label}</legend>
      <div className={styles.row}>
        <div className={styles.stars} data-invalid={error ? "" : undefined}>
          {words.map((word, index) => {
            const stars = index + 1;
            return (
              <label key={word} className={styles.star} data-on={stars <= value ? "" : undefined}>
                <input
                  type="radio"
                  className="over"
                  name={`${id}-stars`}
                  value={stars}
                  checked={stars === value}
                  onChange={() => onChange(stars)}
                />
                <Icon of={Star} filled={stars <= value} size="l" />
                <span className="vh">{`${counted(stars, "star")}, ${word}`}</span>
              </label>
            );
          })}
        </div>
        <span className={styles.word} aria-hidden="true">
          {words[value - 1]}
        </span>
      </div>
      {error && (
        <span id={errorId} className={fieldStyles.error}>
          <Icon of={CircleAlert} size="s" />
          {error}
        </span>
      )}
    </fieldset>
  );
}
