// Which aircraft are free on a day: only the server knows the bookings of others.
import { readPage } from "../api/call.ts";
import { useOnline } from "../api/online.ts";
import { useLatest } from "../api/use-latest.ts";

type Availability =
  | { state: "asking" }
  /** Without a way to the server the date is left out of account. */
  | { state: "offline" }
  /** So it is when the server gave no list. */
  | { state: "failed" }
  | { state: "known"; ids: ReadonlySet<string> };

// The same objects each time: what depends on them is not worked out anew.
const asking: Availability = { state: "asking" };
const offline: Availability = { state: "offline" };
const failed: Availability = { state: "failed" };

/** The aircraft that are free on a day (`YYYY-MM-DD`), at one location if given. Null without a day. */
export function useAvailability(date: string | undefined, location: string | undefined): Availability | null {
  const isOnline = useOnline();
  const key = date && isOnline ? `${date} ${location ?? ""}` : null;
  const latest = useLatest<Availability>(key, async (signal) => ({
    state: "known",
    ids: await freeOn(date ?? "", location, signal),
  }));

  if (!date) return null;
  if (key === null) return offline;
  if (latest?.state === "known") return latest.value;
  return latest?.state === "failed" ? failed : asking;
}

/** Ids on all pages of the list. Throws ApiError. */
async function freeOn(date: string, location: string | undefined, signal: AbortSignal): Promise<Set<string>> {
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const { rows, next } = await readPage("aircraft.list", { date, location, cursor }, signal);
    for (const { id } of rows) ids.add(id);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return ids;
}
