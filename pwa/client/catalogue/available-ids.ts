// Asks the server which aircraft are available on a day. It may know bookings that the device's catalogue does not show yet.
import { readPage } from "../api/call.ts";
import { useOnline } from "../api/online.ts";
import { useLatest } from "../api/use-latest.ts";

/** The aircraft available on a day (`YYYY-MM-DD`), at one location if given. Null without a day, and until the server has answered. */
export function useAvailableIds(date: string | undefined, location: string | undefined): ReadonlySet<string> | null {
  const isOnline = useOnline();
  const key = date && isOnline ? `${date} ${location ?? ""}` : null;
  const latest = useLatest<ReadonlySet<string>>(key, (signal) => fetchAvailableIds(date ?? "", location, signal));
  return latest?.state === "known" ? latest.value : null;
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
