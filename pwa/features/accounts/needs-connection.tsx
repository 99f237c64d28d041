import { CloudOff } from "lucide-react";
import { useOnline } from "../../client/api/online.ts";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./accounts.module.css";

/** The line beneath a button that cannot work offline; nothing while there is a connection. */
export function NeedsConnection() {
  if (useOnline()) return null;
  return (
    <p className={styles.needsConnection} role="status">
      <Icon of={CloudOff} size="s" />
      Needs a connection
    </p>
  );
}
