// Which aircraft are free on a day: only the server knows the bookings of others.
import { useEffect, useState } from "react";
import { readPage } from "../api/call.ts";
import { useOnline } from "../api/online.ts";

type Availability =
  | { state: "asking" }
  /** Without a way to the server the date is left out of account. */
  | { state: "offline" }
  /** So it is when the server gave no list. */
  | { state: "failed" }
  | { state: "known"; ids: ReadonlySet<string> };

/** The aircraft that are free on a day (`YYYY-MM-DD`), at one location if given. Null without a day. */
export function useAvailability(date: string | undefined, location: string | undefined): Availability | null {
  const isOnline = useOnline();
  const key = date && isOnline ? `${date} ${location ?? ""}` : null;
  const [answer, setAnswer] = useState<{ to: string; availability: Availability } | null>(null);

  useEffect(() => {
    if (key === null || !date) return;
    const leaving = new AbortController();
    freeOn(date, location, leaving.signal).then(
      (ids) => setAnswer({ to: key, availability: { state: "known", ids } }),
      () => {
        if (!leaving.signal.aborted) setAnswer({ to: key, availability: { state: "failed" } });
      },
    );
    return () => leaving.abort();
  }, [key, date, location]);

  if (!date) return null;
  if (key === null) return { state: "offline" };
  return answer?.to === key ? answer.availability : { state: "asking" };
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
