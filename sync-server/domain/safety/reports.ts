// Stores reports with copies of what they report, and closes them once.
import type { Knex } from "knex";
import { report, type Evidence, type Report, type reportsCommands } from "../../../shared/domain/safety/reports.ts";
import { outcomeOf } from "../../../shared/domain/safety/report-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { lockUsers } from "../../db/locks.ts";
import { userScope, type AuditLine, type Handlers, type SignedInContext } from "../../kit/command-handler.ts";
import { enqueue } from "../../kit/job-queue.ts";
import { deactivateUser } from "../admin/commands.ts";
import { hideListing } from "../aircraft/commands.ts";
import { inPair } from "../messages/rows.ts";

/** Reports that a user may send in a day; more wait. */
const MOST_A_DAY = 20;
const DAY_SECONDS = 86_400;

export const reportColumns = Object.keys(report.schema.shape) as (keyof Report)[];

/** What a report is about. */
type Subject = { aboutId: string; name: string; evidence: Evidence };

export const reportsHandlers: Handlers<typeof reportsCommands> = {
  async "reports.send"(context, { targetType, targetId, why, words, messageIds }) {
    const { tx, id, me, changed } = context;
    // Counts and checks of one user run in turn.
    await lockUsers(tx, [me.id], "change");
    const subject = await subjectOf[targetType](context, targetId, messageIds);
    if (subject.aboutId === me.id) throw new DomainError("report-yourself");
    const isOpen = await tx("reports").where({ reporterId: me.id, targetType, targetId, status: "open" }).first("id");
    if (isOpen) throw new DomainError("already-reported");
    await requireRoom(tx, me.id);
    const { aboutId, name: targetName, evidence } = subject;
    const [row] = await tx("reports")
      .insert({
        ...{ id, reporterId: me.id, targetType, targetId, targetName, aboutId, why, words },
        evidence: JSON.stringify(evidence),
      })
      .returning<Report[]>(reportColumns);
    changed("reports", id, [userScope(me.id)]);
    return row!;
  },

  async "admin.closeReport"(context, { id, action, warning, reason }) {
    const { tx, me, changed } = context;
    const found: Stored | undefined = await tx("reports")
      .where({ id })
      .first(...storedColumns);
    if (!found) throw new DomainError("report-not-found");
    if (found.status !== "open") throw new DomainError("report-closed");
    if (action === "hide-listing" && found.targetType !== "aircraft")
      throw new DomainError("invalid", { fields: { action: "This report is not about a listing" } });
    if (action === "warn" && !warning?.trim())
      throw new DomainError("invalid", { fields: { warning: "Write what to change" } });
    // Locks users and listings first; the statement after it closes the report for one of two admins.
    const effects = await act(context, found, action, reason);
    const outcome = outcomeOf(action);
    const closed = { status: "closed", outcome, action, closedBy: me.id, closedAt: tx.fn.now() };
    const kept = action === "warn" ? { ...closed, warning } : closed;
    if ((await tx("reports").where({ id, status: "open" }).update(kept)) === 0) throw new DomainError("report-closed");
    changed("reports", id, [userScope(found.reporterId)]);
    await enqueue(tx, "report-mail", { reportId: id, to: "reporter" });
    if (action !== "dismiss") await enqueue(tx, "report-mail", { reportId: id, to: "about" });
    const line: AuditLine = {
      ...{ targetType: "report", targetId: id, reason },
      before: { status: "open", why: found.why, about: found.aboutId },
      after: { status: "closed", action, ...(action === "warn" && { warning: warning ?? "" }) },
    };
    return { result: { id, status: "closed", outcome }, audit: [line, ...effects] };
  },
};

type Stored = Pick<Report, "targetType" | "targetId" | "status" | "why"> & { reporterId: string; aboutId: string };
const storedColumns = ["targetType", "targetId", "status", "why", "reporterId", "aboutId"] as const;

/** What the action does besides closing the report, with its lines of the audit trail. */
async function act(
  context: SignedInContext,
  { targetId, aboutId }: Stored,
  action: "dismiss" | "warn" | "hide-listing" | "deactivate",
  reason: string | undefined,
): Promise<readonly AuditLine[]> {
  if (action === "hide-listing") return hideListing(context, targetId, reason);
  if (action === "deactivate") return deactivateUser(context, aboutId, reason);
  return [];
}

/** @throws DomainError too-many, which lets the command wait on the device */
async function requireRoom(tx: Knex, reporterId: string): Promise<void> {
  const { rows } = await tx.raw<{ rows: { sent: number; wait: number }[] }>(
    `select count(*)::int as sent,
       coalesce(ceil(extract(epoch from min("createdAt") + interval '1 day' - now())), 0)::int as wait
     from (select "createdAt" from reports where "reporterId" = ? and "createdAt" > now() - interval '1 day'
       order by "createdAt" limit ?) r`,
    [reporterId, MOST_A_DAY],
  );
  const { sent = 0, wait = DAY_SECONDS } = rows[0] ?? {};
  if (sent >= MOST_A_DAY) throw new DomainError("too-many", { retryAfter: Math.max(1, wait) });
}

type SubjectReader = (context: SignedInContext, id: string, messageIds: readonly string[]) => Promise<Subject>;

const subjectOf: Record<Report["targetType"], SubjectReader> = {
  async user({ tx, me }, id, messageIds) {
    const person = await tx("users").where({ id }).first<{ name: string } | undefined>("name");
    if (!person) throw new DomainError("user-not-found");
    const wanted = [...new Set(messageIds)];
    if (wanted.length === 0) return { aboutId: id, name: person.name, evidence: {} };
    const messages: NonNullable<Evidence["messages"]> = await tx("messages")
      .select("id", "senderId", "content", "createdAt")
      .whereIn("id", wanted)
      .whereRaw(inPair, { one: me.id, other: id })
      .orderBy(["createdAt", "id"]);
    // A message of another conversation, also of the reporter, says nothing about this person.
    if (messages.length !== wanted.length)
      throw new DomainError("invalid", { fields: { messageIds: "Choose messages of your conversation" } });
    return { aboutId: id, name: person.name, evidence: { messages } };
  },

  async aircraft({ tx }, id) {
    const plane = await tx("aircraft")
      .where({ id })
      .whereNull("deletedAt")
      .first<Listing | undefined>("ownerId", "name", "location", "description");
    if (!plane) throw new DomainError("aircraft-not-found");
    const { ownerId, ...listing } = plane;
    return { aboutId: ownerId, name: plane.name, evidence: { listing } };
  },

  async review({ tx }, id) {
    const found = await tx("reviews")
      .join("users", "users.id", "reviews.userId")
      .where({ "reviews.id": id })
      .whereNotNull("reviews.visibleAt")
      .first<Written | undefined>(
        "users.id as userId",
        "users.name",
        "reviews.rating",
        "reviews.comment",
        "reviews.createdAt",
      );
    if (!found) throw new DomainError("review-not-found");
    const { userId, name, ...review } = found;
    return { aboutId: userId, name, evidence: { review } };
  },
};

type Listing = { ownerId: string; name: string; location: string; description: string | null };
type Written = { userId: string; name: string; rating: number; comment: string; createdAt: string };
