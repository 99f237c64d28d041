import { useLayoutEffect, useRef, useState, type ClipboardEvent } from "react";
import { CodeField } from "../../ui/form/code-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import accounts from "./accounts.module.css";
import styles from "./factor-code-field.module.css";

/** Characters of a recovery code with its hyphens, and some spaces. */
const LONGEST = 40;

export type FactorCodeFieldProps = {
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  /** False where only the app's code counts. */
  hasRecovery?: boolean;
  /** Takes the focus when it appears, since the press before asked for it. */
  takesFocus?: boolean;
};

/** The six digits of the authenticator app; a recovery code after a press, or once one is pasted. */
export function FactorCodeField({
  value,
  onChange,
  error = null,
  hasRecovery = true,
  takesFocus = false,
}: FactorCodeFieldProps) {
  const [isRecovery, setRecovery] = useState(false);
  const [pastes, setPastes] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (takesFocus || pastes > 0) input.current?.focus();
  }, [takesFocus, pastes]);
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text").trim();
    // The field of the app's code would keep only digits, and so spoil a recovery code.
    if (isRecovery || !hasRecovery || !/[a-z]/i.test(text)) return;
    event.preventDefault();
    setRecovery(true);
    setPastes(pastes + 1);
    onChange(text.slice(0, LONGEST));
  };
  return (
    <div className={styles.field} onPaste={onPaste}>
      {isRecovery ? (
        <TextField
          ref={input}
          label="Recovery code"
          name="recovery-code"
          hint="One of the ten that you saved."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LONGEST}
          value={value}
          onChange={onChange}
          error={error}
        />
      ) : (
        <CodeField
          ref={input}
          label="Code"
          hint="Six digits from your authenticator app."
          value={value}
          onChange={onChange}
          error={error}
        />
      )}
      {hasRecovery && (
        <button
          type="button"
          className={accounts.textButton}
          onClick={() => {
            setRecovery(!isRecovery);
            onChange("");
          }}
        >
          {isRecovery ? "Use a code of the app" : "Use a recovery code"}
        </button>
      )}
    </div>
  );
}
