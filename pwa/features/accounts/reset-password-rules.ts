/** Minimum length of a password. */
const SHORTEST_PASSWORD = 6;

export type ResetEntries = {
  token: string;
  password: string;
  confirmation: string;
};

/** The first problem with the entries and its field; null when there is none. */
export function resetProblem(entries: ResetEntries): { field: "password" | "confirmation"; text: string } | null {
  const { token, password, confirmation } = entries;
  if (!token) return { field: "password", text: "Invalid reset token" };
  if (!password) return { field: "password", text: "Please fill in all fields" };
  if (!confirmation) return { field: "confirmation", text: "Please fill in all fields" };
  if (password.length < SHORTEST_PASSWORD) {
    return { field: "password", text: "Password must be at least 6 characters" };
  }
  return password === confirmation ? null : { field: "confirmation", text: "Passwords do not match" };
}
