// The audit trail: what admins did, to whom, with the values before and after, and why. Only admins read it; nothing changes it.
import { z } from "zod";
import { absentWhenEmpty, id, instant, text } from "../../kit/fields.ts";
import { query } from "../../kit/query.ts";
import { auditTargets } from "./audit-rules.ts";

const fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]));

const auditEntry = z.object({
  id,
  at: instant,
  admin: z.object({ id, name: z.string() }),
  action: z.string(),
  target: z.object({ type: z.enum(auditTargets), id, name: z.string() }),
  before: fields.nullable(),
  after: fields.nullable(),
  reason: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Most rows per page; the screen asks for fewer. */
export const MOST_AUDIT_ROWS = 1000;

/** Every filter may be absent. `q` finds targets by words of their name or address. Times: from `from` on, before `before`. */
const filters = {
  admin: absentWhenEmpty(id),
  target: absentWhenEmpty(id),
  q: absentWhenEmpty(text(120)),
  action: absentWhenEmpty(text(60)),
  from: absentWhenEmpty(instant),
  before: absentWhenEmpty(instant),
};
export type AuditFilters = z.infer<z.ZodObject<typeof filters>>;

export const auditQueries = {
  "admin.audit": query({
    route: "GET /api/admin/audit",
    access: "admin",
    input: z.object({
      ...filters,
      cursor: absentWhenEmpty(z.string().max(400)),
      limit: absentWhenEmpty(z.coerce.number("Enter a number of rows").int().min(1).max(MOST_AUDIT_ROWS)),
    }),
    result: z.array(auditEntry),
  }),
  "admin.auditors": query({
    route: "GET /api/admin/audit/admins",
    access: "admin",
    input: z.object({}),
    // Everybody who ever acted as an admin, by name.
    result: z.array(z.object({ id, name: z.string() })),
  }),
  "admin.auditFile": query({
    route: "GET /api/admin/audit.csv",
    access: "admin",
    input: z.object(filters),
    // Parts of the text; the answer is sent while the database is read.
    result: z.custom<AsyncIterable<string>>(),
    file: { type: "text/csv; charset=utf-8", name: "audit-trail.csv", isStreamed: true },
  }),
};
