import { ChevronDown } from "../icons/icons.ts";
import type { ButtonHTMLAttributes } from "react";
import { classNames } from "../styles/class-names.ts";
import { Icon } from "../display/icon.tsx";
import { Field, type FieldLabels } from "./field.tsx";
import { SelectButton, type SelectOption } from "./select-button.tsx";
import styles from "./field.module.css";

type SelectProps<Value extends string> = {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
} & FieldLabels &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "onChange" | "id" | "value">;

/** A field with one of several options. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, error, className, options, value, ...select } = props;
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(ids) => (
        <span className={classNames(styles.box, styles.select)}>
          <SelectButton {...ids} {...select} label={label} value={value} options={options}>
            <span>{options.find((option) => option.value === value)?.label}</span>
            <Icon of={ChevronDown} />
          </SelectButton>
        </span>
      )}
    </Field>
  );
}
