// State and actions of the plan's form: stores every change as a draft, and stores the command before it is sent.
import { useRef, useState, type FormEvent } from "react";
import type { StoredPlan } from "../../../shared/domain/availability.ts";
import { changePlan } from "../../client/availability/plan.ts";
import { openDialog } from "../../client/shell/dialogs.ts";
import { toast } from "../../client/shell/toasts.ts";
import { asNotKept } from "../../client/sync/current-store.ts";
import type { Outcome } from "../../client/sync/outcome.ts";
import { useFocusAfterWork } from "../../ui/hooks/use-focus-after-work.ts";
import { storedPlanDraft, storePlanDraft, type PlanDraft } from "./plan-draft.ts";
import { isSamePlan, readPlan, rebased, valuesOf, type PlanProblems, type PlanValues } from "./plan-values.ts";

type Options = {
  plane: { id: string; name: string };
  /** The plan on this device, which another device may change meanwhile. */
  plan: StoredPlan;
  userId: string;
  onClose: () => void;
};

/** What the owner typed, over the plan that it is compared with. */
function usePlanDraft({ plane, plan, userId }: Options) {
  const [{ stored, isDraft }] = useState(() => {
    const draft = storedPlanDraft(userId, plane.id);
    return { stored: draft ?? { values: valuesOf(plan), shown: plan }, isDraft: draft !== null };
  });
  const [draft, setDraft] = useState(stored);
  const [seen, setSeen] = useState(isDraft ? null : plan);
  if (seen !== plan) {
    // Fields that the owner has not touched show what another device changed.
    setSeen(plan);
    setDraft(rebased(draft, plan));
  }
  const isTouched = !isSamePlan(draft.values, valuesOf(draft.shown));
  const set = (next: PlanDraft) => {
    setDraft(next);
    storePlanDraft(userId, plane.id, isSamePlan(next.values, valuesOf(next.shown)) ? null : next);
  };
  return {
    ...draft,
    isTouched,
    /** True when the form shows an earlier draft. */
    isBack: isDraft && isTouched,
    change: (values: PlanValues) => set({ ...draft, values }),
    startOver: () => set({ values: valuesOf(plan), shown: plan }),
    remove: () => storePlanDraft(userId, plane.id, null),
  };
}

export function usePlanEditor(options: Options) {
  const { plane, onClose } = options;
  const draft = usePlanDraft(options);
  const { values, shown } = draft;
  const [problems, setProblems] = useState<PlanProblems>({});
  const [hasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useFocusAfterWork(isBusy);
  const form = useRef<HTMLFormElement>(null);

  function change(changes: Partial<PlanValues>) {
    const next = { ...values, ...changes };
    draft.change(next);
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
      settle(await changePlan(plane, shown, read.form));
    } catch (problem) {
      toast({ kind: "bad", title: "Error", description: asNotKept(problem).message });
    } finally {
      setBusy(false);
    }
  }

  function settle(outcome: Outcome) {
    // The form stays open with its input.
    if (outcome.kind === "refused" && outcome.code !== "conflict")
      return toast({ kind: "bad", title: "Error", description: outcome.message });
    // From here on the outbox entry has the input.
    draft.remove();
    onClose();
    if (outcome.kind === "done") toast({ title: "Success!", description: "Your changes have been saved." });
    if (outcome.kind === "waiting")
      toast({
        kind: "wait",
        title: "Saved on this device",
        description: "Your changes are sent when you have signal.",
      });
    if (outcome.kind === "refused" && outcome.entryId) openDialog({ name: "conflict", entryId: outcome.entryId });
  }

  return {
    values,
    problems,
    isBusy,
    isTouched: draft.isTouched,
    isBack: draft.isBack,
    form,
    change,
    startOver() {
      draft.startOver();
      setProblems({});
    },
    submit(event: FormEvent) {
      event.preventDefault();
      void save();
    },
  };
}
