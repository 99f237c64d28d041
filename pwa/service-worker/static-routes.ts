// Tells the browser which requests need no code of the worker. They wait for no start of it, and a command of a page that is being left
// reaches the server even while the worker is busy: Chromium loses it there with the page. Other browsers ask the worker for each request.
import { paths } from "../device/transport/paths.ts";

/** `InstallEvent.addRoutes` (Service Workers, Static Routing API), which TypeScript's library does not declare. */
type Condition =
  | { urlPattern?: { pathname: string; search?: string }; requestMethod?: string; requestMode?: RequestMode }
  | { or: readonly Condition[] };
type Rule = { condition: Condition; source: "network" | "fetch-event" | { cacheName: string } };
export type InstallEvent = ExtendableEvent & { addRoutes?: (rules: readonly Rule[]) => Promise<void> };

/** Addresses at which Home opens from its copy; the second is the manifest's `start_url`. */
const homeSearches = ["", "source=home-screen"] as const;

const writes = ["POST", "PUT", "PATCH", "DELETE"].map((requestMethod) => ({ requestMethod }));
const at = (...pathnames: readonly string[]) => pathnames.map((pathname) => ({ urlPattern: { pathname } }));

export type Routed = {
  /** Name of the cache with this version's page at Home's own addresses. */
  homeCache: string;
  /** Name of the cache with the app's files at their addresses. */
  filesCache: string;
  /** Paths of files of the app in other caches. */
  elsewhere: readonly string[];
};

/** The browser takes the first rule that applies. A request that a cache cannot answer goes to the network. */
export function rulesFor({ homeCache, filesCache, elsewhere }: Routed): readonly Rule[] {
  return [
    { condition: { or: writes }, source: "network" },
    { condition: { or: at(`${paths.siteTexts}/*`, ...elsewhere) }, source: "fetch-event" },
    { condition: { or: at("/api/*", "/s3/*") }, source: "network" },
    { condition: { or: at("/assets/*") }, source: { cacheName: filesCache } },
    ...homeSearches.map((search): Rule => ({
      condition: { requestMode: "navigate", urlPattern: { pathname: "/", search } },
      source: { cacheName: homeCache },
    })),
  ];
}

const HOME = "home-";

/** Name of the cache of one version's Home. */
export function homeCacheOf(revision: string): string {
  return `${HOME}${revision}`;
}

/** Adds the rules where the browser knows them, and stores the page for Home. Never rejects: without rules the worker answers. */
export async function addStaticRoutes(event: InstallEvent, routed: Routed, page: Response | undefined): Promise<void> {
  if (!event.addRoutes || !page) return;
  try {
    const cache = await caches.open(routed.homeCache);
    for (const search of homeSearches)
      await cache.put(new URL(search === "" ? "/" : `/?${search}`, location.href).href, page.clone());
    await event.addRoutes(rulesFor(routed));
  } catch {
    // Without room, or a browser that knows other rules.
  }
}

/** Removes the pages of earlier versions, which no worker serves any more. */
export async function dropOtherHomes(homeCache: string): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(HOME) && name !== homeCache).map((name) => caches.delete(name)),
  );
}
