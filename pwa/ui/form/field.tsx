import { CircleAlert } from "../icons/icons.ts";
import { useId, type ReactNode } from "react";
import { classNames } from "../styles/class-names.ts";
import { Icon } from "../display/icon.tsx";
import styles from "./field.module.css";

export type FieldLabels = {
  label: string;
  /** Small print under the field. */
  hint?: ReactNode;
  /** The error, shown in red under the field and linked to it. */
  error?: string | null | undefined;
};

type FieldProps = {
  className?: string | undefined;
  /** Renders the control with the ids that link it to its label, hint and error. */
  children: (ids: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": true | undefined;
  }) => ReactNode;
} & FieldLabels;

/** A label above, the control, then the error or the hint. */
export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-describedby": error || hint ? noteId : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error ? (
        <span id={noteId} className={styles.error}>
          <Icon of={CircleAlert} size="s" />
          {error}
        </span>
      ) : (
        hint && (
          <span id={noteId} className="hint">
            {hint}
          </span>
        )
      )}
    </div>
  );
}
