import { CloudOff } from "lucide-react";
import { useAuth } from "../../client/session/session.tsx";
import { useOnline } from "../../client/api/online.ts";
import { useProgress } from "../../client/sync/sync-status.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./offline-banner.module.css";

/** Shows under the header that the server is unreachable or keeps failing, and what the user can still do. */
export function OfflineBanner() {
  const isOnline = useOnline();
  const hasTrouble = useProgress(({ trouble }) => trouble !== null);
  const { user } = useAuth();
  return (
    // The status element always exists, so that screen readers announce text added to it.
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
