import { useRef, useState } from "react";
import type { PaperName } from "../../../../shared/domain/eligibility/choices.ts";
import type { Wallet } from "../../../../shared/domain/eligibility/wallet.ts";
import { paperLabels } from "../../../../shared/domain/eligibility/wallet-rules.ts";
import { storePaper } from "../../../client/wallet/wallet.ts";
import { toast } from "../../../client/shell/toasts.ts";
import { useToday } from "../../../client/shell/hydrated.ts";
import { deviceWord } from "../../../client/shell/device-word.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import { PaperFields } from "./paper-fields.tsx";
import { paperValuesOf, readPaper, type PaperProblems } from "./paper-values.ts";
import styles from "./paper-dialog.module.css";

export type PaperDialogProps = { userId: string; name: PaperName; wallet: Wallet; onClose: () => void };

/** Edits one paper of the wallet, or removes it. */
export function PaperDialog({ userId, name, wallet, onClose }: PaperDialogProps) {
  const [values, setValues] = useState(() => paperValuesOf(name, wallet));
  const [problems, setProblems] = useState<PaperProblems>({});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const today = useToday();

  async function store(paper: Wallet[PaperName] | null) {
    setBusy(true);
    try {
      await storePaper(userId, name, paper);
      onClose();
    } catch {
      toast({ kind: "bad", title: "Not stored", description: `This ${deviceWord()} has no room, or stores nothing.` });
      setBusy(false);
    }
  }

  async function submit() {
    const read = readPaper(name, values, today);
    setProblems(read.problems ?? {});
    if (read.paper) return await store(read.paper);
    // After the problems are drawn.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  }

  return (
    <FormDialog
      title={paperLabels[name]}
      onClose={onClose}
      onCancel={onClose}
      onSubmit={submit}
      isBusy={isBusy}
      form={form}
      className={styles.form}
    >
      <PaperFields name={name} values={values} problems={problems} onChange={setValues} />
      {wallet[name] && (
        <Button variant="danger" disabled={isBusy} onClick={() => void store(null)}>
          Remove from the wallet
        </Button>
      )}
    </FormDialog>
  );
}
