import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import styles from "./choice-card.module.css";

interface ChoiceCardProps {
  /** Of the radio group. */
  name: string;
  value?: string;
  required?: boolean;
  checked: boolean;
  onChange: () => void;
  /** Beside the dot. */
  head: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A radio button as large as a card. */
export function ChoiceCard({ head, className, children, ...radio }: ChoiceCardProps) {
  return (
    <label className={classNames(styles.card, className)}>
      <input type="radio" className="over" {...radio} />
      <span className={styles.top}>
        {head}
        <span className={styles.dot} aria-hidden="true">
          <Icon of={Check} size="s" />
        </span>
      </span>
      {children}
    </label>
  );
}
