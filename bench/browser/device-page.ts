// What the benchmarks run in a page: the product's device engines over IndexedDB, and the least that does the same.
import { commandCode } from "../../pwa/client/sync/command-code.ts";
import type { PackResult } from "../../pwa/device/catalogue/index/pack-job.ts";
import type { StartPackWorker } from "../../pwa/device/catalogue/index/worker-packing.ts";
import { openDevice } from "../../pwa/device/open-device.ts";
import { personEngine } from "../../pwa/device/person/person-engine.ts";
import { httpTransport } from "../../pwa/device/transport/http-transport.ts";

export type Card = { id: string };
type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** Milliseconds until the device engine has fetched, indexed and stored the catalogue. `worker` is the code that packs. @throws when cards are missing */
export async function keepCatalogue(fetch: Fetch, worker: string, size: number): Promise<number> {
  const startWorker: StartPackWorker = ({ onResult, failed }) => {
    const started = new Worker(URL.createObjectURL(new Blob([worker], { type: "text/javascript" })));
    started.onmessage = ({ data }: MessageEvent<PackResult>) => onResult(data);
    started.onerror = failed;
    return { post: (job) => started.postMessage(job), end: () => started.terminate() };
  };
  const from = performance.now();
  const { catalogue } = await openDevice({ fetch, limits: { rows: 1e6, bytes: 1e9 }, startWorker });
  await catalogue.refresh();
  const time = performance.now() - from;
  if (catalogue.summary().rows !== size) throw new Error("Not all cards are there.");
  return time;
}

/** Milliseconds until texts are stored. */
export async function keepTexts(texts: readonly string[]): Promise<number> {
  const db = await openRaw();
  const from = performance.now();
  await written(db, (store) => texts.forEach((text, place) => store.put(text, place)));
  return performance.now() - from;
}

/** Milliseconds until one prepared answer is fetched, parsed by id, and stored as it came. */
export async function keepPrepared(address: string, size: number): Promise<number> {
  const from = performance.now();
  const text = await (await fetch(address)).text();
  const cards = new Map((JSON.parse(text) as Card[]).map((card) => [card.id, card]));
  await written(await openRaw(), (store) => store.put(text, 0));
  const time = performance.now() - from;
  if (cards.size !== size) throw new Error("Not all cards are there.");
  return time;
}

/** Milliseconds until the engine has sent what waited in its outbox, and has stored the outcomes. Each text goes to one of the receivers. */
export async function replayOutbox(
  userId: string,
  receivers: readonly string[],
  texts: readonly string[],
): Promise<number> {
  let isOffline = false;
  const { engine, store } = personEngine({
    userId,
    commands: async () => commandCode,
    transport: httpTransport({ fetch: (...asked) => fetch(...asked) }),
    session: () => "bench",
    isOffline: () => isOffline,
  });
  await engine.start();
  await engine.trigger("online");
  isOffline = true;
  await Promise.all(
    texts.map((content, place) =>
      engine.queue("messages.send", { receiverId: receivers[place % receivers.length], content, aircraftId: null }),
    ),
  );
  const waiting = (await engine.outbox()).length;
  if (waiting !== texts.length) throw new Error(`${waiting} messages wait.`);
  isOffline = false;
  const from = performance.now();
  await engine.trigger("online");
  const time = performance.now() - from;
  const left = await engine.outbox();
  if (left.length > 0) throw new Error(`${left.length} messages were not sent: ${JSON.stringify(left[0])}`);
  engine.stop();
  store.close();
  return time;
}

/** Milliseconds until rows that wait in IndexedDB are read, posted to the minimal server in two halves, and removed. */
export async function replayRows(
  address: string,
  receivers: readonly string[],
  texts: readonly string[],
): Promise<number> {
  const db = await openRaw();
  await written(db, (store) =>
    texts.forEach((content, place) =>
      store.put({ from: "from", to: receivers[place % receivers.length], content }, place),
    ),
  );
  const from = performance.now();
  const rows = await new Promise<unknown[]>((resolve, reject) => {
    const reading = db.transaction("kept").objectStore("kept").getAll();
    reading.onsuccess = () => resolve(reading.result);
    reading.onerror = () => reject(reading.error ?? new Error("The raw store was not read."));
  });
  const half = rows.length / 2;
  for (const part of [rows.slice(0, half), rows.slice(half)])
    await (await fetch(address, { method: "POST", body: JSON.stringify(part) })).text();
  await written(db, (store) => store.clear());
  return performance.now() - from;
}

function openRaw(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("raw");
    opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error("The raw store did not open."));
  });
}

function written(db: IDBDatabase, write: (store: IDBObjectStore) => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const writing = db.transaction("kept", "readwrite");
    write(writing.objectStore("kept"));
    writing.oncomplete = () => resolve();
    writing.onerror = () => reject(writing.error ?? new Error("The raw store was not written."));
  });
}
