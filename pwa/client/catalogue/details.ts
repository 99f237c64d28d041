// Hooks and calls for the details of one aircraft: the stored copy first, then the server's answer.
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { PageData } from "../../../shared/sync.ts";
import { DetailSource, type AircraftDetail, type ReadyDetail } from "./detail-source.ts";
import { followPacks } from "../packs/check-packs.ts";
import { usePageData } from "../api/page-data.ts";
import { onUserChange } from "../api/query.ts";

const source = new DetailSource();
onUserChange(() => source.forgetPrivate());

/** The details of an aircraft as the server last sent them, without the user's waiting edits. */
export function useServerDetail(id: string): AircraftDetail {
  const data = usePageData();
  const fromPage = useMemo(() => detailFromPage(data, id), [data, id]);
  const watch = useCallback((listener: () => void) => source.watch(id, fromPage, listener), [id, fromPage]);
  return useSyncExternalStore(
    watch,
    () => source.detail(id, fromPage),
    () => source.initialDetail(fromPage),
  );
}

/** Fetches the details again after this device changed or deleted the aircraft. Never rejects. */
export async function refetchDetail(id: string): Promise<void> {
  await source.refetch(id);
}

/** Pins these aircraft, and no others: stores their details and pictures, and evicts them last. Follows packs too. Never rejects. */
export async function pinSavedDetails(ids: readonly string[]): Promise<void> {
  followPacks();
  await source.pin([...new Set(ids)]);
}

function detailFromPage(data: PageData | null, id: string): ReadyDetail | null {
  if (data?.page !== "aircraft" || data.aircraft.id !== id) return null;
  const { aircraft, owner, pictures, airfield, reviews, asOf } = data;
  return { state: "ready", aircraft, owner, pictures, airfield, reviews, asOf, isUnconfirmed: false };
}
