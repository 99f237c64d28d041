// Which aircraft are favourites: the person's own rows, with what still waits. A tap counts at once, also without a network.
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
  /** False until the person's rows have come, where none were shown on this device before. */
  isKnown: boolean;
  /** True until the person's rows are opened, when a tap would be a guess, and while a tap is being written. */
  pending: boolean;
  /** A tap is being written to this device. */
  isWriting: boolean;
  /** Set while the change is only on this device, with a short delay to avoid flicker. */
  waiting: RowStatus | undefined;
};

/** One aircraft's favourite state for the person signed in. `toggle` takes the aircraft's name for the toast. */
export function useFavorite(aircraftId: string): FavoriteState & { toggle: (name: string) => void } {
  const rows = useRows("favorites");
  const { kind } = useSyncState();
  // A server that has not answered since the sign-in keeps no heart from being pressed: the tap waits like any other.
  const isOpening = useCurrentStore((state) => state.phase === "opening");
  const row = useMemo(() => rows?.find((one) => one.aircraftId === aircraftId), [rows, aircraftId]);
  const summary = useSessionSummary();
  const add = useCommand("favorites.add");
  const remove = useCommand("favorites.remove");
  // A refused favourite is none: its row stays only so that the person can decide.
  const isFavorite = rows
    ? row !== undefined && row.waiting !== "attention"
    : Boolean(summary?.favorites.includes(aircraftId));
  const isShownWaiting = kind === "waiting" || kind === "sending" || kind === "failed";

  const [isWriting, setWriting] = useState(false);
  // The state renders asynchronously, and a second tap may come before.
  const writing = useRef(false);

  async function change(name: string) {
    if (writing.current) return;
    writing.current = true;
    setWriting(true);
    try {
      const { id } = await (isFavorite ? remove : add)({ aircraftId }, { about: name });
      const title = isFavorite ? "Removed from favorites" : "Added to favorites";
      // The first view needs no toast; without a network and without this code the heart alone says that it waits.
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

/** Whether the person signed in has any favourite; until their rows are open as last shown here, or false. */
export function useHasFavorites(): boolean {
  const rows = useRows("favorites");
  const summary = useSessionSummary();
  return rows ? rows.some((row) => row.waiting !== "attention") : Boolean(summary?.favorites.length);
}
