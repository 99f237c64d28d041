import { Minus, Plus } from "../icons/icons.ts";
import { useRef, useState, type KeyboardEvent } from "react";
import { RollingDigits } from "../display/rolling-digits.tsx";
import { Icon } from "../display/icon.tsx";
import styles from "./stepper.module.css";

type StepperProps = {
  /** Id of the element that names it. */
  labelledBy: string;
  value: number;
  min: number;
  onChange: (value: number) => void;
  /** Text for an amount: "1 hour", "4 hours". */
  words: (value: number) => string;
  /** The unit after the digits. */
  unit: string;
  /** Accessible names of the buttons: "One hour less", "One hour more". */
  less: string;
  more: string;
};

/** Rolling digits between two 52 px buttons; arrow keys work on the digits. */
export function Stepper({ labelledBy, value, min, onChange, words, unit, less, more }: StepperProps) {
  const digits = useRef<HTMLDivElement>(null);
  const [isPressed, setPressed] = useState(false);
  const change = (next: number) => onChange(Math.max(min, next));
  const press = (by: number) => {
    setPressed(true);
    change(value + by);
    // The button is disabled at the minimum and would lose the focus.
    if (value + by <= min) digits.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (by === undefined && event.key !== "Home") return;
    setPressed(false);
    change(by === undefined ? min : value + by);
    event.preventDefault();
  };
  return (
    <div className={styles.stepper}>
      <button
        type="button"
        aria-label={less}
        disabled={value <= min}
        className={styles.button}
        onClick={() => press(-1)}
      >
        <Icon of={Minus} />
      </button>
      <div
        ref={digits}
        role="spinbutton"
        tabIndex={0}
        aria-labelledby={labelledBy}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuetext={words(value)}
        className={styles.digits}
        onKeyDown={onKeyDown}
      >
        <RollingDigits digits={String(value).padStart(2, "0")} unit={unit} />
      </div>
      <button type="button" aria-label={more} className={styles.button} onClick={() => press(1)}>
        <Icon of={Plus} />
      </button>
      {/* Screen readers announce the focused digits; this status announces a press on a button. */}
      <span className="vh" role="status">
        {isPressed && words(value)}
      </span>
    </div>
  );
}
