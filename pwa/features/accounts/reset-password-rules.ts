/** The shortest password an account may have. */
const shortestPassword = 6;

export interface ResetEntries {
  token: string;
  password: string;
  confirmation: string;
}

/** What keeps the new password from being sent, and the field it belongs to; null when nothing does. */
export function resetProblem(entries: ResetEntries): { field: "password" | "confirmation"; text: string } | null {
  const { token, password, confirmation } = entries;
  if (!token) return { field: "password", text: "Invalid reset token" };
  if (!password) return { field: "password", text: "Please fill in all fields" };
  if (!confirmation) return { field: "confirmation", text: "Please fill in all fields" };
  if (password.length < shortestPassword) {
    return { field: "password", text: "Password must be at least 6 characters" };
  }
  return password === confirmation ? null : { field: "confirmation", text: "Passwords do not match" };
}
