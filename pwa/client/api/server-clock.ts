// Creates ids with the server's time, because the server refuses ids that look too old.
import { createStore } from "zustand/vanilla";
import { newId } from "../../../shared/kit/ids.ts";
import { deviceStorage } from "../storage/browser-storage.ts";

const storageKey = "clock-offset";

/** Milliseconds by which the server's clock is ahead of the device's; null before the first response. */
const serverClock = createStore<{ aheadMs: number | null }>(() => ({ aheadMs: null }));

/** Stores the clock offset of the last response: milliseconds by which the server's clock is ahead of the device's. */
export function noteServerClock(aheadMs: number): void {
  if (aheadMs === serverClock.getState().aheadMs) return;
  serverClock.setState({ aheadMs });
  deviceStorage.setText(storageKey, String(aheadMs));
}

function known(): number {
  return serverClock.getState().aheadMs ?? (Number(deviceStorage.text(storageKey)) || 0);
}

/** The server's time as an ISO text, as far as its clock is known. */
export function serverTime(): string {
  return new Date(Date.now() + known()).toISOString();
}

/** A new id with the server's time, as far as its clock is known. */
export function newRecordId(): string {
  return newId(Date.now() + known());
}
