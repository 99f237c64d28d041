import type { Drawing } from "../icons/drawn.ts";
import type { ReactNode } from "react";
import { Icon } from "../display/icon.tsx";
import styles from "./pinned-note.module.css";

/** In the place of the field for a message: why nobody can write here, and what leads back. */
export function PinnedNote({ icon, children, action }: { icon: Drawing; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.note} data-pinned="">
      <p>
        <Icon of={icon} size="s" />
        <span>{children}</span>
      </p>
      {action}
    </div>
  );
}
