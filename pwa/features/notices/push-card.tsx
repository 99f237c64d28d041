import { BellRing } from "../../ui/icons/icons.ts";
import { useState } from "react";
import { pushAbility } from "../../client/push/push-support.ts";
import { answerPushOffer, usePushOffer } from "../../client/push/push-offer.ts";
import { PushError, turnPushOn } from "../../client/push/push.ts";
import { useAuth } from "../../client/session/session.tsx";
import { toast } from "../../client/shell/toasts.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { NoteCard } from "../../ui/display/note-card.tsx";
import { IosSteps } from "./ios-steps.tsx";

/** Offers push after a message was sent. Asks the browser only after «Turn on». */
export function PushCard() {
  const offeredTo = usePushOffer((state) => state.offeredTo);
  const { user } = useAuth();
  if (!user || user.id !== offeredTo) return null;
  return <Offer userId={user.id} />;
}

function Offer({ userId }: { userId: string }) {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const needsInstall = pushAbility() === "needs-install";
  const turnOn = async () => {
    setBusy(true);
    setTrouble("");
    try {
      await turnPushOn(userId);
      answerPushOffer(userId);
      toast({ title: "Alerts are on", description: "This device tells you when somebody answers." });
    } catch (problem) {
      setTrouble(problem instanceof PushError ? problem.message : "Alerts could not be turned on.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <NoteCard
      mark={<Icon of={BellRing} />}
      title="Know when the owner replies"
      actions={
        <>
          {!needsInstall && (
            <Button variant="primary" size="sm" busy={isBusy} onClick={() => void turnOn()}>
              {isBusy ? "Turning on..." : "Turn on"}
            </Button>
          )}
          <Button variant="quiet" size="sm" onClick={() => answerPushOffer(userId)}>
            No thanks
          </Button>
        </>
      }
    >
      <p>One notification when an owner answers a message or a booking request.</p>
      {needsInstall && <IosSteps after="Open Tailhour from there and turn alerts on in Settings." />}
      {trouble && <p role="alert">{trouble}</p>}
    </NoteCard>
  );
}
