// Sync progress: written by the open engine, read by the pill.
import { create } from "zustand";

export type SyncState = {
  /** `offline`: nothing waits, and nothing could be sent. `sent`: for three seconds after everything went. */
  kind: "idle" | "offline" | "waiting" | "sending" | "failed" | "sent";
  /** Entries that wait or are being sent. */
  waiting: number;
  /** Entries the server refused. */
  failed: number;
  /** Number of the entry that is being sent, and how many there are. */
  sending?: [n: number, of: number] | undefined;
};

type Progress = Omit<SyncState, "kind" | "sending"> & {
  kind: Exclude<SyncState["kind"], "offline">;
  sending?: [n: number, of: number] | undefined;
  /** The server has answered since this page was opened; before that everything private is what the device remembers. */
  hasSynced: boolean;
  /** The server has failed several times in a row, and when it is asked again (milliseconds since 1970; null while it is being asked). */
  trouble: { nextTryAt: number | null } | null;
};

/** The status without a signed-in user. */
export const noProgress: Progress = {
  kind: "idle",
  waiting: 0,
  failed: 0,
  sending: undefined,
  hasSynced: false,
  trouble: null,
};

export const useProgress = create<Progress>(() => noProgress);
