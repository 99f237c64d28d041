// What the operator does on the command line of the server, where no admin can do it in the app.
import type { Knex } from "knex";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import { auditedOperator, type AuditedAction } from "../../shared/domain/safety/audit-rules.ts";
import { entities } from "../../shared/entities.ts";
import { isUnreachable } from "../db/database-errors.ts";
import { appendChanges, type ChangeLine } from "../db/change-log.ts";
import { retryConflicts } from "../db/locks.ts";
import { ownUserColumns } from "../domain/accounts/people.ts";
import { removeSecondFactor, setAdmin } from "../domain/admin/commands.ts";
import type { AuditLine, SignedInContext } from "../kit/command-handler.ts";
import { appendAudit } from "./audit.ts";

/** What an operator can do to the account of an address; each returns its sentences. */
const tasks: Record<string, Task> = {
  "make-admin": {
    audit: "admin.setAdmin",
    async run(context, { id, name, email, isAdmin, isActive, isEmailVerified }) {
      if (isAdmin) throw new Error(`${email} is an admin already. Nothing was changed.`);
      if (!isActive) throw new Error(`The account of ${email} is not active. Nothing was changed.`);
      if (!isEmailVerified)
        throw new Error(`${email} is not verified: enter the code of the mail in the app first. Nothing was changed.`);
      const { audit } = await setAdmin(context, id, true, reason);
      return {
        audit,
        said: [
          `${name}, ${email}, is an admin: «Admin» is in the menu of the app.`,
          "The audit trail names the operator.",
        ],
      };
    },
  },
  "remove-second-factor": {
    audit: "admin.removeSecondFactor",
    async run(context, { id, name, email, hasSecondFactor }) {
      if (!hasSecondFactor) throw new Error(`${email} has no second factor. Nothing was changed.`);
      const { audit } = await removeSecondFactor(context, id, reason);
      return {
        audit,
        said: [
          `The second factor of ${name}, ${email}, is removed: a log-in needs the password alone.`,
          "All their sessions have ended, and the audit trail names the operator.",
          "The running server tells them by mail.",
        ],
      };
    },
  },
};

const reason = "On the command line of the server";
const usage = `Name the task (${Object.keys(tasks).join(" or ")}) and the address of the account. Example: make-admin admin@example.com`;

type Context = Pick<SignedInContext, "tx" | "changed">;
type Done = { audit: readonly AuditLine[]; said: readonly string[] };
type Task = { audit: AuditedAction; run: (context: Context, person: OwnUser) => Promise<Done> };

/**
 * Runs the task that the arguments name; returns one sentence for each result.
 * @throws Error with a readable sentence; nothing has changed then, unless the sentence says otherwise
 */
export async function runOperatorTask(db: Knex, args: readonly string[]): Promise<string> {
  const [name, email, ...rest] = args;
  const task = Object.entries(tasks).find(([one]) => one === name)?.[1];
  if (task === undefined || email === undefined || rest.length > 0) throw new Error(usage);
  try {
    return await retryConflicts(() => db.transaction((tx) => runFor(tx, task, email.trim().toLowerCase())));
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === "42P01") throw new Error("This database has no Tailhour: check DATABASE_URL. Nothing was changed.");
    if (!isUnreachable(error)) throw error;
    throw new Error(`The database cannot be reached (${code ?? message}): check DATABASE_URL, then run this again.`);
  }
}

/** Runs a task as an admin would in the app; the audit trail names the operator. */
async function runFor(tx: Knex.Transaction, task: Task, email: string): Promise<string> {
  const person: OwnUser | undefined = await tx("users").where({ email }).forNoKeyUpdate().first(ownUserColumns);
  if (!person) throw new Error(`No account has the address ${email}. Nothing was changed.`);
  const lines: ChangeLine[] = [];
  const changed = (entity: keyof typeof entities, id: string, scopes: readonly string[]) =>
    void lines.push(...scopes.map((scope) => ({ scope, entity: entities[entity].number, id })));
  const { audit, said } = await task.run({ tx, changed }, person);
  await appendAudit(tx, { name: task.audit, me: auditedOperator }, audit);
  await appendChanges(tx, lines);
  return said.join("\n");
}
