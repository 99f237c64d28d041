import { toast } from "../../../client/shell/toasts.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import styles from "./second-factor.module.css";

/** Shows new recovery codes, which the server cannot show again. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = `${codes.join("\n")}\n`;
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: "Copied", description: "Keep the codes in a safe place." });
    } catch {
      toast({ kind: "bad", title: "Error", description: "Copying failed. Write the codes down." });
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save your recovery codes"
      description="If you lose your phone, each of them logs you in once. They are shown only now."
      foot={<Button onClick={onClose}>I Have Saved Them</Button>}
    >
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={() => save(text)}>Download</Button>
      </div>
    </Dialog>
  );
}

/** Saves the codes as a file, from memory alone. */
function save(text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "tailhour-recovery-codes.txt";
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
