// Reads the free hours of aircraft in windows of days. Keeps them with the details on the device.
import { createStore } from "zustand/vanilla";
import type { Availability } from "../../../shared/domain/availability.ts";
import { MOST_DAYS_READ } from "../../../shared/domain/hours/availability-rules.ts";
import { dayNumber, dayOf } from "../../../shared/kit/day-numbers.ts";
import { read } from "../api/call.ts";
import { keptDetail } from "../catalogue/kept-detail.ts";
import { openedDevice } from "../sync/device.ts";

/** After this many milliseconds the free hours on the screen are read again. */
const FRESH_MS = 30_000;

export type ReadHours = {
  /** Windows that follow each other, the first from the day of reading. */
  windows: readonly Availability[];
  /** `none`: the server gave no answer and the device has none. */
  source: "loading" | "server" | "device" | "none";
  /** Milliseconds since 1970 when the read began that the server answered last; 0 before it. */
  at: number;
};

const nothing: ReadHours = { windows: [], source: "loading", at: 0 };

const store = createStore<{ hours: ReadonlyMap<string, ReadHours>; reading: ReadonlyMap<string, Promise<void>> }>(
  () => ({ hours: new Map(), reading: new Map() }),
);

export const watchHours = (listener: () => void) => store.subscribe(listener);

export function hoursOf(id: string): ReadHours {
  return store.getState().hours.get(id) ?? nothing;
}

export const initialHours = () => nothing;

function setHours(id: string, hours: ReadHours): void {
  store.setState((state) => ({ hours: new Map(state.hours).set(id, hours) }));
}

/** The day after the last one that the windows cover. */
function endOf(windows: readonly Availability[]): number {
  const last = windows.at(-1)?.days.at(-1)?.day;
  return last === undefined ? 0 : dayNumber(last) + 1;
}

/** Reads the days from `today` to `until`, unless an answer from after `since` has them. Never rejects. */
export async function readHours(
  id: string,
  today: number,
  until: number,
  since: number = Date.now() - FRESH_MS,
): Promise<void> {
  const { windows, at, source } = hoursOf(id);
  const isKnown = windows[0]?.days[0]?.day === dayOf(today) && until < endOf(windows);
  if (source === "server" && isKnown && at > since) return;
  const { reading } = store.getState();
  // A second reader waits for the first, and then reads what that one did not.
  const before = reading.get(id);
  if (before) return before.then(() => readHours(id, today, until, since));
  const run = readNow(id, today, Math.max(until, endOf(windows) - 1)).finally(() => setReading(id, null));
  setReading(id, run);
  return run;
}

function setReading(id: string, run: Promise<void> | null): void {
  store.setState((state) => {
    const reading = new Map(state.reading);
    if (run) reading.set(id, run);
    else reading.delete(id);
    return { reading };
  });
}

async function readNow(id: string, today: number, until: number): Promise<void> {
  if (hoursOf(id).source === "loading") void showKept(id);
  const at = Date.now();
  const froms: number[] = [];
  for (let from = today; from <= until || from === today; from += MOST_DAYS_READ) froms.push(from);
  try {
    const windows = await Promise.all(
      froms.map((from) => read("availability.days", { id, from: dayOf(from), days: MOST_DAYS_READ })),
    );
    setHours(id, { windows, source: "server", at });
    void keep(id, windows);
  } catch {
    await showKept(id);
    const { source } = hoursOf(id);
    if (source === "loading") setHours(id, { ...nothing, source: "none" });
    // What the server said earlier in this session is no longer confirmed.
    if (source === "server") setHours(id, { ...hoursOf(id), source: "device" });
  }
}

/** Shows the hours that are kept on the device, unless the server has answered. */
async function showKept(id: string): Promise<void> {
  const windows = (await keptDetail(id))?.hours;
  if (windows?.length && hoursOf(id).source === "loading") setHours(id, { windows, source: "device", at: 0 });
}

async function keep(id: string, windows: readonly Availability[]): Promise<void> {
  try {
    await (await openedDevice()).details.keepHours(id, windows);
  } catch {
    // The device code cannot be fetched; the hours stay in memory.
  }
}

/** Reads the next days of a pinned aircraft, whose details were just stored. Rejects when the server cannot be reached. */
export async function keepPinnedHours(id: string, today: number): Promise<void> {
  await keep(id, [await read("availability.days", { id, from: dayOf(today), days: MOST_DAYS_READ })]);
}
