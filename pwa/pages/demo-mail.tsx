import { useCallback, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { usePageTitle } from "../client/shell/page-title.ts";
import { DemoMailbox } from "../features/accounts/demo-mailbox.tsx";
import { NotFoundPage } from "./not-found.tsx";
import styles from "./demo-mail.module.css";

export function DemoMailPage() {
  const [isMissing, setMissing] = useState(false);
  const onMissing = useCallback(() => setMissing(true), []);
  // This page exists only in a demo.
  return isMissing ? <NotFoundPage /> : <Mailbox onMissing={onMissing} />;
}

function Mailbox({ onMissing }: { onMissing: () => void }) {
  usePageTitle("Demo Mailbox");
  const [search, setSearch] = useSearchParams();
  const address = search.get("to") ?? "";
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Demo mailbox</h1>
      <p className="muted">Mail does not leave this demo. Codes and links that were sent are here.</p>
      <DemoMailbox
        address={address}
        onAddress={(to) => setSearch(to ? { to } : {}, { replace: true, preventScrollReset: true })}
        onMissing={onMissing}
      />
    </div>
  );
}
