// Pictures that shall be there without a network. The service worker answers from the same cache.
import { createStore } from "zustand/vanilla";
import { isPicture, keepPicture, PICTURES, trimPictures } from "../../device/picture-cache.ts";
import { whenQuiet } from "../sync/device.ts";
import { savesData } from "../api/save-data.ts";

/** Pictures fetched side by side. */
const SIDE_BY_SIDE = 3;
/** After this many new pictures the cache's size is looked at. */
const TRIM_AFTER = 30;

type PictureQueue = {
  wanted: ReadonlySet<string>;
  done: ReadonlySet<string>;
  isBusy: boolean;
  keptSinceTrim: number;
};

const pictureQueue = createStore<PictureQueue>(() => ({
  wanted: new Set(),
  done: new Set(),
  isBusy: false,
  keptSinceTrim: TRIM_AFTER,
}));

/** Puts pictures of this site into the pictures cache, quietly and later. */
export function keepPictures(urls: readonly string[]): void {
  if (typeof caches === "undefined") return;
  const { wanted: before, done, isBusy } = pictureQueue.getState();
  const wanted = new Set([...before, ...urls.map(keptWidth).filter((url) => isPicture(url) && !done.has(url))]);
  pictureQueue.setState({ wanted });
  if (wanted.size === 0 || isBusy) return;
  pictureQueue.setState({ isBusy: true });
  whenQuiet(() => void keepAll(), 3_000);
}

/** Stores one width of each uploaded picture, which replaces the others offline. */
function keptWidth(url: string): string {
  return url.startsWith("/objects/") ? `${url}?w=640` : url;
}

async function keepAll(): Promise<void> {
  try {
    const cache = await caches.open(PICTURES);
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => keepSome(cache)));
    if (pictureQueue.getState().keptSinceTrim >= TRIM_AFTER) {
      pictureQueue.setState({ keptSinceTrim: 0 });
      await trimPictures(cache);
    }
  } catch {
    // No cache to be had: pictures come from the network.
  } finally {
    pictureQueue.setState({ isBusy: false });
  }
}

async function keepSome(cache: Cache): Promise<void> {
  for (let url = takeWanted(); url !== undefined; url = takeWanted()) {
    // One that is on the screen comes from the browser's own cache; sparing data, nothing else is fetched.
    const isKept = await keepPicture(cache, url, savesData() ? "only-if-cached" : "default");
    if (!isKept) continue;
    pictureQueue.setState(({ done, keptSinceTrim }) => ({
      done: new Set([...done, url]),
      keptSinceTrim: keptSinceTrim + (isKept === "new" ? 1 : 0),
    }));
  }
}

/** Takes the next one exclusively; undefined when there is none. */
function takeWanted(): string | undefined {
  const [next, ...others] = pictureQueue.getState().wanted;
  if (next !== undefined) pictureQueue.setState({ wanted: new Set(others) });
  return next;
}
