import type { Drawing } from "../icons/drawn.ts";
import { Icon } from "./icon.tsx";
import styles from "./badge-button.module.css";

/** A badge that opens a dialog about it; its words are dotted. */
export function BadgeButton({ icon, label, onPress }: { icon: Drawing; label: string; onPress: () => void }) {
  return (
    <button type="button" className={styles.button} aria-haspopup="dialog" data-badge="" onClick={onPress}>
      <Icon of={icon} size="s" />
      <span>{label}</span>
    </button>
  );
}
