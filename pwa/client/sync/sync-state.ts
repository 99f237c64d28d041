// Sync state and queue actions for the pill in the header and its sheet.
import { useMemo } from "react";
import { useOnline } from "../api/online.ts";
import { openedStore, asNotKept } from "./current-store.ts";
import { useProgress, type SyncState } from "./sync-status.ts";

export function useSyncState(): SyncState {
  const kind = useProgress((state) => state.kind);
  const waiting = useProgress((state) => state.waiting);
  const failed = useProgress((state) => state.failed);
  const sending = useProgress((state) => state.sending);
  const isOnline = useOnline();
  return useMemo(() => {
    const shown = kind === "idle" && !isOnline ? "offline" : kind === "sending" && !isOnline ? "waiting" : kind;
    return { kind: shown, waiting, failed, ...(shown === "sending" && sending ? { sending } : {}) };
  }, [kind, waiting, failed, sending, isOnline]);
}

/** Whether the pill shows something that waits or was refused. */
export function useShowsWaiting(): boolean {
  return useProgress(({ kind }) => kind === "waiting" || kind === "sending" || kind === "failed");
}

/** Sends a refused entry once more, as a new command; one that went meanwhile is not missed. Rejects with NotKept. */
export async function retry(id: string): Promise<void> {
  const { engine } = await opened();
  await kept(unlessGone(engine.retry(id)));
}

/** Gives an entry that was refused or never sent another content. Rejects with NotKept. */
export async function edit(id: string, input: Record<string, unknown>): Promise<void> {
  await kept((await opened()).engine.edit(id, { input }));
}

/** Drops an entry that was refused or never sent; one that is gone needs nothing. Rejects with NotKept. */
export async function discard(id: string): Promise<void> {
  const { engine } = await opened();
  await kept(unlessGone(engine.discard(id)));
}

/** A second press, or one in another tab, finds the entry gone: what was asked for has happened. */
async function unlessGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (problem) {
    if ((problem as { code?: unknown }).code !== "not-waiting") throw problem;
  }
}

/** Tries to send everything now; resolves when that try has ended. */
export async function sendNow(): Promise<void> {
  await (await opened()).engine.trigger("person");
}

async function opened() {
  return await kept(openedStore());
}

async function kept<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (problem) {
    throw asNotKept(problem);
  }
}
