// Notes that page and service worker share on a device: the signed-in user, an unfinished sign-out, and the user of the
// push subscription. Uses IndexedDB, because the worker cannot read local storage.
import type { SignOutMarker } from "../sync/sign-out.ts";

/** `session` is the session's mark; each sign-in creates one. */
export type SignedIn = { userId: string; session: string };

/** Push is on here for this user. Pushes carry `person`, a hash that only the server can compute. */
export type PushNote = {
  userId: string;
  person: string;
  publicKey: string;
  /** ISO time at which a lost subscription was last restored. */
  repairedAt?: string;
};

type Notes = { "signed-in": SignedIn; "sign-out": SignOutMarker; push: PushNote };

const STORE = "notes";

/** Reads a note; null when there is none. Rejects when the browser stores nothing. */
export async function deviceNote<Name extends keyof Notes>(name: Name): Promise<Notes[Name] | null> {
  const found = await inStore("readonly", (store) => store.get(name));
  return (found as Notes[Name] | undefined) ?? null;
}

/** Writes a note; null removes it. Resolves after the commit; rejects when the browser stores nothing. */
export async function setDeviceNote<Name extends keyof Notes>(name: Name, note: Notes[Name] | null): Promise<void> {
  await inStore("readwrite", (store) => (note === null ? store.delete(name) : store.put(note, name)));
}

/**
 * Removes the note if `matches` accepts it; returns whether it did. One transaction, so a note written meanwhile stays.
 */
export async function removeDeviceNote<Name extends keyof Notes>(
  name: Name,
  matches: (note: Notes[Name]) => boolean,
): Promise<boolean> {
  let wasRemoved = false;
  await inStore("readwrite", (store) => {
    const request = store.get(name);
    request.onsuccess = () => {
      const note = request.result as Notes[Name] | undefined;
      wasRemoved = note !== undefined && matches(note);
      if (wasRemoved) store.delete(name);
    };
    return request;
  });
  return wasRemoved;
}

async function inStore(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const db = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = db.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error("Not stored."));
    });
  } finally {
    db.close();
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("device", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("Not opened."));
  });
}
