// Stores the signed-in user in the browser. It is read before the server answers, and is final while offline.
import { createStore } from "zustand/vanilla";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import type { SignOutMarker } from "../../device/sync/sign-out.ts";
import { deviceStorage, isObject, parsedJson } from "../storage/browser-storage.ts";

const userKey = "currentUser";
const tokenKey = "auth_token";
/** An unfinished sign-out: the server has not confirmed it, or rows are still on the device. */
const logoutKey = "logout-pending";
const parkKey = "rows-to-park";
/** A random value, created at each sign-in. It shows whether a response belongs to this session. */
const markKey = "session-mark";

/**
 * Values that storage could not take because it is blocked (private windows, strict settings) or full. They last as
 * long as the page.
 */
const memoryStore = createStore<{ values: Readonly<Record<string, string | null>> }>(() => ({ values: {} }));

function get(key: string): string | null {
  const held = memoryStore.getState().values[key];
  return held === undefined ? deviceStorage.text(key) : held;
}
function put(key: string, value: string | null) {
  const { [key]: _, ...others } = memoryStore.getState().values;
  memoryStore.setState({ values: deviceStorage.setText(key, value) ? others : { ...others, [key]: value } });
}

export function storedUser(): OwnUser | null {
  return parsedJson(get(userKey), isUser);
}

/** An older version may have written the stored value, so only the id is required. */
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

/** The mark of the current session; null for a guest. */
export function sessionMark(): string | null {
  return get(markKey);
}

/** Starts a session. Responses to earlier requests belong to another session. */
export function startSession() {
  put(markKey, crypto.randomUUID());
}

/** Gives the current session a mark if it has none, because an older version started it. */
export function ensureSessionMark() {
  if (sessionMark() === null) startSession();
}

/** A cookie that the server sets beside the session cookie, which scripts cannot read. */
const signedInCookie = "tailhour_signed_in";

/** False when nothing here indicates a session. A guest's start then sends no request. */
export function mayBeSignedIn(): boolean {
  return storedUser() !== null || storedToken() !== null || document.cookie.includes(`${signedInCookie}=1`);
}

/** Removes the user and the token. The theme and the drafts stay. */
export function clearStoredSession() {
  put(userKey, null);
  put(tokenKey, null);
  put(markKey, null);
  document.cookie = `${signedInCookie}=; Path=/; Max-Age=0; SameSite=Lax`;
}

/** An unfinished sign-out: the server has not confirmed it, or rows are still on the device. */
export function pendingSignOut(): SignOutMarker | null {
  const text = get(logoutKey);
  if (text === null) return null;
  const { userId, leave, wallet } = parsedJson(text, isObject) ?? {};
  if (typeof userId === "string")
    return { userId, leave: leave === "discard" ? "discard" : "keep", ...(wallet === "keep" && { wallet }) };
  put(logoutKey, null);
  return null;
}

export function setPendingSignOut(marker: SignOutMarker | null) {
  put(logoutKey, marker && JSON.stringify(marker));
}

/** Ids of users whose session ended and whose rows may still be on this device. */
export function usersToPark(): string[] {
  return (get(parkKey) ?? "").split(" ").filter(Boolean);
}

export function addUserToPark(userId: string) {
  put(parkKey, [...new Set([...usersToPark(), userId])].join(" "));
}

export function removeUserToPark(userId: string) {
  put(
    parkKey,
    usersToPark()
      .filter((one) => one !== userId)
      .join(" ") || null,
  );
}

/** Removes every stored value whose key contains the user id. */
export function clearUserStorage(userId: string) {
  for (const key of deviceStorage.keys()) if (key.includes(userId)) deviceStorage.setText(key, null);
}

/** True when another tab changed the stored user. */
export function isStoredUserChange(event: StorageEvent): boolean {
  return event.key === userKey || event.key === null;
}
