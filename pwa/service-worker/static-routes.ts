// Tells the browser which requests need no code of the worker, so that they never wait for it. A change of a page that is being left
// reaches the server even while the worker is busy: otherwise Chromium loses it with the page. Other browsers ask the worker for each request.
import { apiPatterns, paths } from "../device/transport/paths.ts";

/** `InstallEvent.addRoutes` (Service Workers, Static Routing API), which TypeScript's library does not declare. */
type Condition = { or: readonly ({ urlPattern: { pathname: string } } | { requestMethod: string })[] };
export type Rule = { condition: Condition; source: "network" | "fetch-event" | { cacheName: string } };
export type InstallEvent = ExtendableEvent & { addRoutes?: (rules: readonly Rule[]) => Promise<void> };

/** The worker answers requests of no other method than GET. */
const otherMethods = ["HEAD", "POST", "PUT", "PATCH", "DELETE"].map((requestMethod) => ({ requestMethod }));
const at = (...pathnames: readonly string[]) => pathnames.map((pathname) => ({ urlPattern: { pathname } }));

/**
 * Adds the rules where the browser knows them; never rejects. `filesCache` names the cache of the app's files. `elsewhere` are patterns of
 * paths of files that other caches have. The browser takes the first rule that applies, and the network for what a cache lacks.
 */
export async function addStaticRoutes(
  event: InstallEvent,
  filesCache: string,
  elsewhere: readonly string[],
): Promise<void> {
  try {
    await event.addRoutes?.([
      { condition: { or: otherMethods }, source: "network" },
      { condition: { or: at(`${paths.siteTexts}/*`, ...elsewhere) }, source: "fetch-event" },
      { condition: { or: at(...apiPatterns) }, source: "network" },
      { condition: { or: at("/assets/*") }, source: { cacheName: filesCache } },
    ]);
  } catch {
    // A browser that knows other rules.
  }
}
