// One aircraft in full: the copy on this device first, then what the server says now.
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { PageData } from "../../../shared/sync.ts";
import { DetailSource, type AircraftDetail, type ReadyDetail } from "./detail-source.ts";
import { usePageData } from "./first-view.ts";
import { onUserChange } from "../api/query.ts";

const source = new DetailSource();
onUserChange(() => source.forgetPrivate());

export function useAircraftDetail(id: string): AircraftDetail {
  const data = usePageData();
  const block = useMemo(() => blockDetail(data, id), [data, id]);
  const watch = useCallback((listener: () => void) => source.watch(id, block, listener), [id, block]);
  return useSyncExternalStore(
    watch,
    () => source.detail(id, block),
    () => source.unread(block),
  );
}

/** Asks the server again about an aircraft that was changed or deleted here. Never rejects. */
export async function refreshDetail(id: string): Promise<void> {
  await source.refresh(id);
}

/** Keeps these aircraft on the device in full, pictures too, so that they open without a network. Never rejects. */
export async function keepSavedDetails(ids: readonly string[]): Promise<void> {
  await source.keepSaved(ids);
}

function blockDetail(data: PageData | null, id: string): ReadyDetail | null {
  if (data?.page !== "aircraft" || data.aircraft.id !== id) return null;
  const { aircraft, owner, pictures, reviews, asOf } = data;
  return { state: "ready", aircraft, owner, pictures, reviews, asOf, fromDevice: false };
}
