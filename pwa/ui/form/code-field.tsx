import type { Ref } from "react";
import { classNames } from "../styles/class-names.ts";
import { Field, type FieldLabels } from "./field.tsx";
import styles from "./field.module.css";

type CodeFieldProps = {
  value: string;
  /** Receives digits only, never more than `length`. */
  onChange: (digits: string) => void;
  length?: number;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
} & FieldLabels;

/** One field for a numeric code; drops other characters, so that "407 193" can be pasted. */
export function CodeField({ label, hint, error, value, onChange, length = 6, disabled, ref }: CodeFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <span className={classNames(styles.box, styles.code)}>
          <input
            {...ids}
            ref={ref}
            value={value}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value.replace(/\D/g, "").slice(0, length))}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            spellCheck={false}
          />
        </span>
      )}
    </Field>
  );
}
