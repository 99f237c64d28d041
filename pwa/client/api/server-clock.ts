// Ids that are made on the screen. Their time has to be the server's: one that looks old is refused as having waited for too long.
import { newId } from "../../../shared/kit/ids.ts";

const storageKey = "clock-offset";
let offset: number | null = null;

/** Called with what the server's last answer told: milliseconds by which its clock is ahead of this device's. */
export function noteServerClock(aheadMs: number): void {
  if (aheadMs === offset) return;
  offset = aheadMs;
  try {
    localStorage.setItem(storageKey, String(aheadMs));
  } catch {
    // Storage is closed: it is known again with the next answer.
  }
}

function known(): number {
  if (offset !== null) return offset;
  try {
    return Number(localStorage.getItem(storageKey)) || 0;
  } catch {
    return 0;
  }
}

/** A new id whose time is the server's, as far as its clock is known. */
export function recordId(): string {
  return newId(Date.now() + known());
}
