export type ResetEntries = {
  token: string;
  password: string;
  confirmation: string;
  /** Minimum length of a password. */
  min: number;
};

/** The first problem with the entries and its field; null when there is none. */
export function resetProblem(entries: ResetEntries): { field: "password" | "confirmation"; text: string } | null {
  const { token, password, confirmation, min } = entries;
  if (!token) return { field: "password", text: "Invalid reset token" };
  if (!password) return { field: "password", text: "Please fill in all fields" };
  if (!confirmation) return { field: "confirmation", text: "Please fill in all fields" };
  if (password.length < min) {
    return { field: "password", text: `Password must be at least ${min} characters` };
  }
  return password === confirmation ? null : { field: "confirmation", text: "Passwords do not match" };
}
