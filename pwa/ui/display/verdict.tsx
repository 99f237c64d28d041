import { ArrowDown, Check, CircleAlert } from "../icons/icons.ts";
import type { ReactNode } from "react";
import { classNames } from "../styles/class-names.ts";
import { Icon } from "./icon.tsx";
import styles from "./verdict.module.css";

export type VerdictTone = "ok" | "low" | "missing";

const icons = { ok: Check, low: ArrowDown, missing: CircleAlert };

/** Whether something is enough: green, dashed amber or red-edged, with an icon; the word carries the meaning. */
export function Verdict({ tone, children }: { tone: VerdictTone; children: ReactNode }) {
  return (
    <span className={classNames(styles.verdict, styles[tone])}>
      <Icon of={icons[tone]} size="s" />
      {children}
    </span>
  );
}
