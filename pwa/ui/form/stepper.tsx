import { Minus, Plus } from "lucide-react";
import type { KeyboardEvent } from "react";
import { RollingDigits } from "../display/rolling-digits.tsx";
import { Icon } from "../display/icon.tsx";
import styles from "./stepper.module.css";

interface StepperProps {
  /** Id of the text that names it. */
  labelledBy: string;
  value: number;
  min: number;
  onChange: (value: number) => void;
  /** Words for the amounts: "1 hour", "4 hours". */
  words: (value: number) => string;
  /** Word after the drums. */
  unit: string;
  /** Names of the buttons: "One hour less", "One hour more". */
  less: string;
  more: string;
}

/** A number in drums between two 52 px buttons; arrow keys work on the drums. */
export function Stepper({ labelledBy, value, min, onChange, words, unit, less, more }: StepperProps) {
  const step = (by: number) => onChange(Math.max(min, value + by));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (by !== undefined) step(by);
    else if (event.key === "Home") onChange(min);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.stepper}>
      <button
        type="button"
        aria-label={less}
        disabled={value <= min}
        className={styles.button}
        onClick={() => step(-1)}
      >
        <Icon of={Minus} />
      </button>
      <div
        role="spinbutton"
        tabIndex={0}
        aria-labelledby={labelledBy}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuetext={words(value)}
        className={styles.drums}
        onKeyDown={onKeyDown}
      >
        <RollingDigits digits={String(value).padStart(2, "0")} unit={unit} />
      </div>
      <button type="button" aria-label={more} className={styles.button} onClick={() => step(1)}>
        <Icon of={Plus} />
      </button>
      {/* The drums are announced only while they hold the focus; a press on a button has to be heard too. */}
      <span className="vh" role="status">
        {words(value)}
      </span>
    </div>
  );
}
