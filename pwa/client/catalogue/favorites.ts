// The user's favorites from the user's rows, including waiting changes. A tap takes effect at once, also offline.
import { useMemo, useRef, useState } from "react";
import { useSessionSummary } from "../sync/use-session-summary.ts";
import { useCurrentStore } from "../sync/current-store.ts";
import { useCommand } from "../sync/queue.ts";
import { useRows, type RowStatus } from "../sync/rows.ts";
import { useSyncState } from "../sync/sync-state.ts";
import { toast } from "../shell/toasts.ts";

const failed = {
  title: "Error",
  description: "Failed to update favorites. Please try again.",
  kind: "bad",
} as const;

type FavoriteState = {
  isFavorite: boolean;
  /** False until the user's rows are loaded, unless a stored summary exists. */
  isKnown: boolean;
  /** True until the user's rows are open, because the state is not known, and while a tap is being stored. */
  pending: boolean;
  /** The device is storing a tap. */
  isWriting: boolean;
  /** Set while only this device has the change, after a short delay that avoids flicker. */
  waiting: RowStatus | undefined;
};

/** The favorite state of one aircraft for the signed-in user. `toggle` takes the name of the aircraft for the toast. */
export function useFavorite(aircraftId: string): FavoriteState & { toggle: (name: string) => void } {
  const rows = useRows("favorites");
  const { kind } = useSyncState();
  // True only while the store opens. A server that has not answered yet does not disable the button: the tap waits in
  // the queue.
  const isOpening = useCurrentStore((state) => state.phase === "opening");
  const row = useMemo(() => rows?.find((one) => one.aircraftId === aircraftId), [rows, aircraftId]);
  const summary = useSessionSummary();
  const add = useCommand("favorites.add");
  const remove = useCommand("favorites.remove");
  // A refused favorite does not count. Its row stays so that the user can decide.
  const isFavorite = rows
    ? row !== undefined && row.waiting !== "attention"
    : Boolean(summary?.favorites.includes(aircraftId));
  const isShownWaiting = kind === "waiting" || kind === "sending" || kind === "failed";

  const [isWriting, setWriting] = useState(false);
  // A ref, because a second tap may come before the state renders.
  const writing = useRef(false);

  async function change(name: string) {
    if (writing.current) return;
    writing.current = true;
    setWriting(true);
    try {
      const { id } = await (isFavorite ? remove : add)({ aircraftId }, { about: name });
      const title = isFavorite ? "Removed from favorites" : "Added to favorites";
      // Loaded on demand, since the first view needs no toast. If that fails offline, only the heart shows that the
      // change waits.
      import("./favorite-toast.ts").then(
        ({ toastFavoriteChange }) => toastFavoriteChange(id, { title, name, failed }),
        () => undefined,
      );
    } catch {
      toast(failed);
    } finally {
      writing.current = false;
      setWriting(false);
    }
  }

  return {
    isFavorite,
    isKnown: rows !== undefined || summary !== null,
    pending: isOpening || isWriting,
    isWriting,
    waiting: isShownWaiting ? row?.waiting : undefined,
    toggle: (name) => void change(name),
  };
}

/**
 * True when the signed-in user has a favorite. Until the rows are open, the stored summary answers, or false without
 * one.
 */
export function useHasFavorites(): boolean {
  const rows = useRows("favorites");
  const summary = useSessionSummary();
  return rows ? rows.some((row) => row.waiting !== "attention") : Boolean(summary?.favorites.length);
}
