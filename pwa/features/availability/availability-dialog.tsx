// The owner's editor of an aircraft's hours: plan and rules are saved together, blocks take effect at once.
import { CloudOff, Info } from "lucide-react";
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { zoneOf } from "../../../shared/domain/locations.ts";
import { demoNameParts } from "../../../shared/domain/aircraft-rules.ts";
import { zoneName } from "../../../shared/kit/zoned-hours.ts";
import type { StoredPlan } from "../../../shared/domain/availability.ts";
import { useOnline } from "../../client/api/online.ts";
import { changePlan, usePlan, useReturningPilots } from "../../client/availability/plan.ts";
import { useAuth } from "../../client/session/session.tsx";
import { deviceWord } from "../../client/shell/device-word.ts";
import { openDialog, type DialogRequest } from "../../client/shell/dialogs.ts";
import { toast } from "../../client/shell/toasts.ts";
import { asNotKept } from "../../client/sync/current-store.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import type { NewBlock } from "./block-form.tsx";
import { BlockedTimes } from "./blocked-times.tsx";
import { AcceptAtOnce, PlanRules } from "./plan-rules.tsx";
import { readPlan, valuesOf, type PlanProblems, type PlanValues } from "./plan-values.ts";
import { WeeklyHoursField } from "./weekly-hours.tsx";
import styles from "./availability.module.css";

type Plane = { id: string; name: string; location: string };

type AvailabilityDialogProps = {
  request: Extract<DialogRequest, { name: "availability" }>;
  onClose: () => void;
};

export function AvailabilityDialog({ request: { plane, block }, onClose }: AvailabilityDialogProps) {
  const { user } = useAuth();
  const plan = usePlan(plane.id);
  const [shown, setShown] = useState<StoredPlan | null>(null);
  // The plan as it was when the form opened: what the owner changes is compared with it.
  if (plan && !shown) setShown(plan);
  useEffect(() => {
    if (!user) onClose();
  }, [user, onClose]);
  if (!user || !shown) return null;
  return <Editor plane={plane} block={block} shown={shown} userId={user.id} onClose={onClose} />;
}

type EditorProps = {
  plane: Plane;
  block: NewBlock | undefined;
  shown: StoredPlan;
  userId: string;
  onClose: () => void;
};

function Editor({ plane, block, shown, userId, onClose }: EditorProps) {
  const formId = useId();
  const zone = zoneOf(plane.location);
  const editor = usePlanEditor(plane, shown, onClose);
  const { values, problems, isBusy, form, change } = editor;
  const returningPilots = useReturningPilots(userId);
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
          <p className={styles.footNote}>
            <Icon of={Info} size="s" />
            Changes no booking that is already made.
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
      <form ref={form} id={formId} noValidate className={styles.form} onSubmit={editor.submit}>
        <WeeklyHoursField weekly={values.weekly} problems={problems} onChange={(weekly) => change({ weekly })} />
        <PlanRules values={values} problems={problems} zone={zone} onChange={change} />
        <AcceptAtOnce
          value={values.instant}
          returningPilots={returningPilots}
          onChange={(instant) => change({ instant })}
        />
      </form>
      <BlockedTimes plane={plane} zone={zone} bufferMin={shown.bufferMin} start={block} onLeave={onClose} />
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

function usePlanEditor(plane: Plane, shown: StoredPlan, onClose: () => void) {
  const [values, setValues] = useState(() => valuesOf(shown));
  const [problems, setProblems] = useState<PlanProblems>({});
  const [hasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function change(changes: Partial<PlanValues>) {
    const next = { ...values, ...changes };
    setValues(next);
    const read = readPlan(next);
    if (hasTried) setProblems("problems" in read ? read.problems : {});
  }

  async function save() {
    setTried(true);
    const read = readPlan(values);
    if ("problems" in read) {
      setProblems(read.problems);
      // The fields show their errors only after the next render.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    setBusy(true);
    try {
      const outcome = await changePlan(plane, shown, read.form);
      if (outcome.kind === "refused" && outcome.code !== "conflict") {
        toast({ kind: "bad", title: "Error", description: outcome.message });
        return;
      }
      onClose();
      if (outcome.kind === "done") toast({ title: "Success!", description: "Your changes have been saved." });
      if (outcome.kind === "waiting")
        toast({
          kind: "wait",
          title: "Saved on this device",
          description: "Your changes are sent when you have signal.",
        });
      if (outcome.kind === "refused" && outcome.entryId) openDialog({ name: "conflict", entryId: outcome.entryId });
    } catch (problem) {
      toast({ kind: "bad", title: "Error", description: asNotKept(problem).message });
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void save();
  }

  return { values, problems, isBusy, form, change, submit };
}
