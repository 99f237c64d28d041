import { useState } from "react";
import type { OwnUser } from "../../../../shared/domain/accounts.ts";
import { call } from "../../../client/api/call.ts";
import { toast } from "../../../client/shell/toasts.ts";
import { FactorCodeField } from "../factor-code-field.tsx";
import { AccountDialog, OwnPassword } from "../own/account-dialog.tsx";
import { useFormProblem } from "../own/form-problems.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

export type FactorDialogProps = {
  purpose: "renew" | "stop";
  user: OwnUser;
  onChanged: () => Promise<void>;
  onClose: () => void;
};

const words = {
  renew: {
    title: "New recovery codes",
    text: "The present ones stop working.",
    action: "Make New Codes",
  },
  stop: {
    title: "Turn off the second factor?",
    text: "A log-in then needs your password alone. Your other devices are logged out.",
    action: "Turn Off",
  },
} as const;

/** Asks for the password and a code before either. */
export function FactorDialog({ purpose, user, onChanged, onClose }: FactorDialogProps) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { isBusy, setBusy, problems, clear, refuse, refuseFor } = useFormProblem();
  const { title, text, action } = words[purpose];

  async function submit(form: HTMLFormElement) {
    if (!password) return refuse(form, { password: "Please enter your password" });
    if (!code.trim()) return refuse(form, { code: "Please enter a code" });
    setBusy(true);
    try {
      if (purpose === "renew") setCodes((await call("account.renewRecoveryCodes", { password, code })).recoveryCodes);
      else {
        await call("account.stopSecondFactor", { password, code });
        toast({ title: "Second factor off", description: "A log-in needs your password alone." });
        onClose();
      }
      await onChanged();
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
      title={title}
      description={text}
      action={action}
      isDanger={purpose === "stop"}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <OwnPassword value={password} onChange={changing(setPassword)} error={problems["password"] ?? null} />
      <FactorCodeField value={code} onChange={changing(setCode)} error={problems["code"] ?? null} />
    </AccountDialog>
  );
}
