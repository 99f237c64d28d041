// Keeps the index of all airfields across updates: its name has its hash, so a kept file is fetched again only after a change.
import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from "workbox-core";

const AIRFIELDS = "airfields";

export function isAirfieldsRequest({ url, sameOrigin }: RouteMatchCallbackOptions): boolean {
  return sameOrigin && /^\/assets\/airfields-[\w-]+\.json$/.test(url.pathname);
}

/** Answers from the cache first. Where the file cannot be fetched, an earlier one answers; rejects when there is none. */
export async function answerAirfields({ request, event }: RouteHandlerCallbackOptions): Promise<Response> {
  const cache = await caches.open(AIRFIELDS);
  const kept = await cache.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request).catch(() => Response.error());
  if (response.ok) {
    event.waitUntil(replaceWith(cache, request.url, response.clone()).catch(() => undefined));
    return response;
  }
  const [earlier] = await cache.matchAll();
  return earlier ?? response;
}

/** Rejects when there is no room: the page has the index, but not after a restart without a network. */
async function replaceWith(cache: Cache, url: string, response: Response): Promise<void> {
  await cache.put(url, response);
  const others = (await cache.keys()).filter((other) => other.url !== url);
  await Promise.all(others.map((other) => cache.delete(other, { ignoreVary: true })));
}
