// The few words that page and service worker share outside of anybody's own database: who is signed in on this device,
// a sign-out that is not finished, and for whom this browser is told by push. A plain object store; the worker cannot read what pages keep elsewhere.
import type { SignOutMarker } from "../sync/sign-out.ts";

/** The mark is that of the session; each sign-in has its own. */
export type SignedIn = { userId: string; session: string };

/** Push is on here for this person. Their pushes carry `person`, a hash that only the server can make. */
export type PushNote = {
  userId: string;
  person: string;
  publicKey: string;
  /** ISO time at which a subscription that was lost was last brought back. */
  repairedAt?: string;
};

type Notes = { "signed-in": SignedIn; "sign-out": SignOutMarker; push: PushNote };

const STORE = "notes";

/** Null when there is none. Rejects when the browser keeps nothing. */
export async function deviceNote<Name extends keyof Notes>(name: Name): Promise<Notes[Name] | null> {
  const found = await inStore("readonly", (store) => store.get(name));
  return (found as Notes[Name] | undefined) ?? null;
}

/** Null removes it. Resolves once it is kept; rejects when the browser keeps nothing. */
export async function noteOnDevice<Name extends keyof Notes>(name: Name, note: Notes[Name] | null): Promise<void> {
  await inStore("readwrite", (store) => (note === null ? store.delete(name) : store.put(note, name)));
}

/** Removes the note if it is the one that is meant; true when it was. Both in one transaction: a note written meanwhile stays. */
export async function dropNote<Name extends keyof Notes>(
  name: Name,
  isMeant: (note: Notes[Name]) => boolean,
): Promise<boolean> {
  let wasMeant = false;
  await inStore("readwrite", (store) => {
    const asked = store.get(name);
    asked.onsuccess = () => {
      const note = asked.result as Notes[Name] | undefined;
      wasMeant = note !== undefined && isMeant(note);
      if (wasMeant) store.delete(name);
    };
    return asked;
  });
  return wasMeant;
}

async function inStore(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const db = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = db.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error("The note was not kept."));
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
    request.onerror = () => reject(request.error ?? new Error("The browser keeps nothing here."));
  });
}
