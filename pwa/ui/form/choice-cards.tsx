import type { Drawing } from "../icons/drawn.ts";
import { Check } from "../icons/icons.ts";
import { useId, type ReactNode } from "react";
import { classNames } from "../styles/class-names.ts";
import { Icon } from "../display/icon.tsx";
import styles from "./choice-cards.module.css";

type ChoiceCardProps = {
  /** The name of the radio group. */
  name: string;
  value?: string;
  required?: boolean;
  checked: boolean;
  onChange: () => void;
  /** Content beside the dot. */
  head: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

/** A radio button with the size of a card. */
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

type ChoiceCardsProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string; icon: Drawing }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Two or three large radio buttons, each a card with a drawing. */
export function ChoiceCards<Value extends string>({ label, options, value, onChange }: ChoiceCardsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      <div className={styles.cards}>
        {options.map((option) => (
          <ChoiceCard
            key={option.value}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            head={<Icon of={option.icon} size="l" />}
          >
            <span className={styles.name}>{option.label}</span>
          </ChoiceCard>
        ))}
      </div>
    </fieldset>
  );
}
