// Pictures that shall be there without a network. The service worker answers from the same cache.
import { isPicture, keepPicture, PICTURES, trimPictures } from "../../device/picture-cache.ts";
import { whenQuiet } from "../sync/device.ts";
import { savesData } from "../api/save-data.ts";

/** Pictures fetched side by side. */
const SIDE_BY_SIDE = 3;
/** After this many new pictures the cache's size is looked at. */
const TRIM_AFTER = 30;

const wanted = new Set<string>();
const done = new Set<string>();
let isBusy = false;
let keptSinceTrim = TRIM_AFTER;

/** Puts pictures of this site into the pictures cache, quietly and later. */
export function keepPictures(urls: readonly string[]): void {
  if (typeof caches === "undefined") return;
  for (const url of urls.map(keptWidth)) if (isPicture(url) && !done.has(url)) wanted.add(url);
  if (wanted.size === 0 || isBusy) return;
  isBusy = true;
  whenQuiet(() => void keepAll(), 3_000);
}

/** Of an uploaded picture one width is kept, which stands in for the others without a network. */
function keptWidth(url: string): string {
  return url.startsWith("/objects/") ? `${url}?w=640` : url;
}

async function keepAll(): Promise<void> {
  try {
    const cache = await caches.open(PICTURES);
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => keepSome(cache)));
    if (keptSinceTrim >= TRIM_AFTER) {
      keptSinceTrim = 0;
      await trimPictures(cache);
    }
  } catch {
    // No cache to be had: pictures come from the network.
  } finally {
    isBusy = false;
  }
}

async function keepSome(cache: Cache): Promise<void> {
  for (const url of wanted) {
    wanted.delete(url);
    // One that is on the screen comes from the browser's own cache; sparing data, nothing else is fetched.
    const isKept = await keepPicture(cache, url, savesData() ? "only-if-cached" : "default");
    if (isKept) done.add(url);
    if (isKept === "new") keptSinceTrim += 1;
  }
}
