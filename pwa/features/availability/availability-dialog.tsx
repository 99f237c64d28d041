// The owner's editor of an aircraft's hours: plan and rules are saved together, blocks take effect at once.
import { CloudOff, Info, Save } from "../../ui/icons/icons.ts";
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { zoneOf, type Placed } from "../../../shared/domain/locations.ts";
import { demoNameParts } from "../../../shared/domain/aircraft-rules.ts";
import { zoneName } from "../../../shared/kit/zoned-hours.ts";
import type { StoredPlan } from "../../../shared/domain/availability.ts";
import { useOnline } from "../../client/api/online.ts";
import { usePlan, useReturningPilots } from "../../client/availability/plan.ts";
import { useAuth } from "../../client/session/session.tsx";
import { deviceWord } from "../../client/shell/device-word.ts";
import type { DialogRequest } from "../../client/shell/dialogs.ts";
import { Button } from "../../ui/actions/button.tsx";
import { DraftNote } from "../../ui/display/draft-note.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import type { NewBlock } from "./block-values.ts";
import { BlockedTimes } from "./blocked-times.tsx";
import { AcceptAtOnce, PlanRules } from "./plan-rules.tsx";
import { usePlanEditor } from "./use-plan-editor.ts";
import { WeeklyHoursField } from "./weekly-hours.tsx";
import styles from "./availability-dialog.module.css";

type Plane = { id: string; name: string } & Placed;

type AvailabilityDialogProps = {
  request: Extract<DialogRequest, { name: "availability" }>;
  onClose: () => void;
};

export function AvailabilityDialog({ request: { plane, block }, onClose }: AvailabilityDialogProps) {
  const { user } = useAuth();
  const plan = usePlan(plane.id);
  useEffect(() => {
    if (!user) onClose();
  }, [user, onClose]);
  if (!user || !plan) return null;
  return <Editor plane={plane} block={block} plan={plan} userId={user.id} onClose={onClose} />;
}

type EditorProps = {
  plane: Plane;
  block: NewBlock | undefined;
  plan: StoredPlan;
  userId: string;
  onClose: () => void;
};

function Editor({ plane, block, plan, userId, onClose }: EditorProps) {
  const formId = useId();
  const zone = zoneOf(plane);
  const editor = usePlanEditor({ plane, plan, userId, onClose });
  const { values, problems, isBusy, form, change } = editor;
  const returningPilots = useReturningPilots(userId);
  const blockForm = useRef<HTMLFormElement>(null);
  const [isBlockForgotten, setBlockForgotten] = useState(false);
  const submit = (event: FormEvent) => {
    if (!blockForm.current) return editor.submit(event);
    // Blocks take effect by their own button: «Success!» would be wrong while one is only filled in.
    event.preventDefault();
    setBlockForgotten(true);
    blockForm.current.querySelector<HTMLElement>("[type=submit]")?.focus();
  };
  return (
    <Dialog
      open
      size="l"
      onClose={onClose}
      title="Availability"
      description={aboutOf(plane, zone)}
      bodyClassName={styles.body}
      foot={
        <>
          <p className={styles.footNote} role="status">
            <Icon of={editor.isTouched ? Save : Info} size="s" />
            {editor.isTouched ? "Draft saved on this device" : "Changes no booking that is already made."}
          </p>
          <Button variant="quiet" className={styles.cancel} disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy}>
            {isBusy ? "Saving..." : "Save"}
          </Button>
        </>
      }
    >
      <OfflineNote />
      {editor.isBack && <DraftNote onDiscard={editor.startOver} disabled={isBusy} />}
      <form ref={form} id={formId} noValidate className={styles.form} onSubmit={submit}>
        <WeeklyHoursField weekly={values.weekly} problems={problems} onChange={(weekly) => change({ weekly })} />
        <PlanRules values={values} problems={problems} zone={zone} onChange={change} />
        <AcceptAtOnce
          value={values.instant}
          returningPilots={returningPilots}
          onChange={(instant) => change({ instant })}
        />
      </form>
      <BlockedTimes
        plane={plane}
        userId={userId}
        zone={zone}
        bufferMin={plan.bufferMin}
        start={block}
        form={blockForm}
        isForgotten={isBlockForgotten}
        onDone={() => setBlockForgotten(false)}
        onLeave={onClose}
      />
    </Dialog>
  );
}

/** `Beechcraft Baron G58 · Los Angeles time, PST` */
function aboutOf({ name, location }: Plane, zone: string): string {
  const city = location.replace(/ [A-Z]{2}$/, "");
  return `${demoNameParts(name)[0]} · ${city} time, ${zoneName(new Date(), zone)}`;
}

/** The element always exists, so that screen readers announce text added to it. */
function OfflineNote() {
  const isOnline = useOnline();
  return (
    <div role="status" className={isOnline ? undefined : styles.offline}>
      {!isOnline && (
        <>
          <Icon of={CloudOff} />
          <span>
            <b>You&apos;re offline.</b> Changes are kept on this {deviceWord()}.
          </span>
        </>
      )}
    </div>
  );
}
