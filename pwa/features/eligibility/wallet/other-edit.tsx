import type { PaperName } from "../../../../shared/domain/eligibility/choices.ts";
import { paperLabels, paperText } from "../../../../shared/domain/eligibility/wallet-rules.ts";
import { toast } from "../../../client/shell/toasts.ts";
import { choosePaper, type ReadyWallet } from "../../../client/wallet/wallet.ts";
import { Button } from "../../../ui/actions/button.tsx";
import styles from "./other-edit.module.css";

type OtherEditProps = { userId: string; name: PaperName; theirs: ReadyWallet["theirs"] };

/** A paper that was edited here and on another device, neither knowing the other: the user chooses. */
export function OtherEdit({ userId, name, theirs }: OtherEditProps) {
  const paper = theirs[name];
  const text = paper ? paperText(name, { [name]: paper }) : null;
  const label = paperLabels[name].toLowerCase();
  const choose = (which: "mine" | "theirs") =>
    void choosePaper(userId, name, which).catch(() =>
      toast({ title: "Error", description: "This could not be stored.", kind: "bad" }),
    );
  return (
    <div role="group" aria-label={`${paperLabels[name]}, changed on two devices`} className={styles.choice}>
      <p>
        Also changed on another device: <b>{text ?? "removed"}</b>
      </p>
      <Button size="sm" aria-label={`Keep mine, ${label}`} onClick={() => choose("mine")}>
        Keep mine
      </Button>
      <Button size="sm" aria-label={`Take the other, ${label}`} onClick={() => choose("theirs")}>
        Take the other
      </Button>
    </div>
  );
}
