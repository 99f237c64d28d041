// What the first frame says of a person before their rows are open: favorites and unread messages as last shown here.
import { storedUser } from "../session/stored-session.ts";

export interface Glance {
  /** Ids of aircraft. */
  favorites: readonly string[];
  unread: number;
}

/** A log-out removes what has the person's id in its key. */
const keyOf = (userId: string) => `glance:${userId}`;

let read: { userId: string; text: string | null; glance: Glance | null } | null = null;

/** The same object until something else is kept. */
export function keptGlance(userId: string): Glance | null {
  const text = stored(userId);
  if (read?.userId !== userId || read.text !== text) read = { userId, text, glance: parsed(text) };
  return read.glance;
}

/** Keeps what the screen shows for the next start. Nothing is kept of a person who has left meanwhile. */
export function keepGlance(userId: string, { favorites, unread }: Glance): void {
  if (storedUser()?.id !== userId) return;
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ favorites, unread }));
  } catch {
    // Storage is closed or full: the next start shows nothing ahead of the rows.
  }
}

export function forgetGlance(userId: string): void {
  try {
    localStorage.removeItem(keyOf(userId));
  } catch {
    // Storage is closed, so nothing was kept either.
  }
}

function stored(userId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId));
  } catch {
    return null;
  }
}

/** What is kept may have been written by an older version. */
function parsed(text: string | null): Glance | null {
  try {
    const { favorites, unread } = JSON.parse(text ?? "null") as Partial<Glance>;
    const isList = Array.isArray(favorites) && favorites.every((id) => typeof id === "string");
    return isList && typeof unread === "number" ? { favorites, unread } : null;
  } catch {
    return null;
  }
}
