import { Check, Clock } from "../../../ui/icons/icons.ts";
import { useState, type SubmitEvent } from "react";
import type { EmailChange } from "../../../../shared/domain/accounts/email-change.ts";
import type { OwnUser } from "../../../../shared/domain/accounts.ts";
import { zonedTime } from "../../../../shared/kit/dates.ts";
import { ApiError, call } from "../../../client/api/call.ts";
import { useOnline } from "../../../client/api/online.ts";
import { useQuery } from "../../../client/api/query.ts";
import { toast } from "../../../client/shell/toasts.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { TitledCard } from "../../../ui/display/titled-card.tsx";
import { PasswordField } from "../../../ui/form/password-field.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";
import { FactorCodeField } from "../factor-code-field-lazy.ts";
import { NeedsConnection } from "../needs-connection.tsx";
import { useFormProblem } from "./form-problems.ts";
import styles from "./account-card.module.css";

const nothing = { email: "", password: "", code: "" };

/** The user's address: asks for another one, and shows which addresses have confirmed it. */
export function EmailCard({ user }: { user: OwnUser }) {
  const { result, update } = useQuery("account.emailChange", {}, { freshFor: 0 });
  const change = result.state === "ready" ? result.data.change : null;
  const show = (next: EmailChange | null) => update(() => ({ change: next }));
  return (
    <TitledCard title="E-mail address">
      {change && change.email !== user.email ? (
        <OpenChange change={change} user={user} onCancelled={() => show(null)} />
      ) : (
        <ChangeForm user={user} onAsked={show} />
      )}
    </TitledCard>
  );
}

function ChangeForm({ user, onAsked }: { user: OwnUser; onAsked: (change: EmailChange) => void }) {
  const isOnline = useOnline();
  const [typed, setTyped] = useState(nothing);
  const { isBusy, setBusy, problems, clear, refuse } = useFormProblem();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    if (!typed.email.trim()) return refuse(form, { email: "Please enter your new email address" });
    if (!typed.password) return refuse(form, { password: "Please enter your password" });
    if (user.hasSecondFactor && !typed.code.trim()) return refuse(form, { code: "Please enter a code" });
    clear();
    setBusy(true);
    const { code, ...asked } = typed;
    try {
      const { change } = await call("account.changeEmail", { ...asked, ...(code && { code }) });
      toast({ title: "Check both mailboxes", description: "Confirm the change at your old and your new address." });
      onAsked(change);
    } catch (error) {
      const refusal = error instanceof ApiError ? error : null;
      refuse(form, refusal?.fields ?? {}, refusal?.message ?? "Failed to change the address. Please try again.");
    } finally {
      setBusy(false);
    }
  }

  const field = (name: keyof typeof nothing) => ({
    value: typed[name],
    onChange: (value: string) => {
      setTyped((now) => ({ ...now, [name]: value }));
      clear();
    },
    error: problems[name] ?? null,
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.value}>{user.email}</p>
      <TextField label="New email" type="email" name="new-email" autoComplete="email" {...field("email")} />
      <PasswordField
        label="Current password"
        name="current-password"
        autoComplete="current-password"
        {...field("password")}
      />
      {user.hasSecondFactor && <FactorCodeField {...field("code")} />}
      <Button type="submit" full busy={isBusy} disabled={!isOnline}>
        {isBusy ? "Sending..." : "Change Email"}
      </Button>
      <NeedsConnection />
    </form>
  );
}

function OpenChange({ change, user, onCancelled }: { change: EmailChange; user: OwnUser; onCancelled: () => void }) {
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  async function cancel() {
    setBusy(true);
    try {
      await call("account.cancelEmailChange", {});
      toast({ title: "Change cancelled", description: `Your address stays ${user.email}.` });
      onCancelled();
    } catch (error) {
      toast({ kind: "bad", title: "Error", description: error instanceof Error ? error.message : "Please try again." });
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <p className={styles.text}>
        Your address changes to <b>{change.email}</b> once both addresses have confirmed it. The links work until{" "}
        {zonedTime(change.expiresAt)}.
      </p>
      <ul className={styles.steps}>
        <Side address={change.email} isConfirmed={change.isNewConfirmed} />
        {user.isEmailVerified && <Side address={user.email} isConfirmed={change.isOldConfirmed} />}
      </ul>
      <Button full busy={isBusy} disabled={!isOnline} onClick={() => void cancel()}>
        {isBusy ? "Cancelling..." : "Cancel the Change"}
      </Button>
      <NeedsConnection />
    </>
  );
}

function Side({ address, isConfirmed }: { address: string; isConfirmed: boolean }) {
  return (
    <li className={isConfirmed ? styles.done : styles.waiting}>
      <Icon of={isConfirmed ? Check : Clock} />
      <span>
        {address}: {isConfirmed ? "confirmed" : "waits for the link in its mail"}
      </span>
    </li>
  );
}
