// Finds aircraft that are available on a day. Only the server can, because it knows all users' bookings.
import { readPage } from "../api/call.ts";
import { useOnline } from "../api/online.ts";
import { useLatest } from "../api/use-latest.ts";

type Availability =
  | { state: "loading" }
  /** Offline: the list ignores the date. */
  | { state: "offline" }
  /** The request failed, so the list ignores the date. */
  | { state: "failed" }
  | { state: "known"; ids: ReadonlySet<string> };

// Constant objects, so that memoized values that depend on them are not computed again.
const loading: Availability = { state: "loading" };
const offline: Availability = { state: "offline" };
const failed: Availability = { state: "failed" };

/** The aircraft available on a day (`YYYY-MM-DD`), at one location if given. Null without a day. */
export function useAvailability(date: string | undefined, location: string | undefined): Availability | null {
  const isOnline = useOnline();
  const key = date && isOnline ? `${date} ${location ?? ""}` : null;
  const latest = useLatest<Availability>(key, async (signal) => ({
    state: "known",
    ids: await fetchAvailableIds(date ?? "", location, signal),
  }));

  if (!date) return null;
  if (key === null) return offline;
  if (latest?.state === "known") return latest.value;
  return latest?.state === "failed" ? failed : loading;
}

/** Reads all pages of the list. Throws ApiError. */
async function fetchAvailableIds(
  date: string,
  location: string | undefined,
  signal: AbortSignal,
): Promise<Set<string>> {
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const { rows, next } = await readPage("aircraft.list", { date, location, cursor }, signal);
    for (const { id } of rows) ids.add(id);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return ids;
}
