import { CloudOff } from "../../ui/icons/icons.ts";
import { useLocation } from "react-router-dom";
import { asOfLabel } from "../../../shared/kit/dates.ts";
import { useAuth } from "../../client/session/session.tsx";
import { deviceWord } from "../../client/shell/device-word.ts";
import { useOnline } from "../../client/api/online.ts";
import { syncedAt } from "../../client/sync/synced-at.ts";
import { useProgress } from "../../client/sync/sync-status.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./offline-banner.module.css";

/** Shows under the header that the server is unreachable or keeps failing, and what the user can still do. */
export function OfflineBanner() {
  const isOnline = useOnline();
  const hasTrouble = useProgress(({ trouble }) => trouble !== null);
  const { user } = useAuth();
  const { pathname } = useLocation();
  return (
    // The status element always exists, so that screen readers announce text added to it.
    <div role="status" {...(!(isOnline && !hasTrouble) && { className: styles.banner, "data-banner": "" })}>
      {(!isOnline || hasTrouble) && (
        <p className={classNames("wrap", styles.words)}>
          <Icon of={CloudOff} />
          <span>
            <b>{isOnline ? "Tailhour has trouble answering." : "You're offline."}</b> {wordsFor(pathname, user?.id)}
          </span>
        </p>
      )}
    </div>
  );
}

/** What still works without the server, on the page at hand. */
function wordsFor(pathname: string, userId: string | undefined): string {
  if (!userId) return "Aircraft you have seen still open.";
  const at = pathname === "/bookings" ? syncedAt(userId) : null;
  if (!at) return "Changes are kept on this device.";
  return `Your bookings are saved on this ${deviceWord()}, as of ${asOfLabel(at, new Date())}.`;
}
