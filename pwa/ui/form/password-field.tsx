import { Eye, EyeOff } from "lucide-react";
import { useState, type InputHTMLAttributes, type Ref } from "react";
import { classNames } from "../styles/class-names.ts";
import { Field, type FieldWords } from "./field.tsx";
import { IconButton } from "../actions/icon-button.tsx";
import styles from "./field.module.css";

interface PasswordFieldProps
  extends FieldWords, Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "id" | "type"> {
  value: string;
  onChange: (value: string) => void;
  /** New passwords get an offer from the password keeper, current ones get filled in. */
  autoComplete: "current-password" | "new-password";
  ref?: Ref<HTMLInputElement>;
}

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

/** A new password as it is typed, twice. */
export type NewPassword = { password: string; confirmation: string };
export const noPassword: NewPassword = { password: "", confirmation: "" };

interface NewPasswordFieldsProps {
  typed: NewPassword;
  onChange: (change: Partial<NewPassword>) => void;
  /** Stands under the field it names; one about anything else is not shown here. */
  problem: { field: string; text: string } | null;
}

/** For whoever is given a new password without knowing the old one. */
export function NewPasswordFields({ typed, onChange, problem }: NewPasswordFieldsProps) {
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
        hint="At least 6 characters."
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
