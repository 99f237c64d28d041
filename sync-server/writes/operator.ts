// What the operator does on the command line of the server, where no admin can do it in the app.
import type { Knex } from "knex";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import { auditedOperator } from "../../shared/domain/safety/audit-rules.ts";
import { entities } from "../../shared/entities.ts";
import { isUnreachable } from "../db/database-errors.ts";
import { appendChanges, type ChangeLine } from "../db/change-log.ts";
import { retryConflicts } from "../db/locks.ts";
import { ownUserColumns } from "../domain/accounts/people.ts";
import { removeSecondFactor } from "../domain/admin/commands.ts";
import { appendAudit } from "./audit.ts";

const usage = "Name the task and the address of the account. Example: remove-second-factor admin@example.com";

/**
 * Runs the task that the arguments name; returns one sentence for each result.
 * @throws Error with a readable sentence; nothing has changed then, unless the sentence says otherwise
 */
export async function runOperatorTask(db: Knex, args: readonly string[]): Promise<string> {
  const [task, email, ...rest] = args;
  if (task !== "remove-second-factor" || email === undefined || rest.length > 0) throw new Error(usage);
  try {
    return await retryConflicts(() => db.transaction((tx) => removeFactorOf(tx, email.trim().toLowerCase())));
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === "42P01") throw new Error("This database has no Tailhour: check DATABASE_URL. Nothing was changed.");
    if (!isUnreachable(error)) throw error;
    throw new Error(`The database cannot be reached (${code ?? message}): check DATABASE_URL, then run this again.`);
  }
}

/** Removes the second factor of a user who lost it, as an admin does in the app; the audit trail names the operator. */
async function removeFactorOf(tx: Knex.Transaction, email: string): Promise<string> {
  const person: OwnUser | undefined = await tx("users").where({ email }).forNoKeyUpdate().first(ownUserColumns);
  if (!person) throw new Error(`No account has the address ${email}. Nothing was changed.`);
  if (!person.hasSecondFactor) throw new Error(`${email} has no second factor. Nothing was changed.`);
  const lines: ChangeLine[] = [];
  const changed = (entity: keyof typeof entities, id: string, scopes: readonly string[]) =>
    void lines.push(...scopes.map((scope) => ({ scope, entity: entities[entity].number, id })));
  const { audit } = await removeSecondFactor({ tx, changed }, person.id, "On the command line of the server");
  await appendAudit(tx, { name: "admin.removeSecondFactor", me: auditedOperator }, audit);
  await appendChanges(tx, lines);
  return [
    `The second factor of ${person.name}, ${email}, is removed: a log-in needs the password alone.`,
    "All their sessions have ended, and the audit trail names the operator.",
    "The running server tells them by mail.",
  ].join("\n");
}
