// Which aircraft are free on a day: only the server knows the bookings of others.
import { useEffect, useState } from "react";
import { noteReach, useOnline } from "./online.ts";

type Free =
  | { state: "asking" }
  /** Without a way to the server the date is left out of account. */
  | { state: "offline" }
  /** So it is when the server gave no list. */
  | { state: "failed" }
  | { state: "known"; ids: ReadonlySet<string> };

/** The aircraft that are free on a day (`YYYY-MM-DD`), at one location if given. Null without a day. */
export function useFreeOn(date: string | undefined, location: string | undefined): Free | null {
  const isOnline = useOnline();
  const question = date && isOnline ? addressOf(date, location) : null;
  const [answer, setAnswer] = useState<{ to: string; free: Free } | null>(null);

  useEffect(() => {
    if (!question) return;
    const leaving = new AbortController();
    askAll(question, leaving.signal).then(
      (ids) => setAnswer({ to: question, free: { state: "known", ids } }),
      () => {
        if (!leaving.signal.aborted) setAnswer({ to: question, free: { state: "failed" } });
      },
    );
    return () => leaving.abort();
  }, [question]);

  if (!date) return null;
  if (!question) return { state: "offline" };
  return answer?.to === question ? answer.free : { state: "asking" };
}

function addressOf(date: string, location: string | undefined): string {
  const params = new URLSearchParams({ date, ...(location ? { location } : {}) });
  return `/api/aircraft?${params}`;
}

/** All pages of a list. Throws without an answer and on any refusal. */
async function askAll(address: string, signal: AbortSignal): Promise<Set<string>> {
  const ids = new Set<string>();
  let next: string | undefined = address;
  while (next) {
    const response: Response = await fetch(next, { signal, credentials: "include" }).catch((error: unknown) => {
      if (!signal.aborted) noteReach(false);
      throw error;
    });
    if (!response.ok) throw new Error(`The list of free aircraft answered ${response.status}.`);
    for (const plane of (await response.json()) as { id: string }[]) ids.add(plane.id);
    next = nextPage(response.headers.get("Link"));
  }
  return ids;
}

/** The address of the next page in a `Link` header, if there is one. */
export function nextPage(link: string | null): string | undefined {
  return link?.match(/<([^>]+)>\s*;\s*rel="next"/)?.[1];
}
