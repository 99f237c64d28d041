// The list of the user's packs on this device. It is in local storage, so it can tell when the browser has cleared their content.
import { createStore } from "zustand/vanilla";
import { deviceStorage, isObject } from "../storage/browser-storage.ts";

export type Pack = {
  /** Of the aircraft. */
  id: string;
  name: string;
  /** Address of its main picture, and its airport, else its location; unknown before the first download. */
  picture?: string;
  place?: string;
  /** `waiting`: asked for and not whole yet. `full`: the browser had no room. `cleared`: the browser removed it. */
  state: "waiting" | "kept" | "full" | "cleared";
  /** ISO time at which it was last whole, or at which it was found missing; null before. */
  at: string | null;
  /** Size of a kept pack; what another one needs. */
  bytes: number;
  /** Free bytes when there was no room. */
  free?: number;
};

/** Bytes of a pack that is being stored. */
export type PackProgress = { part: number; total: number };

type Packs = {
  userId: string | null;
  list: readonly Pack[];
  running: ReadonlyMap<string, PackProgress>;
  renewing: ReadonlySet<string>;
  /** Removed, and Undo can still bring them back. */
  leaving: ReadonlySet<string>;
  /** This page checks packs again and again. */
  isFollowed?: true;
  /** Functions that end a running download. */
  stops: ReadonlyMap<string, () => void>;
  /** The last work on each pack that this page began; it never rejects. */
  turns: ReadonlyMap<string, Promise<void>>;
};

const nothing: Packs = {
  userId: null,
  list: [],
  running: new Map(),
  renewing: new Set(),
  leaving: new Set(),
  stops: new Map(),
  turns: new Map(),
};

export const packs = createStore<Packs>(() => nothing);

/** Sign-out removes every key that contains the user id. */
const keyOf = (userId: string) => `packs:${userId}`;

const states: ReadonlySet<unknown> = new Set(["waiting", "kept", "full", "cleared"] satisfies Pack["state"][]);
const isPack = (value: unknown): value is Pack =>
  isObject(value) &&
  typeof value["id"] === "string" &&
  typeof value["name"] === "string" &&
  typeof value["bytes"] === "number" &&
  states.has(value["state"]);
const isList = (value: unknown): value is Pack[] => Array.isArray(value) && value.every(isPack);

function stored(userId: string): Pack[] {
  return deviceStorage.json(keyOf(userId), isList) ?? [];
}

/** The user's packs, newest first. */
export function packsOf(userId: string): readonly Pack[] {
  const { userId: known, list } = packs.getState();
  return known === userId ? list : stored(userId);
}

/** Shows the packs of this user from now on. Work that began for another user changes nothing on the screen. */
export function openPacks(userId: string): void {
  const { userId: known } = packs.getState();
  if (known === null) packs.setState({ userId, list: stored(userId) });
  else if (known !== userId) packs.setState({ ...nothing, userId, list: stored(userId) });
}

export function packOf(userId: string, id: string): Pack | null {
  return packsOf(userId).find((pack) => pack.id === id) ?? null;
}

/** Changes the list as it is stored, so that two tabs lose nothing. False when local storage is blocked or full. */
function change(userId: string, edit: (list: readonly Pack[]) => readonly Pack[]): boolean {
  const list = edit(stored(userId));
  const isStored = deviceStorage.setJson(keyOf(userId), list.length > 0 ? list : null);
  if (isStored && packs.getState().userId === userId) packs.setState({ list });
  return isStored;
}

/** Replaces the pack of the same aircraft, or adds it at a place of the list. */
export function putPack(userId: string, pack: Pack, place = 0): boolean {
  return change(userId, (list) =>
    list.some(({ id }) => id === pack.id)
      ? list.map((one) => (one.id === pack.id ? pack : one))
      : [...list.slice(0, place), pack, ...list.slice(place)],
  );
}

export function dropPack(userId: string, id: string): void {
  change(userId, (list) => list.filter((pack) => pack.id !== id));
}

/** Stops every download, and removes the user's list. */
export function forgetPacks(userId: string): void {
  const { userId: known, stops } = packs.getState();
  if (known === null || known === userId) {
    for (const stop of stops.values()) stop();
    packs.setState(nothing);
  }
  deviceStorage.setText(keyOf(userId), null);
}

/** Follows the list in other tabs. Returns a function that stops. */
export function watchPacks(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    const { userId } = packs.getState();
    if (userId !== null && (key === null || key === keyOf(userId))) packs.setState({ list: stored(userId) });
  };
  const stop = packs.subscribe(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    stop();
    window.removeEventListener("storage", onStorage);
  };
}

export function noteProgress(id: string, progress: PackProgress | null): void {
  packs.setState((state) => {
    const running = new Map(state.running);
    if (progress) running.set(id, progress);
    else running.delete(id);
    return { running };
  });
}

export const noteRenewing = noteIn("renewing");
export const noteLeaving = noteIn("leaving");

/** Adds an aircraft to a set, or takes it out. */
function noteIn(name: "renewing" | "leaving") {
  return (id: string, isIn: boolean): void => {
    packs.setState((state) => {
      const ids = new Set(state[name]);
      if (isIn) ids.add(id);
      else ids.delete(id);
      return { [name]: ids };
    });
  };
}

export function noteStop(id: string, stop: (() => void) | null): void {
  packs.setState((state) => {
    const stops = new Map(state.stops);
    if (stop) stops.set(id, stop);
    else stops.delete(id);
    return { stops };
  });
}

export function noteTurn(id: string, turn: Promise<void>): void {
  packs.setState(({ turns }) => ({ turns: new Map(turns).set(id, turn) }));
}
