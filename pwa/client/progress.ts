// How far sending has come: written by whoever is open, read by the pill.
import { create } from "zustand";

export type SyncState = {
  /** `offline`: nothing waits, and nothing could be sent. `sent`: for three seconds after everything went. */
  kind: "idle" | "offline" | "waiting" | "sending" | "failed" | "sent";
  /** Entries that wait or are on their way. */
  waiting: number;
  /** Entries the server refused. */
  failed: number;
  /** Which one of how many is on its way. */
  sending?: [n: number, of: number] | undefined;
};

type Progress = Omit<SyncState, "kind" | "sending"> & {
  kind: Exclude<SyncState["kind"], "offline">;
  sending?: [n: number, of: number] | undefined;
};

export const useProgress = create<Progress>(() => ({ kind: "idle", waiting: 0, failed: 0 }));
