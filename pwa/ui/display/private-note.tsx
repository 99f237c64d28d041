import { Lock } from "../icons/icons.ts";
import type { ReactNode } from "react";
import { classNames } from "../styles/class-names.ts";
import { Icon } from "./icon.tsx";
import styles from "./private-note.module.css";

/** Says who sees what, behind a lock; the main sentence is bold. */
export function PrivateNote({ main, children, className }: { main: string; children: ReactNode; className?: string }) {
  return (
    <p className={classNames(styles.note, className)}>
      <Icon of={Lock} size="s" />
      <span>
        <b>{main}</b> {children}
      </span>
    </p>
  );
}
