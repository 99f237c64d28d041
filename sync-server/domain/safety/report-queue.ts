// The queue of reports for admins: the report with its copies, and facts about both people. Never their conversations.
import {
  MOST_REPORTS,
  type AdminReport,
  type PersonFacts,
  type reportsQueries,
} from "../../../shared/domain/safety/reports.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";
import { readPage, type ListOrder } from "../admin/paging.ts";
import { reportColumns } from "./reports.ts";

const oldest: ListOrder = { expression: `reports."createdAt"`, type: "timestamptz", direction: "asc" };
const newest: ListOrder = { ...oldest, direction: "desc" };

/** Counts stop here, so that one user's many reports cost no more. */
const MOST_COUNTED = 100;

const counted = (column: string) =>
  `(select count(*)::int from (select from reports r where r."${column}" = users.id limit ${MOST_COUNTED}) c)`;

type Row = Omit<AdminReport, "reporter" | "about"> & { reporterId: string; aboutId: string };

export const reportsResolvers: Resolvers<typeof reportsQueries> = {
  async "admin.reports"({ db, nextPage }, { status = "open", cursor, limit = MOST_REPORTS }) {
    const query = db("reports")
      .leftJoin("users as closer", "closer.id", "reports.closedBy")
      .select(reportColumns.map((column) => `reports.${column}`))
      .select("evidence", "action", "reporterId", "aboutId", "closer.name as closedBy")
      .where({ status });
    const order = status === "open" ? oldest : newest;
    const { rows, next } = await readPage<Row>(query, "reports", { sort: status, order, cursor, limit });
    if (next !== null) nextPage({ cursor: next });
    const ids = [...new Set(rows.flatMap(({ reporterId, aboutId }) => [reporterId, aboutId]))];
    const people: PersonFacts[] = await db("users")
      .whereIn("id", ids)
      .select("id", "name", "userType", "memberSince", "verified", "isActive", "isAdmin")
      .select(db.raw(`${counted("reporterId")} as sent`), db.raw(`${counted("aboutId")} as received`));
    const facts = new Map(people.map((person) => [person.id, person]));
    return rows.map(({ reporterId, aboutId, ...row }) => ({
      ...row,
      reporter: facts.get(reporterId)!,
      about: facts.get(aboutId)!,
    }));
  },
};
