import { CloudOff } from "../../ui/icons/icons.ts";
import { useOnline } from "../../client/api/online.ts";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./accounts.module.css";

/** Explains below a disabled button that it needs a connection; nothing while online. */
export function NeedsConnection() {
  if (useOnline()) return null;
  return (
    <p className={styles.needsConnection} role="status">
      <Icon of={CloudOff} size="s" />
      Needs a connection
    </p>
  );
}
