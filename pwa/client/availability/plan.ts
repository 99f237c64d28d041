// The owner's plan and blocks of an aircraft: read from this device, stored here first when they change.
import { useMemo } from "react";
import type { Booking } from "../../../shared/domain/bookings.ts";
import type { Block, StoredPlan } from "../../../shared/domain/availability.ts";
import { planDefaults, type BlockReason } from "../../../shared/domain/hours/availability-rules.ts";
import { baseOf, changedFields } from "../../device/sync/conflict.ts";
import { QueueError } from "../../device/sync/queue-error.ts";
import { openedStore, asNotKept, queue } from "../sync/current-store.ts";
import { outcomeOf, type Outcome } from "../sync/outcome.ts";
import { useRow, useRows, type RowWithStatus } from "../sync/rows.ts";

/** The fields of a plan that its owner sets. */
export type PlanForm = Omit<StoredPlan, "aircraftId" | "rev">;

/** The plan of an own aircraft, with waiting edits; undefined while not known. */
export function usePlan(aircraftId: string): (StoredPlan & Partial<RowWithStatus<"plans">>) | undefined {
  const row = useRow("plans", aircraftId);
  return useMemo(() => (row === null ? { aircraftId, ...planDefaults, rev: 0 } : row), [row, aircraftId]);
}

const byStart = (one: Block, other: Block) => Date.parse(one.from) - Date.parse(other.from);

/** False for a block that the server refused: its time is not blocked. */
export function blocksTime({ id, waiting, entryIds }: RowWithStatus<"blocks">): boolean {
  return waiting !== "attention" || !entryIds?.includes(id);
}

/** The blocks of an own aircraft, earliest first, past ones too; undefined while not known. */
export function useBlocks(aircraftId: string): readonly RowWithStatus<"blocks">[] | undefined {
  return useRows("blocks", { aircraftId }, byStart);
}

/** The bookings of an own aircraft; none while not known. */
export function useAircraftBookings(aircraftId: string): readonly Booking[] {
  return useRows("bookings", { aircraftId }) ?? noBookings;
}

const noBookings: readonly Booking[] = [];

/** How many pilots completed a flight with this owner, on any aircraft. */
export function useReturningPilots(ownerId: string): number {
  const flown = useRows("bookings", { ownerId, status: "completed" });
  return new Set(flown?.map(({ pilotId }) => pilotId)).size;
}

/** The name of a pilot who wrote to this owner. */
export function usePilotName(pilotId: string | undefined): string {
  return useRow("people", pilotId ?? null)?.name ?? "Another person";
}

type Plane = { id: string; name: string };

/** Sends the fields that differ from `shown`. Rejects with NotKept. */
export async function changePlan(plane: Plane, shown: StoredPlan, form: PlanForm): Promise<Outcome> {
  const changes: Partial<PlanForm> = changedFields(shown, form);
  if (Object.keys(changes).length === 0) return { kind: "done" };
  const options = { base: baseOf(shown, changes), about: plane.name };
  return await outcomeOf((await queue("availability.edit", { ...changes, id: plane.id }, options)).id);
}

export type BlockForm = { from: string; to: string; reason: BlockReason; note: string };

/** Blocks a time. A refused block is not kept: its form shows why. Rejects with NotKept. */
export async function blockTime(plane: Plane, form: BlockForm): Promise<Outcome> {
  const { id } = await queue("availability.block", { aircraftId: plane.id, ...form }, { about: plane.name });
  const outcome = await outcomeOf(id);
  if (outcome.kind === "refused" && outcome.entryId) {
    const { engine } = await openedStore();
    await engine.discard(outcome.entryId).catch(() => undefined);
  }
  return outcome;
}

/**
 * Removes a block. One that the server does not have is only discarded here, so it declines no requests. Rejects with NotKept.
 */
export async function unblockTime(plane: Plane, { id }: Pick<Block, "id">): Promise<Outcome> {
  const { engine } = await openedStore();
  try {
    await engine.discard(id);
    return { kind: "done" };
  } catch (problem) {
    // The server has it, or may have it.
    if (!isSent(problem)) throw asNotKept(problem);
  }
  const queued = await queue("availability.unblock", { id, aircraftId: plane.id }, { about: plane.name });
  return await outcomeOf(queued.id);
}

const isSent = (problem: unknown) =>
  problem instanceof QueueError && (problem.code === "not-waiting" || problem.code === "already-sent");
