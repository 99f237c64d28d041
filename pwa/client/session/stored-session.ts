// What the browser keeps about who is signed in: read before the server is asked, and the truth while offline.
import { createStore } from "zustand/vanilla";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import type { SignOutMarker } from "../../device/sync/sign-out.ts";
import { deviceStorage, isObject, parsedJson } from "../storage/browser-storage.ts";

const userKey = "currentUser";
const tokenKey = "auth_token";
/** An unfinished sign-out: the server has not confirmed it, or rows are still on the device. */
const logoutKey = "logout-pending";
const parkKey = "rows-to-park";
/** A word made anew at each sign-in, so that an answer to an older session is told from one to this. */
const markKey = "session-mark";

/** Storage may be closed (private windows, strict settings) or full: the session then lives in memory and in the cookie. */
const inMemory = createStore<{ values: Readonly<Record<string, string | null>> }>(() => ({ values: {} }));

function get(key: string): string | null {
  const held = inMemory.getState().values[key];
  return held === undefined ? deviceStorage.text(key) : held;
}
function put(key: string, value: string | null) {
  const { [key]: _, ...others } = inMemory.getState().values;
  inMemory.setState({ values: deviceStorage.setText(key, value) ? others : { ...others, [key]: value } });
}

export function storedUser(): OwnUser | null {
  return parsedJson(get(userKey), isUser);
}

/** What is stored may have been written by an older version: the id is all that has to be there. */
function isUser(value: unknown): value is OwnUser {
  return isObject(value) && typeof value["id"] === "string";
}

export function storedToken(): string | null {
  return get(tokenKey);
}

export function storeUser(user: OwnUser) {
  put(userKey, JSON.stringify(user));
}

export function storeToken(token: string | undefined) {
  if (token) put(tokenKey, token);
}

/** The mark of the session this device has now; null for a guest. */
export function sessionMark(): string | null {
  return get(markKey);
}

/** A user signed in: answers still in flight belong to an earlier session. */
export function startSession() {
  put(markKey, crypto.randomUUID());
}

/** A session that came without a sign-in here, such as one from before, gets its mark late. */
export function ensureSessionMark() {
  if (sessionMark() === null) startSession();
}

/** Set by the server beside its session cookie, which a page cannot see. */
const mark = "tailhour_signed_in";

/** False when nothing here speaks for a session: a guest's start then asks the server nothing. */
export function mayBeSignedIn(): boolean {
  return storedUser() !== null || storedToken() !== null || document.cookie.includes(`${mark}=1`);
}

/** Removes the person and the token; the theme and what was typed and not sent stay. */
export function clearStoredSession() {
  put(userKey, null);
  put(tokenKey, null);
  put(markKey, null);
  document.cookie = `${mark}=; Path=/; Max-Age=0; SameSite=Lax`;
}

/** A sign-out that is not finished: the server has not heard of it, or rows are still on the device. */
export function pendingSignOut(): SignOutMarker | null {
  const text = get(logoutKey);
  if (text === null) return null;
  const { userId, leave } = parsedJson(text, isObject) ?? {};
  if (typeof userId === "string") return { userId, leave: leave === "discard" ? "discard" : "keep" };
  put(logoutKey, null);
  return null;
}

export function setPendingSignOut(marker: SignOutMarker | null) {
  put(logoutKey, marker && JSON.stringify(marker));
}

/** People whose session ended and whose rows are perhaps still on this device. */
export function personsToPark(): string[] {
  return (get(parkKey) ?? "").split(" ").filter(Boolean);
}

export function parkLater(userId: string) {
  put(parkKey, [...new Set([...personsToPark(), userId])].join(" "));
}

export function forgetParked(userId: string) {
  put(
    parkKey,
    personsToPark()
      .filter((one) => one !== userId)
      .join(" ") || null,
  );
}

/** Removes what parts of the app keep for one person beside the database: every entry whose key names them. */
export function clearNotesOf(userId: string) {
  for (const key of deviceStorage.keys()) if (key.includes(userId)) deviceStorage.setText(key, null);
}

/** True for changes that another tab made to the stored person. */
export function isStoredUserChange(event: StorageEvent): boolean {
  return event.key === userKey || event.key === null;
}
