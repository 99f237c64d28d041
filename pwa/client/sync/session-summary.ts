// Stores each user's favorites, booked aircraft and unread count. The next start draws them before the rows are open.
import { createStore } from "zustand/vanilla";
import { storedUser } from "../session/stored-session.ts";
import { deviceStorage, isObject, parsedJson } from "../storage/browser-storage.ts";

export type SessionSummary = {
  /** Ids of aircraft. */
  favorites: readonly string[];
  /** Ids of aircraft with an accepted flight to come. An older version stored none. */
  booked?: readonly string[];
  /** Ids of owners whose aircraft are hidden from the user. An older version stored none. */
  hidden?: readonly string[];
  unread: number;
};

/** Existing devices and `/theme.js` use this key. Sign-out removes every key that contains the user id. */
const keyOf = (userId: string) => `glance:${userId}`;

type LastRead = { userId: string; text: string | null; summary: SessionSummary | null };

const lastRead = createStore<LastRead>(() => ({ userId: "", text: null, summary: null }));

/** The stored summary, or null. Returns the same object until the stored text changes. */
export function storedSessionSummary(userId: string): SessionSummary | null {
  const text = deviceStorage.text(keyOf(userId));
  const before = lastRead.getState();
  if (before.userId !== userId || before.text !== text)
    lastRead.setState({ userId, text, summary: parsedJson(text, isSessionSummary) });
  return lastRead.getState().summary;
}

/** Stores the summary for the next start. Does nothing after the user has signed out. */
export function storeSessionSummary(userId: string, summary: SessionSummary): void {
  if (storedUser()?.id !== userId) return;
  deviceStorage.setJson(keyOf(userId), summary);
}

export function clearSessionSummary(userId: string): void {
  deviceStorage.setText(keyOf(userId), null);
}

/** An older version may have written the stored value, so its shape is checked. */
function isSessionSummary(value: unknown): value is SessionSummary {
  if (!isObject(value)) return false;
  const { favorites, booked = [], hidden = [], unread } = value;
  return [favorites, booked, hidden].every(isIds) && typeof unread === "number";
}

function isIds(value: unknown): boolean {
  return Array.isArray(value) && value.every((id) => typeof id === "string");
}
