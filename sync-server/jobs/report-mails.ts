// Mails about reports: the outcome to the reporter, without details, and the admin's action to the person concerned.
import type { Knex } from "knex";
import {
  deactivationMail,
  hiddenListingMail,
  reporterMail,
  warningMail,
  type ReportAction,
  type ReportOutcome,
} from "../../shared/domain/safety/report-rules.ts";
import { plainMail } from "../mail/texts.ts";
import type { Mailer } from "../mail/transport.ts";

type Row = {
  outcome: ReportOutcome;
  action: ReportAction;
  warning: string | null;
  targetName: string;
  reporterId: string;
  aboutId: string;
};

/** Sends nothing to an address that is not verified. A deactivated person still reads why. */
export async function sendReportMail(
  { db, mailer }: { db: Knex; mailer: Mailer },
  { reportId, to }: { reportId: string; to: "reporter" | "about" },
): Promise<void> {
  const row: Row | undefined = await db("reports").where({ id: reportId, status: "closed" }).first();
  if (!row) return;
  const id = to === "reporter" ? row.reporterId : row.aboutId;
  const person: { email: string; name: string; isActive: boolean } | undefined = await db("users")
    .where({ id, isEmailVerified: true })
    .first("email", "name", "isActive");
  if (!person || (to === "reporter" && !person.isActive)) return;
  const { subject, text } = to === "reporter" ? reporterMail(row.targetName, row.outcome) : aboutMail(row);
  await mailer.send({ to: person.email, ...plainMail(subject, [`Hello ${person.name},`, ...text.split("\n\n")]) });
}

function aboutMail({ action, warning, targetName }: Row): { subject: string; text: string } {
  if (action === "warn") return warningMail(warning ?? "");
  return action === "hide-listing" ? hiddenListingMail(targetName) : deactivationMail;
}
