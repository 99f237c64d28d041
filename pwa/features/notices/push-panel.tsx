import type { Drawing } from "../../ui/icons/drawn.ts";
import { BellOff, BellRing, CircleAlert, CircleCheck, CloudOff, RefreshCw } from "../../ui/icons/icons.ts";
import { useCallback, useEffect, useState } from "react";
import { deviceOf } from "../../../shared/domain/notices-rules.ts";
import { asOfLabel } from "../../../shared/kit/dates.ts";
import {
  checkPush,
  PushError,
  sendTestPush,
  turnPushOff,
  turnPushOn,
  type PushStatus,
} from "../../client/push/push.ts";
import { toast } from "../../client/shell/toasts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { Icon } from "../../ui/display/icon.tsx";
import { IosSteps } from "./ios-steps.tsx";
import styles from "./settings.module.css";

type Phase = PushStatus["phase"] | "checking" | "failing";

type Words = { title: string; text: string; icon: Drawing; tone: "ok" | "wait" | "fail" | "plain" };

/** `{device}` becomes phone, tablet or computer. */
const words: Record<Phase, Words> = {
  checking: { title: "Alerts on this device", text: "Looking...", icon: BellRing, tone: "plain" },
  on: {
    title: "Alerts work on this {device}",
    text: "None delivered yet. Send a test to see one.",
    icon: CircleCheck,
    tone: "ok",
  },
  failing: {
    title: "Alerts do not reach this {device}",
    text: "",
    icon: CircleAlert,
    tone: "fail",
  },
  off: {
    title: "Alerts are off on this {device}",
    text: "Turn them on to hear of answers while Tailhour is closed.",
    icon: BellOff,
    tone: "plain",
  },
  blocked: {
    title: "Alerts are blocked on this {device}",
    text: "Allow notifications for this site in your browser's settings, then come back here.",
    icon: CircleAlert,
    tone: "fail",
  },
  "needs-install": {
    title: "Alerts need Tailhour on your home screen",
    text: "iPhone and iPad show alerts of apps on the home screen only.",
    icon: BellOff,
    tone: "wait",
  },
  unsupported: {
    title: "Alerts are not possible here",
    text: "This browser knows no push. E-mail still reaches you.",
    icon: BellOff,
    tone: "wait",
  },
  "not-set-up": {
    title: "Alerts are not set up on this server",
    text: "E-mail still reaches you.",
    icon: BellOff,
    tone: "wait",
  },
  lost: {
    title: "Alerts stopped working on this {device}",
    text: "The browser gave up its subscription. Turn alerts on again.",
    icon: CircleAlert,
    tone: "fail",
  },
  unknown: {
    title: "Needs a connection",
    text: "How alerts stand here shows when you have signal.",
    icon: CloudOff,
    tone: "wait",
  },
};

/** The state of push on this device, with the available actions. */
export function PushPanel({ userId, onChange }: { userId: string; onChange: () => void }) {
  const [status, setStatus] = useState<PushStatus | null>(null);
  const [busy, setBusy] = useState<"on" | "off" | "test" | null>(null);
  const checkNow = useCallback(async () => setStatus(await checkPush(userId)), [userId]);
  useEffect(() => {
    void checkNow();
    const again = () => void checkNow();
    window.addEventListener("focus", again);
    window.addEventListener("online", again);
    return () => {
      window.removeEventListener("focus", again);
      window.removeEventListener("online", again);
    };
  }, [checkNow]);

  const act = async (what: "on" | "off" | "test", work: () => Promise<void>) => {
    setBusy(what);
    try {
      await work();
    } catch (problem) {
      const description = problem instanceof Error ? problem.message : "Please try again.";
      toast({ kind: "bad", title: problem instanceof PushError ? "Alerts stay off" : "Error", description });
    }
    await checkNow();
    onChange();
    setBusy(null);
  };
  const phase: Phase = status?.phase === "on" && status.failingSince ? "failing" : (status?.phase ?? "checking");
  const { title, icon, tone } = words[phase];
  const canTurnOn = phase === "off" || phase === "lost";
  return (
    <section className={styles.panel} aria-label="Alerts on this device">
      <div className={styles.state} role="status">
        <span className={classNames(styles.stateIcon, styles[tone])}>
          <Icon of={icon} />
        </span>
        <div>
          <h2 className={styles.stateTitle}>{title.replace("{device}", deviceOf(navigator.userAgent).kind)}</h2>
          <p className="hint">{textOf(phase, status)}</p>
          {phase === "on" && status?.repairedAt && (
            <p className={styles.repaired}>
              <Icon of={RefreshCw} size="s" /> It had been lost and was repaired{" "}
              {asOfLabel(status.repairedAt, new Date())}.
            </p>
          )}
          {phase === "needs-install" && (
            <div className={styles.steps}>
              <IosSteps after="Open Tailhour from there and come back to this page." />
            </div>
          )}
        </div>
      </div>
      {(phase === "on" || phase === "failing") && (
        <div className={styles.stateActions}>
          <Button busy={busy !== null} onClick={() => void act("test", sendTest)}>
            <Icon of={BellRing} />
            {busy === "test" ? "Sending..." : "Send a test"}
          </Button>
          <Button variant="quiet" busy={busy !== null} onClick={() => void act("off", turnPushOff)}>
            Turn off here
          </Button>
        </div>
      )}
      {canTurnOn && (
        <div className={styles.stateActions}>
          <Button variant="primary" busy={busy !== null} onClick={() => void act("on", () => turnPushOn(userId))}>
            {busy === "on" ? "Turning on..." : "Turn on"}
          </Button>
        </div>
      )}
    </section>
  );
}

function textOf(phase: Phase, status: PushStatus | null): string {
  if (phase === "failing" && status?.failingSince)
    return `Not delivered since ${asOfLabel(status.failingSince, new Date())}.`;
  if (phase !== "on" || !status?.lastDeliveredAt) return words[phase].text;
  return `Last one delivered ${asOfLabel(status.lastDeliveredAt, new Date())}.`;
}

async function sendTest(): Promise<void> {
  if (await sendTestPush()) toast({ title: "Test sent", description: "It should be on your screen by now." });
  else
    toast({
      kind: "bad",
      title: "Test not delivered",
      description: "The browser's alert service has not taken it yet. It is tried again.",
    });
}
