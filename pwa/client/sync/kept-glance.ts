// What the first frame says of a person before their rows are open: favorites and unread messages as last shown here.
import { createStore } from "zustand/vanilla";
import { storedUser } from "../session/stored-session.ts";
import { deviceStorage, isObject, parsedJson } from "../storage/browser-storage.ts";

export interface Glance {
  /** Ids of aircraft. */
  favorites: readonly string[];
  unread: number;
}

/** A log-out removes what has the person's id in its key. */
const keyOf = (userId: string) => `glance:${userId}`;

type ReadGlance = { userId: string; text: string | null; glance: Glance | null };

const lastRead = createStore<ReadGlance>(() => ({ userId: "", text: null, glance: null }));

/** The same object until something else is kept. */
export function keptGlance(userId: string): Glance | null {
  const text = deviceStorage.text(keyOf(userId));
  const before = lastRead.getState();
  if (before.userId !== userId || before.text !== text)
    lastRead.setState({ userId, text, glance: parsedJson(text, isGlance) });
  return lastRead.getState().glance;
}

/** Keeps what the screen shows for the next start. Nothing is kept of a person who has left meanwhile. */
export function keepGlance(userId: string, { favorites, unread }: Glance): void {
  if (storedUser()?.id !== userId) return;
  deviceStorage.setJson(keyOf(userId), { favorites, unread });
}

export function forgetGlance(userId: string): void {
  deviceStorage.setText(keyOf(userId), null);
}

/** What is kept may have been written by an older version. */
function isGlance(value: unknown): value is Glance {
  if (!isObject(value)) return false;
  const { favorites, unread } = value;
  return Array.isArray(favorites) && favorites.every((id) => typeof id === "string") && typeof unread === "number";
}
