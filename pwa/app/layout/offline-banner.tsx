import { CloudOff } from "lucide-react";
import { useAuth } from "../../client/session/session.tsx";
import { useOnline } from "../../client/api/online.ts";
import { useProgress } from "../../client/sync/sync-status.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./offline-banner.module.css";

/** Under the header while there is no way to the server, or it keeps failing: what is the matter and what still works. */
export function OfflineBanner() {
  const isOnline = useOnline();
  const hasTrouble = useProgress(({ trouble }) => trouble !== null);
  const { user } = useAuth();
  return (
    // The status line is always there, so that its words are read out when they appear.
    <div role="status" className={isOnline && !hasTrouble ? undefined : styles.banner}>
      {(!isOnline || hasTrouble) && (
        <p className={classNames("wrap", styles.words)}>
          <Icon of={CloudOff} />
          <span>
            <b>{isOnline ? "Tailhour has trouble answering." : "You're offline."}</b>{" "}
            {user ? "Changes are kept on this device." : "Aircraft you have seen still open."}
          </span>
        </p>
      )}
    </div>
  );
}
