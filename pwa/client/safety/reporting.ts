// Reports people, listings and reviews: stored on this device, sent by itself.
import { useMemo } from "react";
import { reporterWords, type ReportReason, type ReportTarget } from "../../../shared/domain/safety/report-rules.ts";
import { useAuth } from "../session/session.tsx";
import { toast } from "../shell/toasts.ts";
import { NotKept, queue } from "../sync/current-store.ts";
import { useRows, type RowWithStatus } from "../sync/rows.ts";

export type ReportSubject = { targetType: ReportTarget; targetId: string; name: string };

export type WrittenReport = { why: ReportReason; words: string; messageIds: string[] };

/** Resolves to false when this device could not store it; a toast has then said so. */
export async function sendReport(subject: ReportSubject, written: WrittenReport): Promise<boolean> {
  try {
    await queue("reports.send", { ...subject, ...written }, { about: subject.name });
  } catch (problem) {
    if (!(problem instanceof NotKept)) throw problem;
    toast({ kind: "bad", title: "Error", description: problem.message });
    return false;
  }
  toast({ title: reporterWords.open, description: "Your settings list your reports." });
  return true;
}

/** Whether a report of this user about a target is open; undefined while not known, and for guests. */
export function useIsReported({ targetType, targetId }: Omit<ReportSubject, "name">): boolean | undefined {
  const { user } = useAuth();
  const rows = useRows(
    "reports",
    useMemo(() => ({ targetId }), [targetId]),
  );
  if (!user || !rows) return undefined;
  return rows.some((row) => row.targetType === targetType && row.status === "open" && row.waiting !== "attention");
}

/** What the reporter reads about a report. */
export function wordsOfReport({ status, outcome }: Pick<RowWithStatus<"reports">, "status" | "outcome">): string {
  return reporterWords[status === "closed" && outcome ? outcome : "open"];
}
