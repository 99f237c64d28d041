import type { InputHTMLAttributes, Ref } from "react";
import { Field, type FieldLabels } from "./field.tsx";
import styles from "./field.module.css";

type TextFieldProps = {
  value: string;
  onChange: (value: string) => void;
  /** The unit inside the field at the right: "kts", "$ / hour". */
  unit?: string;
  ref?: Ref<HTMLInputElement>;
} & FieldLabels &
  Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "id">;

export function TextField({ label, hint, error, className, onChange, unit, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(ids) => (
        <span className={styles.box}>
          <input {...input} {...ids} onChange={(event) => onChange(event.target.value)} />
          {unit && <span className={styles.unit}>{unit}</span>}
        </span>
      )}
    </Field>
  );
}
