import { useState, type SubmitEvent } from "react";
import { flushSync } from "react-dom";
import { ApiError, call } from "../../client/api/call.ts";
import { useOnline } from "../../client/api/online.ts";
import { useAuth } from "../../client/session/session.tsx";
import { raisedMinHint, usePasswordMin } from "../../client/session/password-min.ts";
import { toast } from "../../client/shell/toasts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { TitledCard } from "../../ui/display/titled-card.tsx";
import { changeProblem, refusedField, type ChangeProblem } from "./change-password-rules.ts";
import { FactorCodeField } from "./factor-code-field-lazy.ts";
import { NeedsConnection } from "./needs-connection.tsx";
import styles from "./change-password-card.module.css";

const nothing = { current: "", next: "", confirmation: "", code: "" };

/** Changes the user's own password, which ends all their other sessions. */
export function ChangePasswordCard() {
  const needsCode = useAuth().user?.hasSecondFactor ?? false;
  const isOnline = useOnline();
  const min = usePasswordMin();
  const [typed, setTyped] = useState(nothing);
  const [problem, setProblem] = useState<ChangeProblem | null>(null);
  const [isBusy, setBusy] = useState(false);

  function refuse(form: HTMLFormElement, found: ChangeProblem | null, text: string) {
    // After a server answer React may render later than the next frame; flushSync marks the field before the focus moves to it.
    flushSync(() => setProblem(found));
    toast({ kind: "bad", title: "Error", description: text });
    form.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const found = changeProblem(typed, min, needsCode);
    if (found) return refuse(form, found, found.text);
    setProblem(null);
    setBusy(true);
    try {
      const { current: oldPassword, next: newPassword, code } = typed;
      const { message } = await call("auth.changePassword", { oldPassword, newPassword, ...(code && { code }) });
      setTyped(nothing);
      toast({ title: "Password Updated", description: message });
    } catch (error) {
      const refusal = error instanceof ApiError ? error : null;
      const reason = refusal?.fields["newPassword"];
      const text = reason || refusal?.message || "Failed to change password.";
      const field = refusedField(refusal?.code ?? "") ?? (reason ? "next" : null);
      refuse(form, field ? { field, text } : null, text);
    } finally {
      setBusy(false);
    }
  }

  const field = (name: keyof typeof nothing) => ({
    value: typed[name],
    onChange: (value: string) => {
      setTyped((now) => ({ ...now, [name]: value }));
      setProblem(null);
    },
    error: problem?.field === name ? problem.text : null,
  });
  return (
    <TitledCard title="Change password">
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField
          label="Current password"
          name="current-password"
          autoComplete="current-password"
          {...field("current")}
        />
        <PasswordField
          label="New password"
          name="new-password"
          autoComplete="new-password"
          hint={raisedMinHint(min)}
          {...field("next")}
        />
        <PasswordField
          label="Confirm new password"
          name="confirm-password"
          autoComplete="new-password"
          {...field("confirmation")}
        />
        {needsCode && <FactorCodeField {...field("code")} />}
        <Button type="submit" full busy={isBusy} disabled={!isOnline}>
          {isBusy ? "Changing..." : "Change Password"}
        </Button>
        <NeedsConnection />
      </form>
    </TitledCard>
  );
}
