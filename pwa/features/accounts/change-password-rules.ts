export type ChangeField = "current" | "next" | "confirmation";
export type ChangeProblem = { field: ChangeField; text: string };

/** The first problem with the entries and its field; null when there is none. */
export function changeProblem(typed: Record<ChangeField, string>, min: number): ChangeProblem | null {
  const { next, confirmation } = typed;
  const empty = (["current", "next", "confirmation"] as const).find((field) => typed[field] === "");
  if (empty) return { field: empty, text: "Please fill in all fields." };
  if (next !== confirmation) return { field: "confirmation", text: "New passwords do not match." };
  if (next.length < min) return { field: "next", text: `Password must be at least ${min} characters.` };
  return null;
}
