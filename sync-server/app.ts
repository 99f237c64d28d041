// The Koa app: middleware in the order it runs.
import Koa from "koa";
import Router from "@koa/router";
import { compressJson } from "./http/site/compress.ts";
import type { AppMiddleware, AppServices, RequestState } from "./http/context.ts";
import { demoMailRoute } from "./http/site/demo-mail.ts";
import { answerErrors, isSendersFault } from "./http/errors.ts";
import { setSecurityHeaders } from "./http/headers.ts";
import { healthRoute, readyRoute } from "./http/health.ts";
import { metricsRoute } from "./http/metrics-route.ts";
import { limitReads } from "./http/admission/read-limit.ts";
import { requestLog } from "./http/request-log.ts";
import { apiRouter, unmatched, type ApiRouter } from "./http/routes.ts";
import { securityLog } from "./http/security-log.ts";
import { site } from "./http/site/site.ts";
import { plainAddress } from "./http/admission/target.ts";

/** Creates the app with all routes. */
export function createApp(services: AppServices): Koa<RequestState> {
  const { config, log } = services;
  const app = new Koa<RequestState>();
  app.on("error", (error: unknown) => {
    if (!isSendersFault(error)) log.error({ err: error }, "an answer failed");
  });

  app.use(requestLog(services));
  app.use(setSecurityHeaders(services.securityHeaders));
  app.use(compressJson());
  app.use(securityLog(log));
  app.use(answerErrors(log));
  app.use(plainAddress());
  app.use(limitReads(config));

  const api = apiRouter(services);
  if (config.DEMO) named(api, "/api/demo/mail", demoMailRoute(services));
  app.use(privateByDefault());
  for (const extra of services.extra) app.use(extra);
  app.use(api.routes() as unknown as AppMiddleware);
  const noRoute = unmatched([api, ...services.extra.flatMap(routerOf)]);
  for (const folder of ["/api", "/calendar", "/objects", "/s3"]) app.use(onlyUnder(folder, noRoute));

  const health = new Router<RequestState>();
  named(health, "/healthz", healthRoute());
  named(health, "/readyz", readyRoute(services));
  named(health, "/metrics", metricsRoute(services));
  app.use(health.routes() as unknown as AppMiddleware);
  app.use(knownPaths(["/healthz", "/readyz", "/metrics"], unmatched([health])));

  app.use(site(services));
  return app;
}

/** A router's middleware carries the router it came from. */
function routerOf(middleware: AppMiddleware): ApiRouter[] {
  const { router } = middleware as { router?: ApiRouter };
  return router ? [router] : [];
}

function named(router: Router<RequestState>, path: string, middleware: AppMiddleware): void {
  router.get(path, (ctx, next) => {
    ctx.state.route = path;
    return middleware(ctx, next);
  });
}

/** Sends `Cache-Control: no-store` for API paths, unless a route sets another value. */
function privateByDefault(): AppMiddleware {
  return async function noStore(ctx, next) {
    if (/^\/(api|calendar|s3|objects|healthz|readyz|metrics)(\/|$)/.test(ctx.path))
      ctx.set("Cache-Control", "no-store");
    await next();
  };
}

function onlyUnder(folder: string, middleware: AppMiddleware): AppMiddleware {
  return (ctx, next) => (ctx.path === folder || ctx.path.startsWith(`${folder}/`) ? middleware(ctx, next) : next());
}

function knownPaths(paths: readonly string[], middleware: AppMiddleware): AppMiddleware {
  return (ctx, next) => (paths.includes(ctx.path) ? middleware(ctx, next) : next());
}
