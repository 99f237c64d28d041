import { ChevronDown } from "lucide-react";
import type { SelectHTMLAttributes } from "react";
import { classNames } from "../styles/class-names.ts";
import { Field, type FieldLabels } from "./field.tsx";
import { Icon } from "../display/icon.tsx";
import styles from "./field.module.css";

type SelectProps<Value extends string> = {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
} & FieldLabels &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange" | "id" | "value">;

/** A styled native select: a phone opens its system picker, which works with gloves. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, error, className, options, onChange, ...select } = props;
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(ids) => (
        <span className={classNames(styles.box, styles.select)}>
          <select {...ids} {...select} onChange={(event) => onChange(event.target.value as Value)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} />
        </span>
      )}
    </Field>
  );
}
