// Which aircraft are favourites: one list for the session, read once, changed at the tap and taken back when refused.
import { useEffect } from "react";
import { create } from "zustand";
import { call, read } from "./call.ts";
import { useAuth } from "./session.tsx";
import { toast } from "./toasts.ts";

interface Favorites {
  /** Whose list this is; null before anybody's was asked for. */
  userId: string | null;
  ids: ReadonlySet<string>;
  /** Changes that are not answered yet. */
  pending: ReadonlySet<string>;
}

const useStore = create<Favorites>(() => ({ userId: null, ids: new Set(), pending: new Set() }));

function withOne(set: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}

async function load(userId: string) {
  useStore.setState({ userId, ids: new Set(), pending: new Set() });
  try {
    const list = await read<{ id: string }[]>("/api/favorites");
    if (useStore.getState().userId !== userId) return;
    // A tap that came before the list stands.
    useStore.setState(({ ids, pending }) => ({
      ids: new Set([...list.map((plane) => plane.id).filter((id) => !pending.has(id)), ...ids]),
    }));
  } catch {
    // Unknown is shown as none; the next person or reload asks again.
    if (useStore.getState().userId === userId) useStore.setState({ userId: null });
  }
}

/** Reads the favourites of whoever is signed in. Any number of components may call it; the list is read once. */
function useLoaded(): string | null {
  const { user } = useAuth();
  const userId = user?.id ?? null;
  useEffect(() => {
    if (useStore.getState().userId === userId) return;
    if (userId) void load(userId);
    else useStore.setState({ userId: null, ids: new Set(), pending: new Set() });
  }, [userId]);
  return userId;
}

async function change(aircraftId: string, name: string) {
  const { ids, pending } = useStore.getState();
  if (pending.has(aircraftId)) return;
  const isAdding = !ids.has(aircraftId);
  useStore.setState({ ids: withOne(ids, aircraftId, isAdding), pending: withOne(pending, aircraftId, true) });
  try {
    await call(isAdding ? "favorites.add" : "favorites.remove", { aircraftId });
    toast({ title: isAdding ? "Added to favorites" : "Removed from favorites", description: name });
  } catch {
    useStore.setState((now) => ({ ids: withOne(now.ids, aircraftId, !isAdding) }));
    toast({ title: "Error", description: "Failed to update favorites. Please try again.", kind: "bad" });
  } finally {
    useStore.setState((now) => ({ pending: withOne(now.pending, aircraftId, false) }));
  }
}

/** One aircraft's favourite state for the person signed in. `toggle` takes the aircraft's name for the toast. */
export function useFavorite(aircraftId: string): {
  isFavorite: boolean;
  pending: boolean;
  toggle: (name: string) => void;
} {
  useLoaded();
  const isFavorite = useStore((state) => state.ids.has(aircraftId));
  const pending = useStore((state) => state.pending.has(aircraftId));
  return { isFavorite, pending, toggle: (name) => void change(aircraftId, name) };
}
