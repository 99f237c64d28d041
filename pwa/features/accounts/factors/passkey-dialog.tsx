import { useState } from "react";
import type { Passkey } from "../../../../shared/domain/accounts/passkeys.ts";
import type { OwnUser } from "../../../../shared/domain/accounts.ts";
import { call } from "../../../client/api/call.ts";
import { makePasskey } from "../../../client/session/new-passkey.ts";
import { toast } from "../../../client/shell/toasts.ts";
import { TextField } from "../../../ui/form/text-field.tsx";
import { FactorCodeField } from "../factor-code-field.tsx";
import { AccountDialog, OwnPassword } from "../own/account-dialog.tsx";
import { useFormProblem } from "../own/form-problems.ts";

export type PasskeyTask = { kind: "add" } | { kind: "rename"; passkey: Passkey } | { kind: "remove"; passkey: Passkey };

export type PasskeyDialogProps = {
  task: PasskeyTask;
  user: OwnUser;
  onChanged: () => Promise<void>;
  onClose: () => void;
};

const words = {
  add: { title: "Add a passkey", action: "Continue", done: "Passkey added" },
  rename: { title: "Rename the passkey", action: "Save", done: "Passkey renamed" },
  remove: { title: "Remove the passkey?", action: "Remove", done: "Passkey removed" },
} as const;

/** Adds a passkey after the password, names one, or removes one after the password. */
export function PasskeyDialog({ task, user, onChanged, onClose }: PasskeyDialogProps) {
  const passkey = task.kind === "add" ? null : task.passkey;
  const [name, setName] = useState(passkey?.name ?? "My device");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const { isBusy, setBusy, problems, clear, refuse, refuseFor } = useFormProblem();
  const { title, action, done } = words[task.kind];
  const needsCode = task.kind === "add" && user.hasSecondFactor === true;

  async function run() {
    if (task.kind === "add") await makePasskey(name.trim(), { password, ...(needsCode && { code }) });
    else if (task.kind === "rename") await call("account.renamePasskey", { id: task.passkey.id, name: name.trim() });
    else await call("account.removePasskey", { id: task.passkey.id, password });
  }

  async function submit(form: HTMLFormElement) {
    if (task.kind !== "remove" && !name.trim()) return refuse(form, { name: "Please enter a name" });
    if (task.kind !== "rename" && !password) return refuse(form, { password: "Please enter your password" });
    if (needsCode && !code.trim()) return refuse(form, { code: "Please enter a code" });
    setBusy(true);
    try {
      await run();
      toast({ title: done, description: task.kind === "add" ? "You can log in with it now." : name.trim() });
      onClose();
      await onChanged();
    } catch (error) {
      refuseFor(form, error);
      setBusy(false);
    }
  }

  const changing = (change: (value: string) => void) => (value: string) => {
    change(value);
    clear();
  };
  return (
    <AccountDialog
      user={user}
      title={title}
      description={task.kind === "remove" ? `«${task.passkey.name}» no longer logs in. Your password does.` : undefined}
      action={action}
      isDanger={task.kind === "remove"}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {task.kind !== "remove" && (
        <TextField
          label="Name"
          name="passkey-name"
          autoComplete="off"
          maxLength={60}
          hint="So that you recognize it in the list."
          value={name}
          onChange={changing(setName)}
          error={problems["name"] ?? null}
        />
      )}
      {task.kind !== "rename" && (
        <OwnPassword value={password} onChange={changing(setPassword)} error={problems["password"] ?? null} />
      )}
      {needsCode && <FactorCodeField value={code} onChange={changing(setCode)} error={problems["code"] ?? null} />}
    </AccountDialog>
  );
}
