import { useState } from "react";
import { deviceWord } from "../../../client/shell/device-word.ts";
import { toast } from "../../../client/shell/toasts.ts";
import { useQueueEntries } from "../../../client/sync/queue-entries.ts";
import { useRow } from "../../../client/sync/rows.ts";
import { switchCopy } from "../../../client/wallet/copy.ts";
import { Verdict } from "../../../ui/display/verdict.tsx";
import { Switch } from "../../../ui/form/switch.tsx";
import styles from "./where-kept.module.css";

const copyCommands = ["wallet.keep", "wallet.forget"];

type WhereKeptProps = {
  userId: string;
  /** The revision of the copy that this device last read; null without one. */
  copyRev: number | null;
  /** Whether the wallet has photographs, which the copy does not have. */
  hasScans: boolean;
};

/** Where the wallet is kept: always here, and on the server if the user wants. */
export function WhereKept({ userId, copyRev, hasScans }: WhereKeptProps) {
  const own = useRow("me", userId);
  const entries = useQueueEntries();
  const [isBusy, setBusy] = useState(false);
  // A row that an older version of the server sent says nothing about the copy.
  const isOn = (own?.walletRev === undefined ? copyRev : own.walletRev) !== null;
  const waits = entries?.some(({ name, state }) => copyCommands.includes(name) && state !== "attention") ?? false;
  const change = async (wanted: boolean) => {
    setBusy(true);
    try {
      const outcome = await switchCopy(userId, wanted);
      if (outcome.kind === "refused") throw new Error(outcome.message);
    } catch (problem) {
      const description = problem instanceof Error ? problem.message : undefined;
      toast({ title: "Error", description, kind: "bad" });
    }
    setBusy(false);
  };
  return (
    <section aria-labelledby="kept-title">
      <h2 id="kept-title">Where it is kept</h2>
      <div className={styles.panel}>
        <div className={styles.head}>
          <b>On this {deviceWord()}</b>
          <Verdict tone="ok">Always</Verdict>
        </div>
        <p>Opens without a connection. Goes when you sign out.</p>
        <Switch className={styles.copy} checked={isOn} busy={isBusy} onChange={(wanted) => void change(wanted)}>
          <b>Also on Tailhour, encrypted</b>
        </Switch>
        <p aria-live="polite">
          {copyWords(isOn, waits && !isBusy)}
          {hasScans && ` Photographs of papers stay on this ${deviceWord()}.`}
        </p>
      </div>
    </section>
  );
}

function copyWords(isOn: boolean, waits: boolean): string {
  if (waits) return isOn ? "On. Waiting for signal to send it." : "Off. Waiting for signal to remove the copy.";
  if (isOn) return "On. Your other devices have the wallet once you log in there.";
  return "Off. Turn it on to have the wallet on your other devices.";
}
