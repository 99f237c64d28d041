// The marker of a sign-out that is not finished.
import type { MarkerStore } from "../../device/sync/sign-out.ts";
import { pendingSignOut, setPendingSignOut } from "./stored-session.ts";

/** Kept twice: where the page reads it before its first paint, and where the service worker can read it. */
export const signOutMarker: MarkerStore = {
  get: () => Promise.resolve(pendingSignOut()),
  async set(next) {
    setPendingSignOut(next);
    try {
      const { noteOnDevice } = await import("../../device/person/device-notes.ts");
      await noteOnDevice("sign-out", next);
    } catch {
      // The device keeps nothing: then the worker has nothing to send either.
    }
  },
};
