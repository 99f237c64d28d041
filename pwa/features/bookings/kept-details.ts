// Booking details that are filled in but not sent: they survive a login and a reload.

export type KeptDetails = { date: string | undefined; hours: number };

const storageKey = "booking-details";
/** Aircraft whose details are kept at most: the ones touched last. */
const MOST = 10;

type Entry = [aircraftId: string, details: KeptDetails];

function all(): Entry[] {
  try {
    const entries = JSON.parse(localStorage.getItem(storageKey) ?? "[]") as unknown;
    return Array.isArray(entries) ? (entries as Entry[]) : [];
  } catch {
    return [];
  }
}

/** What was filled in for an aircraft; a date before `today` (`YYYY-MM-DD`) is left out. */
export function keptDetails(aircraftId: string, today: string): KeptDetails | null {
  const kept = all().find(([id]) => id === aircraftId)?.[1];
  if (!kept || typeof kept.hours !== "number") return null;
  return { hours: kept.hours, date: kept.date && kept.date >= today ? kept.date : undefined };
}

export function keepDetails(aircraftId: string, details: KeptDetails): void {
  try {
    const others = all().filter(([id]) => id !== aircraftId);
    localStorage.setItem(storageKey, JSON.stringify([...others, [aircraftId, details]].slice(-MOST)));
  } catch {
    // Storage is closed: the details last as long as the page.
  }
}

/** Called once the request is on its way. */
export function dropDetails(aircraftId: string): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(all().filter(([id]) => id !== aircraftId)));
  } catch {
    // See above.
  }
}
