import type { NewPassword } from "../../ui/form/password-field.tsx";

/** A problem with a new password: the toast's title and text, and the field that shows it. */
export type AdminPasswordProblem = { field: "password" | "confirmation"; title: string; text: string };

export function adminPasswordProblem(
  { password, confirmation }: NewPassword,
  min: number,
): AdminPasswordProblem | null {
  if (password.length < min)
    return {
      field: "password",
      title: "Invalid Password",
      text: `Password must be at least ${min} characters long.`,
    };
  if (password !== confirmation)
    return { field: "confirmation", title: "Passwords Don't Match", text: "Enter the same password in both fields." };
  return null;
}
