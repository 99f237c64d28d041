import { useLayoutEffect, useRef, useState } from "react";
import { CodeField } from "../../ui/form/code-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import accounts from "./accounts.module.css";
import styles from "./factor-code-field.module.css";

export type FactorCodeFieldProps = {
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  /** False where only the app's code counts. */
  hasRecovery?: boolean;
  /** Takes the focus when it appears, since the press before asked for it. */
  takesFocus?: boolean;
};

/** The six digits of the authenticator app, or a recovery code after a press. */
export function FactorCodeField({
  value,
  onChange,
  error = null,
  hasRecovery = true,
  takesFocus = false,
}: FactorCodeFieldProps) {
  const [isRecovery, setRecovery] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return (
    <div className={styles.field}>
      {isRecovery ? (
        <TextField
          label="Recovery code"
          name="recovery-code"
          hint="One of the ten that you saved."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
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
