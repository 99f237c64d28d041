// Days as numbers since 1970-01-01, which sort, add and store better than text.

const DAY_MS = 86_400_000;

/** The day number (days since 1970-01-01) of `YYYY-MM-DD`. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

/** `YYYY-MM-DD` of a day number. */
export function dayOf(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

/** 0 for Monday to 6 for Sunday. 1970-01-01 was a Thursday. */
export function weekdayOf(number: number): number {
  return (((number + 3) % 7) + 7) % 7;
}
