import { PasswordField } from "./password-field.tsx";

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
