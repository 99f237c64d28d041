import { dayIn, shortDay } from "../../../shared/kit/dates.ts";
import { wordsOfReport } from "../../client/safety/reporting.ts";
import { useRows, type RowWithStatus } from "../../client/sync/rows.ts";
import { Section } from "../../ui/display/section.tsx";
import styles from "./report-list.module.css";

const latestFirst = (a: RowWithStatus<"reports">, b: RowWithStatus<"reports">) => (a.createdAt < b.createdAt ? 1 : -1);

/** The user's own reports and what came of them; nothing before the first. */
export function ReportList() {
  const reports = useRows("reports", undefined, latestFirst);
  if (!reports || reports.length === 0) return null;
  return (
    <Section title="Your reports">
      <ul className={styles.panel}>
        {reports.map((report) => (
          <li key={report.id}>
            <p className={styles.name}>{report.targetName}</p>
            <p>{report.waiting === "waiting" ? "Waiting to sync" : wordsOfReport(report)}</p>
            <p className="hint">{shortDay(dayIn(new Date(report.createdAt)))}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
