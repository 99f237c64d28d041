// Keeps the index of all airfields across updates: its name has its hash, so a kept file is fetched again only after a change.
import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from "workbox-core";
import { savesData } from "../device/save-data.ts";

const AIRFIELDS = "airfields";

/** A pattern of the paths of the index in all versions: the file of one also answers for another without a network. */
export const AIRFIELDS_FILES = "/assets/airfields-*.json";

export function isAirfieldsFile(pathname: string): boolean {
  return /^\/assets\/airfields-[\w-]+\.json$/.test(pathname);
}

export function isAirfieldsRequest({ url, sameOrigin }: RouteMatchCallbackOptions): boolean {
  return sameOrigin && isAirfieldsFile(url.pathname);
}

/** Keeps the index before anybody searches, so that a search without a network finds all airfields. Never rejects. */
export async function keepAirfields(path: string): Promise<void> {
  if (savesData()) return;
  try {
    const { href } = new URL(path, location.href);
    const cache = await caches.open(AIRFIELDS);
    if (await cache.match(href, { ignoreVary: true })) return;
    const response = await fetch(new Request(href, { priority: "low" }));
    if (response.ok) await replaceWith(cache, href, response);
  } catch {
    // Without a network, or without room. The next visit tries again, and so does the first search.
  }
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
