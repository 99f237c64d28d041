// API paths of the page Account, which the first view does not load.
import type { queries } from "../../../shared/queries.ts";

type RouteOf<Name extends keyof typeof queries> = (typeof queries)[Name]["route"];

/** Routes of queries that it reads, or whose file the browser downloads. */
export const rareRoutes = {
  "account.export": "GET /api/account/export",
  "account.passkeys": "GET /api/account/passkeys",
  "account.secondFactor": "GET /api/account/second-factor",
} as const satisfies { [Name in keyof typeof queries]?: RouteOf<Name> };

/** The path of such a query. */
export function rarePath(name: keyof typeof rareRoutes): string {
  return rareRoutes[name].slice("GET ".length);
}
