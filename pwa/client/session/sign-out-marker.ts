// Stores the marker of an unfinished sign-out.
import type { MarkerStore } from "../../device/sync/sign-out.ts";
import { pendingSignOut, setPendingSignOut } from "./stored-session.ts";

/**
 * Stored twice: the page reads local storage before its first paint, and the service worker reads the device's notes.
 */
export const signOutMarker: MarkerStore = {
  get: () => Promise.resolve(pendingSignOut()),
  async set(next) {
    setPendingSignOut(next);
    try {
      const { setDeviceNote } = await import("../../device/person/device-notes.ts");
      await setDeviceNote("sign-out", next);
    } catch {
      // The device cannot store anything, so the worker has nothing to send either.
    }
  },
};
