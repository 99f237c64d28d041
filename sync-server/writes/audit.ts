// Writes the audit trail: one line for each thing that an admin changed, in the transaction of the change.
import type { Knex } from "knex";
import { newId } from "../../shared/kit/ids.ts";
import type { AuditLine } from "../kit/command-handler.ts";
import type { Call } from "./call.ts";

/** Adds the lines of one command. The table takes inserts alone, so nothing can change a line. */
export async function appendAudit(
  tx: Knex.Transaction,
  { name, me }: Pick<Call, "name"> & { me: { id: string } | null },
  lines: readonly AuditLine[],
): Promise<void> {
  if (lines.length === 0) return;
  if (!me) throw new Error(`${name} has audit lines, but no admin`);
  await tx("admin_actions").insert(
    lines.map(({ targetType, targetId, before, after, reason, action = name }) => ({
      id: newId(),
      adminId: me.id,
      action,
      targetType,
      targetId,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      reason: reason?.trim() || null,
    })),
  );
}
