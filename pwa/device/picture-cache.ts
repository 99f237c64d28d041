// The picture cache of page and service worker: what it stores, and how its size stays limited.

/** Its name in the browser's cache storage. */
export const PICTURES = "pictures";

const MAX_PICTURES = 600;
const MAX_BYTES = 60_000_000;
/** Assumed bytes of an answer without a length. */
const ASSUMED_BYTES = 60_000;

/** Whether an address of this site is a picture worth keeping: bundled ones and uploads. */
export function isPicture(url: string): boolean {
  return url.startsWith("/illustrations/") || url.startsWith("/objects/");
}

/**
 * Fetches a picture into the cache: `new`, `known` when it was there, false when it could not be had. Throws when the
 * cache cannot be written.
 */
export async function cachePicture(cache: Cache, url: string, mode: RequestCache): Promise<"new" | "known" | false> {
  if (await cache.match(url, { ignoreVary: true })) return "known";
  const response = await fetch(url, { cache: mode, mode: "same-origin" }).catch(() => null);
  if (!response?.ok || !isImage(response)) return false;
  await cache.put(url, response);
  return "new";
}

export function isImage(response: Response): boolean {
  return response.headers.get("Content-Type")?.startsWith("image/") ?? false;
}

/** Evicts the oldest pictures when there are too many or they are too large together. */
export async function trimPictures(cache: Cache, most = MAX_PICTURES, mostBytes = MAX_BYTES): Promise<void> {
  const requests = await cache.keys();
  // Both lists are in insertion order.
  const responses = await cache.matchAll();
  let bytes = responses.reduce((sum, response) => sum + bytesOf(response), 0);
  let count = requests.length;
  if (count <= most && bytes <= mostBytes) return;
  // Evicts a tenth more than needed, so that the next picture does not trim again.
  for (let at = 0; at < requests.length && (count > most * 0.9 || bytes > mostBytes * 0.9); at++) {
    await cache.delete(requests[at]!);
    count -= 1;
    bytes -= bytesOf(responses[at]!);
  }
}

function bytesOf(response: Response): number {
  return Number(response.headers.get("Content-Length")) || ASSUMED_BYTES;
}
