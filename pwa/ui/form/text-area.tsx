import type { Ref, TextareaHTMLAttributes } from "react";
import { classNames } from "../styles/class-names.ts";
import { Field, type FieldLabels } from "./field.tsx";
import styles from "./field.module.css";

type TextAreaProps = {
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLTextAreaElement>;
} & FieldLabels &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange" | "id">;

/** A multi-line field; grows with its text where the browser supports it, and is resizable everywhere. */
export function TextArea({ label, hint, error, className, onChange, rows = 4, ...input }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(ids) => (
        <span className={classNames(styles.box, styles.tall)}>
          <textarea {...input} {...ids} rows={rows} onChange={(event) => onChange(event.target.value)} />
        </span>
      )}
    </Field>
  );
}
