export type ChangeField = "current" | "next" | "confirmation" | "code";
export type ChangeProblem = { field: ChangeField; text: string };

/** The first problem with the entries and its field; null when there is none. `needsCode` for a user with a second factor. */
export function changeProblem(
  typed: Record<ChangeField, string>,
  min: number,
  needsCode: boolean,
): ChangeProblem | null {
  const { next, confirmation } = typed;
  const fields: readonly ChangeField[] = ["current", "next", "confirmation", ...(needsCode ? (["code"] as const) : [])];
  const empty = fields.find((field) => typed[field] === "");
  if (empty) return { field: empty, text: "Please fill in all fields." };
  if (next !== confirmation) return { field: "confirmation", text: "New passwords do not match." };
  if (next.length < min) return { field: "next", text: `Password must be at least ${min} characters.` };
  return null;
}

const refusedFields: Readonly<Record<string, ChangeField>> = {
  "wrong-password": "current",
  "second-factor-needed": "code",
  "factor-invalid": "code",
};

/** The field that a refusal of the server is about; null for one about none, or about the new password. */
export function refusedField(code: string): ChangeField | null {
  return refusedFields[code] ?? null;
}
