// An index for the words that the audit trail's search finds in reports. The previous version does not search them.
export const indexes = [{ name: "reports_words", on: `reports using gin ("targetName" gin_trgm_ops)` }];

export async function up(): Promise<void> {
  // The index is all of it.
}

export async function down(): Promise<void> {
  throw new Error("Migrations are not undone; use npm run db:reset.");
}
