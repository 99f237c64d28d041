// Stores pictures for offline use in the cache from which the service worker answers.
import { createStore } from "zustand/vanilla";
import { isPicture, cachePicture, PICTURES, trimPictures } from "../../device/picture-cache.ts";
import { whenQuiet } from "../sync/device.ts";
import { savesData } from "../../device/save-data.ts";

/** Number of concurrent fetches. */
const CONCURRENT_FETCHES = 3;
/** After this many new pictures the cache is trimmed. */
const TRIM_AFTER = 30;

type PictureQueue = {
  wanted: ReadonlySet<string>;
  done: ReadonlySet<string>;
  isBusy: boolean;
  newSinceTrim: number;
};

const pictureQueue = createStore<PictureQueue>(() => ({
  wanted: new Set(),
  done: new Set(),
  isBusy: false,
  newSinceTrim: TRIM_AFTER,
}));

/** Adds pictures of this site to the pictures cache when the browser is idle. */
export function storeOfflinePictures(urls: readonly string[]): void {
  if (typeof caches === "undefined") return;
  const { wanted: before, done, isBusy } = pictureQueue.getState();
  const wanted = new Set([...before, ...urls.map(offlineUrl).filter((url) => isPicture(url) && !done.has(url))]);
  pictureQueue.setState({ wanted });
  if (wanted.size === 0 || isBusy) return;
  pictureQueue.setState({ isBusy: true });
  whenQuiet(() => void fetchWanted(), 3_000);
}

/** The URL of the one stored width of an uploaded picture. Offline it replaces the other widths. */
function offlineUrl(url: string): string {
  return url.startsWith("/objects/") ? `${url}?w=640` : url;
}

async function fetchWanted(): Promise<void> {
  try {
    const cache = await caches.open(PICTURES);
    await Promise.all(Array.from({ length: CONCURRENT_FETCHES }, () => fetchUntilEmpty(cache)));
    if (pictureQueue.getState().newSinceTrim >= TRIM_AFTER) {
      pictureQueue.setState({ newSinceTrim: 0 });
      await trimPictures(cache);
    }
  } catch {
    // The browser has no cache, so pictures come from the network.
  } finally {
    pictureQueue.setState({ isBusy: false });
  }
}

async function fetchUntilEmpty(cache: Cache): Promise<void> {
  for (let url = takeWanted(); url !== undefined; url = takeWanted()) {
    // To save data, only pictures in the browser's HTTP cache are copied; nothing is downloaded.
    const result = await cachePicture(cache, url, savesData() ? "only-if-cached" : "default");
    if (!result) continue;
    pictureQueue.setState(({ done, newSinceTrim }) => ({
      done: new Set([...done, url]),
      newSinceTrim: newSinceTrim + (result === "new" ? 1 : 0),
    }));
  }
}

/** Removes and returns the next URL; undefined when there is none. */
function takeWanted(): string | undefined {
  const [next, ...others] = pictureQueue.getState().wanted;
  if (next !== undefined) pictureQueue.setState({ wanted: new Set(others) });
  return next;
}
