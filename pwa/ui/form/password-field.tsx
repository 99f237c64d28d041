import { Eye, EyeOff } from "../icons/icons.ts";
import { useState, type InputHTMLAttributes, type Ref } from "react";
import { classNames } from "../styles/class-names.ts";
import { Field, type FieldLabels } from "./field.tsx";
import { IconButton } from "../actions/icon-button.tsx";
import styles from "./field.module.css";

type PasswordFieldProps = {
  value: string;
  onChange: (value: string) => void;
  /** Password managers suggest a new password and fill in a current one. */
  autoComplete: "current-password" | "new-password";
  ref?: Ref<HTMLInputElement>;
} & FieldLabels &
  Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "id" | "type">;

export function PasswordField({ label, hint, error, className, onChange, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(ids) => (
        <span className={classNames(styles.box, styles.withButton)}>
          <input
            {...input}
            {...ids}
            type={isShown ? "text" : "password"}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
          <IconButton
            small
            icon={isShown ? EyeOff : Eye}
            label={isShown ? "Hide password" : "Show password"}
            onClick={() => setShown(!isShown)}
          />
        </span>
      )}
    </Field>
  );
}

/** A new password, entered twice. */
export type NewPassword = { password: string; confirmation: string };
export const noPassword: NewPassword = { password: "", confirmation: "" };

type NewPasswordFieldsProps = {
  typed: NewPassword;
  onChange: (change: Partial<NewPassword>) => void;
  /** Minimum length, stated under the first field. */
  min: number;
  /** Shown under the field it names; a problem with another field is not shown here. */
  problem: { field: string; text: string } | null;
};

/** The two fields for a new password, for forms that do not ask for the old one. */
export function NewPasswordFields({ typed, onChange, min, problem }: NewPasswordFieldsProps) {
  const field = (name: keyof NewPassword) => ({
    value: typed[name],
    onChange: (value: string) => onChange({ [name]: value }),
    error: problem?.field === name ? problem.text : null,
  });
  return (
    <>
      <PasswordField
        label="New password"
        name="new-password"
        autoComplete="new-password"
        hint={`At least ${min} characters.`}
        {...field("password")}
      />
      <PasswordField
        label="Confirm new password"
        name="confirm-password"
        autoComplete="new-password"
        {...field("confirmation")}
      />
    </>
  );
}
