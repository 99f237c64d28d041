// Keeps the texts about this site, so that terms and help open without a network: from the network first, else the copy.
import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from "workbox-core";
import { textPages } from "../../shared/pages.ts";
import { paths } from "../device/transport/paths.ts";

const TEXTS = "site-texts";

export function isTextRequest({ url, sameOrigin, request }: RouteMatchCallbackOptions): boolean {
  return sameOrigin && request.method === "GET" && url.pathname.startsWith(`${paths.siteTexts}/`);
}

/** Rejects without a network and without a copy. */
export async function answerText({ request, event }: RouteHandlerCallbackOptions): Promise<Response> {
  const cache = await caches.open(TEXTS);
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(cache.put(request.url, response.clone()).catch(() => undefined));
    return response;
  } catch (error) {
    const copy = await cache.match(request.url);
    if (copy) return copy;
    throw error;
  }
}

/** Fetches all texts once the worker is active: about 6 kB, after the first load. Never rejects. */
export async function storeTexts(): Promise<void> {
  try {
    const cache = await caches.open(TEXTS);
    await cache.addAll(Object.keys(textPages).map((name) => `${paths.siteTexts}/${name}`));
  } catch {
    // Without a network, or without room. Each text is stored when it is read.
  }
}
