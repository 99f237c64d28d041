import { useState } from "react";
import { useOnline } from "../../../client/api/online.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { useAdminList } from "../use-admin-list.ts";
import { CloseDialog, type Closing } from "./close-dialog.tsx";
import { ReportCard } from "./report-card.tsx";
import styles from "./reports-panel.module.css";

type Status = "open" | "closed";
const statuses: readonly { value: Status; label: string }[] = [
  { value: "open", label: "Open, oldest first" },
  { value: "closed", label: "Closed, newest first" },
];

/** Reports of users, with what they reported and both people's facts. `onClosed` is called after each that was closed. */
export function ReportsPanel({ onClosed }: { onClosed: () => void }) {
  const [status, setStatus] = useState<Status>("open");
  const [closing, setClosing] = useState<Closing | null>(null);
  const isOnline = useOnline();
  const list = useAdminList("admin.reports", { status });
  const done = () => {
    setClosing(null);
    list.reload();
    onClosed();
  };
  return (
    <section className={styles.panel} aria-labelledby="reports-title" aria-busy={list.isBusy}>
      <header className={styles.head}>
        <h2 id="reports-title">Reports</h2>
        <Select className={styles.status} label="Show" value={status} options={statuses} onChange={setStatus} />
      </header>
      {list.state === "ready" && list.rows.length === 0 && (
        <p className={styles.nothing}>{status === "open" ? "No report waits." : "No report was closed yet."}</p>
      )}
      {list.rows.length > 0 && (
        <ul className={styles.list}>
          {list.rows.map((report) => (
            <li key={report.id}>
              <ReportCard report={report} onAct={(action) => setClosing({ report, action })} />
            </li>
          ))}
        </ul>
      )}
      {list.state !== "ready" && (
        <p className={styles.nothing} role={list.state === "failed" ? "alert" : "status"}>
          {!isOnline
            ? "Needs a connection"
            : list.state === "failed"
              ? "The reports could not be loaded."
              : "Loading..."}
        </p>
      )}
      {list.state === "failed" && (
        <Button className={styles.more} disabled={!isOnline} busy={list.isBusy} onClick={list.reload}>
          Try again
        </Button>
      )}
      {list.state === "ready" && list.hasMore && (
        <Button className={styles.more} disabled={!isOnline} busy={list.isBusy} onClick={list.more}>
          Show more reports
        </Button>
      )}
      {closing && <CloseDialog closing={closing} onDone={done} onClose={() => setClosing(null)} />}
    </section>
  );
}
