// Words of the audit trail, free of zod.

/** What an admin can act on. */
export const auditTargets = ["user", "aircraft", "report"] as const;
export type AuditTarget = (typeof auditTargets)[number];

/** Stands in a line for the operator, who acts on the command line of the server without an account. */
export const auditedOperator = { id: "00000000-0000-0000-0000-000000000000", name: "Operator" };

/** Every command that writes the audit trail, with the words that the list shows. A house test compares it with the contract. */
export const auditedActions = {
  "admin.setVerified": "Changed the mark Verified",
  "admin.setActive": "Activated or deactivated",
  "admin.setAdmin": "Changed the admin flag",
  "admin.setPassword": "Reset the password",
  "admin.removeSecondFactor": "Removed the second factor",
  "admin.closeReport": "Closed a report",
  "aircraft.update": "Edited a listing",
  "aircraft.delete": "Deleted a listing",
} as const;
export type AuditedAction = keyof typeof auditedActions;

/** The words of an action; the name itself for one that this version does not know. */
export function actionWords(action: string): string {
  return auditedActions[action as AuditedAction] ?? action;
}
