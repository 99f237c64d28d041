// Reads the audit trail: pages for the screen, and all of it as a file.
import type { Knex } from "knex";
import {
  MOST_AUDIT_ROWS,
  type AuditEntry,
  type AuditFilters,
  type auditQueries,
} from "../../../shared/domain/safety/audit.ts";
import { actionWords, auditedOperator } from "../../../shared/domain/safety/audit-rules.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";
import { readPage, whereFound, type ListOrder } from "../admin/paging.ts";
import { csvLine } from "./csv.ts";

/** Most targets that the words of a search may name; later ones are not searched. */
const MOST_TARGETS = 200;
/** Rows that the file reads at a time. */
const FILE_ROWS = 1000;

const newestFirst: ListOrder = { expression: "admin_actions.at", type: "timestamptz", direction: "desc" };

type Row = Omit<AuditEntry, "admin" | "target"> & {
  adminId: string;
  adminName: string | null;
  targetType: AuditEntry["target"]["type"];
  targetId: string;
  targetName: string | null;
};

export const auditResolvers: Resolvers<typeof auditQueries> = {
  async "admin.audit"({ db, nextPage }, { cursor, limit = MOST_AUDIT_ROWS, ...filters }) {
    const { rows, next } = await page(db, filters, cursor, limit);
    if (next !== null) nextPage({ cursor: next });
    return rows;
  },

  async "admin.auditors"({ db }) {
    // Jumps from admin to admin in the index, so that the number of lines does not matter.
    const { rows } = await db.raw<{ rows: { id: string; name: string }[] }>(
      `with recursive seen as (
         (select "adminId" as id from admin_actions order by "adminId" limit 1)
         union all
         select (select "adminId" from admin_actions where "adminId" > seen.id order by "adminId" limit 1)
         from seen where seen.id is not null
       )
       select seen.id, coalesce(users.name, case when seen.id = :id then :name else 'Former member' end) as name
       from seen left join users on users.id = seen.id where seen.id is not null order by lower(users.name), seen.id`,
      auditedOperator,
    );
    return rows;
  },

  "admin.auditFile": ({ db }, filters) => Promise.resolve(fileParts(db, filters)),
};

const heads = ["entry", "time (UTC)", "admin", "admin id", "action", "target", "target id", "target name"];

/** The file in parts, one for each page of rows. Each part is a separate query, so a slow reader holds no connection. */
async function* fileParts(db: Knex, filters: AuditFilters): AsyncGenerator<string> {
  // The mark tells spreadsheets that the text is UTF-8.
  yield `\uFEFF${csvLine([...heads, "before", "after", "reason"])}`;
  let cursor: string | undefined;
  do {
    const { rows, next } = await page(db, filters, cursor, FILE_ROWS);
    yield rows.map(fileLine).join("");
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}

function fileLine({ id, at, admin, action, target, before, after, reason }: AuditEntry): string {
  const values = [before, after].map((fields) => (fields ? JSON.stringify(fields) : ""));
  const who = [id, at, admin.name, admin.id, actionWords(action), target.type, target.id, target.name];
  return csvLine([...who, ...values, reason ?? ""]);
}

async function page(
  db: Knex,
  filters: AuditFilters,
  cursor: string | undefined,
  limit: number,
): Promise<{ rows: AuditEntry[]; next: string | null }> {
  const query = db("admin_actions")
    .leftJoin("users as admin", "admin.id", "admin_actions.adminId")
    .select("admin_actions.id", "admin_actions.at", "action", "targetType", "targetId", "before", "after", "reason")
    .select("adminId", "admin.name as adminName")
    .select(
      db.raw(`case "targetType"
        when 'user' then (select name from users where users.id = "targetId")
        when 'aircraft' then (select name from aircraft where aircraft.id = "targetId")
        when 'report' then (select "targetName" from reports where reports.id = admin_actions."targetId")
      end as "targetName"`),
    );
  await restrict(db, query, filters);
  const found = await readPage<Row>(query, "admin_actions", { sort: "newest", order: newestFirst, cursor, limit });
  return { rows: found.rows.map(toEntry), next: found.next };
}

async function restrict(db: Knex, query: Knex.QueryBuilder, filters: AuditFilters): Promise<void> {
  const { admin, target, q = "", action, from, before } = filters;
  if (admin !== undefined) void query.where({ adminId: admin });
  if (target !== undefined) void query.where({ targetId: target });
  if (action !== undefined) void query.where({ action });
  if (from !== undefined) void query.where("admin_actions.at", ">=", from);
  if (before !== undefined) void query.where("admin_actions.at", "<", before);
  if (q.trim() !== "") void query.whereIn("targetId", await targetsNamed(db, q));
}

/** Ids of users, listings (deleted ones too) and reports that have all words. */
async function targetsNamed(db: Knex, q: string): Promise<string[]> {
  const people = db("users").select<{ id: string }[]>("id").limit(MOST_TARGETS);
  whereFound(people, "users.name || ' ' || users.email", q);
  const planes = db("aircraft").select<{ id: string }[]>("id").limit(MOST_TARGETS);
  whereFound(planes, `aircraft.name || ' ' || aircraft.make || ' ' || aircraft.model || ' ' || aircraft.location`, q);
  const reports = db("reports").select<{ id: string }[]>("id").limit(MOST_TARGETS);
  whereFound(reports, `"targetName"`, q);
  return [...(await people), ...(await planes), ...(await reports)].map(({ id }) => id);
}

function toEntry({ adminId, adminName, targetType, targetId, targetName, ...line }: Row): AuditEntry {
  return {
    id: line.id,
    at: line.at,
    admin: {
      id: adminId,
      name: adminName ?? (adminId === auditedOperator.id ? auditedOperator.name : "Former member"),
    },
    action: line.action,
    target: { type: targetType, id: targetId, name: targetName ?? "No longer there" },
    before: line.before,
    after: line.after,
    reason: line.reason,
  };
}
