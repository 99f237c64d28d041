// Who is signed in on this device, told by the page to the service worker, which cannot read what pages keep. A plain
// object store outside of anybody's own database.

/** The mark is that of the session; each sign-in has its own. */
export type SignedIn = { userId: string; session: string };

const STORE = "notes";
const KEY = "signed-in";

/** Null for a guest. Rejects when the browser keeps nothing. */
export async function signedInOnDevice(): Promise<SignedIn | null> {
  const found = await inStore("readonly", (store) => store.get(KEY));
  return (found as SignedIn | undefined) ?? null;
}

/** Null for a guest. Resolves once it is kept; rejects when the browser keeps nothing. */
export async function noteSignedIn(note: SignedIn | null): Promise<void> {
  await inStore("readwrite", (store) => (note === null ? store.delete(KEY) : store.put(note, KEY)));
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
