// Unsaved input of the availability editor. The device stores it, so it survives closing the dialog.
import type { StoredPlan } from "../../../shared/domain/availability.ts";
import { storeDraft, storedDraft } from "../../client/edits/drafts.ts";
import type { BlockValues } from "./block-values.ts";
import type { PlanValues } from "./plan-values.ts";

export type PlanDraft = {
  values: PlanValues;
  /** The plan as shown when the owner began to edit: the base of the edit. */
  shown: StoredPlan;
};

export function storedPlanDraft(userId: string, aircraftId: string): PlanDraft | null {
  return storedDraft<PlanDraft>(
    "availability",
    userId,
    aircraftId,
    ({ values, shown }) => Array.isArray(values?.weekly?.sun) && typeof shown?.rev === "number",
  );
}

/** Null removes it. */
export function storePlanDraft(userId: string, aircraftId: string, draft: PlanDraft | null): void {
  storeDraft("availability", userId, aircraftId, draft);
}

export function storedBlockDraft(userId: string, aircraftId: string): BlockValues | null {
  return storedDraft<BlockValues>(
    "block",
    userId,
    aircraftId,
    ({ fromDay, note }) => typeof fromDay === "string" && typeof note === "string",
  );
}

/** Null removes it. */
export function storeBlockDraft(userId: string, aircraftId: string, draft: BlockValues | null): void {
  storeDraft("block", userId, aircraftId, draft);
}
