// Serves pictures from the cache first, then from packs. Uploads never change; bundled pictures may, so old copies are renewed in the background.
import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from "workbox-core";
import { isImage, isPicture, PICTURES, trimPictures } from "../device/picture-cache.ts";

/** Milliseconds after which a bundled picture is fetched again. */
const RENEW_AFTER_MS = 7 * 24 * 60 * 60_000;
/** The cache is trimmed after this many new pictures. */
const TRIM_AFTER = 30;
let newSinceTrim = 0;

export function isPictureRequest({ url, sameOrigin, request }: RouteMatchCallbackOptions): boolean {
  return sameOrigin && request.mode !== "navigate" && isPicture(url.pathname);
}

/** Offline it answers with another width of the same picture. Rejects when neither the cache nor a pack has one. */
export async function answerPicture({ request, event }: RouteHandlerCallbackOptions): Promise<Response> {
  const cache = await caches.open(PICTURES);
  // A picture comes in several formats; any cached one will do.
  const cached = await cache.match(request, { ignoreVary: true });
  if (cached) {
    if (isOld(cached)) event.waitUntil(fetchAndCache(cache, request).catch(() => undefined));
    return cached;
  }
  try {
    const response = await fetch(request);
    // A pack keeps its own copy.
    if (request.cache !== "no-store") event.waitUntil(cacheResponse(cache, request, response.clone()));
    return response;
  } catch (error) {
    const other =
      (await caches.match(request, { ignoreVary: true })) ??
      (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) ??
      (await caches.match(request, { ignoreSearch: true, ignoreVary: true }));
    if (other) return other;
    throw error;
  }
}

async function fetchAndCache(cache: Cache, request: Request): Promise<void> {
  await cacheResponse(cache, request, await fetch(request.url, { cache: "no-cache" }));
}

async function cacheResponse(cache: Cache, request: Request, response: Response): Promise<void> {
  if (!response.ok || response.status === 206 || !isImage(response)) return;
  try {
    await cache.put(request, response);
    newSinceTrim += 1;
    if (newSinceTrim < TRIM_AFTER) return;
    newSinceTrim = 0;
    await trimPictures(cache);
  } catch {
    // No room: the picture was shown but is not cached.
  }
}

function isOld(cached: Response): boolean {
  const at = Date.parse(cached.headers.get("Date") ?? "");
  return new URL(cached.url).pathname.startsWith("/illustrations/") && Date.now() - at > RENEW_AFTER_MS;
}
