import { useState } from "react";
import type { Passkey } from "../../../../shared/domain/accounts/passkeys.ts";
import type { OwnUser } from "../../../../shared/domain/accounts.ts";
import { dayIn, shortDay } from "../../../../shared/kit/dates.ts";
import { useOnline } from "../../../client/api/online.ts";
import { usePasskeys } from "../../../client/session/passkeys.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { TitledCard } from "../../../ui/display/titled-card.tsx";
import { NeedsConnection } from "../needs-connection.tsx";
import { PasskeyDialog } from "./factor-dialogs-lazy.ts";
import type { PasskeyTask } from "./passkey-dialog.tsx";
import styles from "./second-factor.module.css";

/** Lists the passkeys of the user, who can add, name and remove them. */
export function PasskeysCard({ user }: { user: OwnUser }) {
  const isOnline = useOnline();
  const { passkeys, reload } = usePasskeys();
  const [task, setTask] = useState<PasskeyTask | null>(null);
  return (
    <TitledCard title="Passkeys">
      <p className={styles.text}>
        Log in with the lock of your device, such as your fingerprint, face or PIN. Your password keeps working.
      </p>
      {passkeys && passkeys.length > 0 && (
        <ul className={styles.passkeys}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <div>
                <b>{passkey.name}</b>
                <p>{factsOf(passkey)}</p>
              </div>
              <div className={styles.actions}>
                <Button
                  size="sm"
                  variant="quiet"
                  disabled={!isOnline}
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setTask({ kind: "rename", passkey })}
                >
                  Rename
                </Button>
                <Button
                  size="sm"
                  disabled={!isOnline}
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => setTask({ kind: "remove", passkey })}
                >
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Button full disabled={!isOnline} onClick={() => setTask({ kind: "add" })}>
        Add a Passkey
      </Button>
      <NeedsConnection />
      {task && <PasskeyDialog task={task} user={user} onChanged={reload} onClose={() => setTask(null)} />}
    </TitledCard>
  );
}

function factsOf({ createdAt, lastUsedAt, isSynced }: Passkey): string {
  const day = (at: string) => shortDay(dayIn(new Date(at)));
  const used = lastUsedAt ? `last used ${day(lastUsedAt)}` : "not used yet";
  return `Added ${day(createdAt)}, ${used}${isSynced ? ", on several devices" : ""}`;
}
