// Files of the app that few people open: not stored with the shell, but from the second visit on, or once the device has a user.
import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from "workbox-core";
import { savesData } from "../device/save-data.ts";

const LATER = "later-files";

export function isLaterRequest(paths: readonly string[]): (asked: RouteMatchCallbackOptions) => boolean {
  const all = new Set(paths);
  return ({ url, sameOrigin }) => sameOrigin && all.has(url.pathname);
}

/** Answers from the cache first, and keeps what it fetches. Rejects without a network and without a copy. */
export async function answerLater({ request, event }: RouteHandlerCallbackOptions): Promise<Response> {
  const cache = await caches.open(LATER);
  const kept = await cache.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) event.waitUntil(cache.put(request.url, response.clone()).catch(() => undefined));
  return response;
}

/**
 * Keeps these files, one after the other, and removes those of earlier versions: their names have their hashes. Keeps none where the browser
 * saves data. Never rejects.
 */
export async function keepLater(paths: readonly string[]): Promise<void> {
  if (savesData()) return;
  try {
    const cache = await caches.open(LATER);
    const kept = new Map((await cache.keys()).map((request) => [new URL(request.url).pathname, request]));
    for (const path of paths) {
      if (kept.delete(path)) continue;
      const response = await fetch(new Request(new URL(path, location.href), { priority: "low" }));
      if (response.ok) await cache.put(response.url, response);
    }
    for (const old of kept.values()) await cache.delete(old, { ignoreVary: true });
  } catch {
    // Without a network, or without room. The next visit tries again, and each file is kept when it is opened.
  }
}
