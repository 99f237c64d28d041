import { ShieldCheck, ShieldOff } from "../../../ui/icons/icons.ts";
import { useState } from "react";
import type { OwnUser } from "../../../../shared/domain/accounts.ts";
import { useOnline } from "../../../client/api/online.ts";
import { useSecondFactor } from "../../../client/session/second-factor.ts";
import { useAuth } from "../../../client/session/session.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Icon } from "../../../ui/display/icon.tsx";
import { TitledCard } from "../../../ui/display/titled-card.tsx";
import { NeedsConnection } from "../needs-connection.tsx";
import { EnrolDialog, FactorDialog } from "./factor-dialogs-lazy.ts";
import styles from "./second-factor.module.css";

/** Turns the second factor on and off, and renews its recovery codes. */
export function SecondFactorCard({ user }: { user: OwnUser }) {
  const isOnline = useOnline();
  const { refresh } = useAuth();
  const { factor, reload } = useSecondFactor();
  const [open, setOpen] = useState<"enrol" | "renew" | "stop" | null>(null);
  // The row of the user knows it without a network.
  const isOn = factor?.isOn ?? user.hasSecondFactor ?? false;
  const close = () => setOpen(null);
  const changed = async () => {
    await Promise.all([reload(), refresh()]);
  };
  const state = isOn ? "on" : "off";
  return (
    <TitledCard id="second-factor" title="Second factor">
      <p className={styles.state} data-state={state}>
        <Icon of={isOn ? ShieldCheck : ShieldOff} />
        {isOn ? "On" : "Off"}
        {isOn && factor && `, ${codesLeft(factor.recoveryCodesLeft)}`}
      </p>
      <p className={styles.text}>
        {isOn
          ? "A log-in asks for a code of your authenticator app besides the password."
          : "With it a stranger who learns your password still cannot log in: a log-in also asks for a code of an authenticator app on your phone."}
      </p>
      {factor && !factor.isAvailable && !isOn && <p className={styles.text}>This site has not set it up yet.</p>}
      <div className={styles.actions}>
        {!isOn && (
          <Button full disabled={!isOnline || factor?.isAvailable === false} onClick={() => setOpen("enrol")}>
            Turn On
          </Button>
        )}
        {isOn && (
          <>
            <Button disabled={!isOnline} onClick={() => setOpen("renew")}>
              New Recovery Codes
            </Button>
            {factor && !factor.isRequired && (
              <Button variant="quiet" disabled={!isOnline} onClick={() => setOpen("stop")}>
                Turn Off
              </Button>
            )}
          </>
        )}
      </div>
      {isOn && factor?.isRequired && <p className={styles.note}>This site requires it of admins.</p>}
      <NeedsConnection />
      {open === "enrol" && <EnrolDialog user={user} onChanged={changed} onClose={close} />}
      {(open === "renew" || open === "stop") && (
        <FactorDialog purpose={open} user={user} onChanged={changed} onClose={close} />
      )}
    </TitledCard>
  );
}

const codesLeft = (left: number) => `${left} recovery ${left === 1 ? "code" : "codes"} left`;
