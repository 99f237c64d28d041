// Reports: what a user tells the admins about a person, a listing or a review. Admins read the reported messages alone.
import { z } from "zod";
import { adminCommand, offlineCommand } from "../../kit/command.ts";
import { defineEntity, put } from "../../kit/entity.ts";
import { absentWhenEmpty, id, instant, text } from "../../kit/fields.ts";
import { query } from "../../kit/query.ts";
import { reason } from "./audit-fields.ts";
import { MOST_EVIDENCE, reportActions, reportOutcomes, reportReasons, reportTargets } from "./report-rules.ts";

const WORDS_MAX = 1000;
const NAME_MAX = 200;
const WARNING_MAX = 2000;

const targetType = z.enum(reportTargets, "Choose what to report");
const why = z.enum(reportReasons, "Choose a reason");

/** A report as its reporter has it: whether it was read and what came of it, without details. */
export const report = defineEntity({
  name: "reports",
  key: "id",
  indexes: ["targetId"],
  schema: z.object({
    id,
    targetType,
    targetId: id,
    /** As it was then: the person, the aircraft, or the author of the review. */
    targetName: z.string(),
    why,
    words: z.string(),
    status: z.enum(["open", "closed"]),
    outcome: z.enum(reportOutcomes).nullable(),
    createdAt: instant,
    closedAt: instant.nullable(),
  }),
});
export type Report = z.infer<typeof report.schema>;

/** The copies that a report keeps. */
const evidence = z.object({
  messages: z.array(z.object({ id, senderId: id, content: z.string(), createdAt: instant })).optional(),
  listing: z.object({ name: z.string(), location: z.string(), description: z.string().nullable() }).optional(),
  review: z.object({ rating: z.int(), comment: z.string(), createdAt: instant }).optional(),
});
export type Evidence = z.infer<typeof evidence>;

const personFacts = z.object({
  id,
  name: z.string(),
  userType: z.enum(["pilot", "owner"]),
  memberSince: z.string(),
  verified: z.boolean(),
  isActive: z.boolean(),
  isAdmin: z.boolean(),
  /** Reports that they sent, and reports about them. */
  sent: z.int(),
  received: z.int(),
});
export type PersonFacts = z.infer<typeof personFacts>;

/** A report as admins have it. */
const adminReport = report.schema.extend({
  evidence,
  reporter: personFacts,
  about: personFacts,
  action: z.enum(reportActions).nullable(),
  closedBy: z.string().nullable(),
});
export type AdminReport = z.infer<typeof adminReport>;

export const reportsCommands = {
  "reports.send": offlineCommand({
    route: "POST /api/reports",
    access: "user",
    status: 201,
    input: z.object({
      id: id.optional(),
      targetType,
      targetId: id,
      why,
      words: text(WORDS_MAX).default(""),
      /** Of the own conversation with the reported person. */
      messageIds: z.array(id).max(MOST_EVIDENCE, `At most ${MOST_EVIDENCE} messages`).default([]),
      // As the screen shows it, until the server has answered; the server stores its own.
      name: text(NAME_MAX).optional(),
    }),
    result: report.schema,
    lane: (input) => `report:${input.targetId}`,
    creates: { table: "reports", owner: "reporterId" },
    optimistic: ({ targetType: type, targetId, why: because, words = "", name = "" }, { id: reportId, at }) => [
      put(report, {
        id: reportId,
        targetType: type,
        targetId,
        targetName: name,
        why: because,
        words,
        status: "open",
        outcome: null,
        createdAt: at,
        closedAt: null,
      }),
    ],
  }),
  "admin.closeReport": adminCommand({
    route: "PATCH /api/admin/reports/:id",
    notFound: { id: "report-not-found" },
    endsSessions: true,
    input: z.object({
      id,
      action: z.enum(reportActions, "Choose an action"),
      /** The words of a warning; needed for it alone. */
      warning: text(WARNING_MAX).optional(),
      reason,
    }),
    result: report.schema.pick({ id: true, status: true, outcome: true }),
  }),
};

/** Most rows per page; the screen asks for fewer. */
export const MOST_REPORTS = 200;

export const reportsQueries = {
  "admin.reports": query({
    route: "GET /api/admin/reports",
    access: "admin",
    // Open ones with the oldest first, closed ones with the newest first.
    input: z.object({
      status: absentWhenEmpty(z.enum(["open", "closed"])),
      cursor: absentWhenEmpty(z.string().max(400)),
      limit: absentWhenEmpty(z.coerce.number("Enter a number of rows").int().min(1).max(MOST_REPORTS)),
    }),
    result: z.array(adminReport),
  }),
};
