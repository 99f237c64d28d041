// Shows two edits of the same record side by side; the user chooses a value for each field.
import { useEffect, useId, useState } from "react";
import { resolveConflict, type Choice } from "../../client/edits/conflicts.ts";
import type { DialogRequest } from "../../client/shell/dialogs.ts";
import { useOnline } from "../../client/api/online.ts";
import type { NamedItem } from "../../client/sync/queue-items.ts";
import { useNamedEntries } from "../../client/sync/queue-entries.ts";
import { toast } from "../../client/shell/toasts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { ConflictSide } from "./conflict-side.tsx";
import { fieldLabel, valueText } from "./conflict-words.ts";
import styles from "./conflict-dialog.module.css";

export type ConflictDialogProps = {
  request: Extract<DialogRequest, { name: "conflict" }>;
  onClose: () => void;
};

type Conflict = NonNullable<NamedItem["conflicts"]>[number];

export function ConflictDialog({ request: { entryId }, onClose }: ConflictDialogProps) {
  const items = useNamedEntries();
  const found = items?.find(({ id }) => id === entryId);
  const isGone = items !== undefined && !found?.conflicts;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (!found?.conflicts) return null;
  return <ConflictForm item={found} conflicts={found.conflicts} onClose={onClose} />;
}

type ConflictFormProps = {
  item: NamedItem;
  conflicts: readonly Conflict[];
  onClose: () => void;
};

function ConflictForm({ item, conflicts, onClose }: ConflictFormProps) {
  const formId = useId();
  const [choice, setChoice] = useState<Choice>({});
  const [isBusy, setBusy] = useState(false);
  const isOnline = useOnline();
  const all = (side: "yours" | "theirs") => Object.fromEntries(conflicts.map(({ field }) => [field, side]));
  const isComplete = conflicts.every(({ field }) => choice[field]);

  async function save() {
    setBusy(true);
    try {
      const isSent = await resolveConflict(item.id, choice);
      onClose();
      if (!isSent) toast({ title: "Your change was dropped.", description: "The other one stays." });
      else if (!isOnline) toast({ kind: "wait", title: "Saved on this device", description: whenSent });
    } catch (problem) {
      setBusy(false);
      toast({ kind: "bad", title: "Error", description: (problem as Error).message });
    }
  }

  return (
    <Dialog
      open
      size="m"
      onClose={onClose}
      title="Choose what to keep"
      description={`${item.what}. You and another device changed this.`}
      foot={
        <div className={styles.foot}>
          <Button variant="primary" type="submit" form={formId} size="lg" full busy={isBusy} disabled={!isComplete}>
            Save my choice
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && !isBusy) void save();
        }}
      >
        <div className={styles.both} role="group" aria-label="For all of them">
          <Button onClick={() => setChoice(all("yours"))}>Keep this device's</Button>
          <Button onClick={() => setChoice(all("theirs"))}>Take the other's</Button>
        </div>
        {conflicts.map((conflict) => (
          <FieldChoice
            key={conflict.field}
            conflict={conflict}
            chosen={choice[conflict.field]}
            onChoose={(side) => setChoice((before) => ({ ...before, [conflict.field]: side }))}
          />
        ))}
      </form>
    </Dialog>
  );
}

const whenSent = "Your choice is sent when you have signal.";

type FieldChoiceProps = {
  conflict: Conflict;
  chosen: Choice[string] | undefined;
  onChoose: (side: "yours" | "theirs") => void;
};

function FieldChoice({ conflict: { field, base, theirs, yours }, chosen, onChoose }: FieldChoiceProps) {
  const name = useId();
  const before = valueText(field, base);
  const side = (which: "yours" | "theirs", label: string, value: unknown) => (
    <ConflictSide
      name={name}
      label={label}
      field={field}
      value={value}
      isChosen={chosen === which}
      onChoose={() => onChoose(which)}
    />
  );
  return (
    <fieldset className={styles.field}>
      <legend>{fieldLabel(field)}</legend>
      {before.length <= 60 && !Array.isArray(base) && base !== undefined && (
        <p className={styles.before}>Before: {before}</p>
      )}
      <div className={styles.sides}>
        {side("yours", "This device", yours)}
        {side("theirs", "Other device", theirs)}
      </div>
    </fieldset>
  );
}
