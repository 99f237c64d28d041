import type { LucideIcon } from "lucide-react";
import { useId } from "react";
import { ChoiceCard } from "./choice-card.tsx";
import { Icon } from "./icon.tsx";
import styles from "./choice-cards.module.css";

interface ChoiceCardsProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; icon: LucideIcon }[];
  value: Value;
  onChange: (value: Value) => void;
}

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
