import type { NewPassword } from "../../ui/form/password-field.tsx";

/** What keeps a new password from being set for somebody, as the toast says it and under which field it stands. */
export type ResetProblem = { field: "password" | "confirmation"; title: string; text: string };

export function resetProblem({ password, confirmation }: NewPassword): ResetProblem | null {
  if (password.length < 6)
    return {
      field: "password",
      title: "Invalid Password",
      text: "Password must be at least 6 characters long.",
    };
  if (password !== confirmation)
    return { field: "confirmation", title: "Passwords Don't Match", text: "Enter the same password in both fields." };
  return null;
}
