import { useState } from "react";
import type { OwnUser } from "../../../../shared/domain/accounts.ts";
import { call } from "../../../client/api/call.ts";
import { toast } from "../../../client/shell/toasts.ts";
import { FactorCodeField } from "../factor-code-field.tsx";
import { AccountDialog, OwnPassword } from "../own/account-dialog.tsx";
import { useFormProblem } from "../own/form-problems.ts";
import { QrCode } from "./qr-code.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import styles from "./second-factor.module.css";

export type EnrolDialogProps = {
  user: OwnUser;
  /** The factor is on: reads the state again. */
  onChanged: () => Promise<void>;
  onClose: () => void;
};

type Secret = { secret: string; address: string };

/** Three steps: the password, a code of the app that has the secret, and the recovery codes. */
export function EnrolDialog({ user, onChanged, onClose }: EnrolDialogProps) {
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const { isBusy, setBusy, problems, clear, refuse, refuseFor } = useFormProblem();

  async function submit(form: HTMLFormElement) {
    if (!secret && !password) return refuse(form, { password: "Please enter your password" });
    if (secret && !code.trim()) return refuse(form, { code: "Please enter the code that the app shows" });
    setBusy(true);
    try {
      if (!secret) setSecret(await call("account.startSecondFactor", { password }));
      else {
        setCodes((await call("account.confirmSecondFactor", { code })).recoveryCodes);
        toast({ title: "Second factor on", description: "Your other devices have been logged out." });
        await onChanged();
      }
    } catch (error) {
      refuseFor(form, error);
    } finally {
      setBusy(false);
    }
  }

  const changing = (change: (value: string) => void) => (value: string) => {
    change(value);
    clear();
  };
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <AccountDialog
      user={user}
      title="Turn on the second factor"
      action={secret ? "Turn On" : "Continue"}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {secret ? (
        <>
          <p>Scan this with an authenticator app, such as the one of your phone or password manager.</p>
          <QrCode text={secret.address} label="QR code for the authenticator app" />
          <p className={styles.byHand}>
            Or type this key: <code className={styles.secret}>{secret.secret.match(/.{1,4}/g)?.join(" ")}</code>
          </p>
          <p className={styles.byHand}>
            On this phone? <a href={secret.address}>Open the authenticator app</a>
          </p>
          <FactorCodeField
            hasRecovery={false}
            value={code}
            onChange={changing(setCode)}
            error={problems["code"] ?? null}
          />
        </>
      ) : (
        <OwnPassword value={password} onChange={changing(setPassword)} error={problems["password"] ?? null} />
      )}
    </AccountDialog>
  );
}
