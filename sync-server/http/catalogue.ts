// Serves the catalogue: the manifest, and immutable files.
import Router from "@koa/router";
import { DomainError } from "../../shared/kit/errors.ts";
import type { Catalogue, FileKind } from "../catalogue/catalogue.ts";
import type { AppContext, AppMiddleware, RequestState } from "./context.ts";

const FOREVER = "public, max-age=31536000, immutable";

/** `GET /api/catalogue`, `/api/catalogue/:bucket/base/:n` and `/segment/:n`; always gzip. */
export function catalogueRoutes(catalogue: Pick<Catalogue, "manifest" | "generation" | "file">): AppMiddleware {
  const router = new Router<RequestState>();
  router.get("/api/catalogue", (ctx) => {
    ctx.state.route = "/api/catalogue";
    const { body, etag } = catalogue.manifest();
    ctx.set("Cache-Control", "public, max-age=5");
    ctx.set("ETag", etag);
    ctx.status = 200;
    if (ctx.fresh) ctx.status = 304;
    else sendGzip(ctx, body);
  });
  const kinds: readonly FileKind[] = ["base", "segment"];
  for (const kind of kinds) {
    const path = `/api/catalogue/:bucket/${kind}/:n`;
    router.get(path, async (ctx) => {
      ctx.state.route = path;
      const { bucket = "", n = "" } = ctx.params;
      const isOtherGeneration = ctx.query.g !== undefined && ctx.query.g !== catalogue.generation();
      if (isOtherGeneration || !/^[1-9]\d{0,8}$/.test(n)) throw new DomainError("not-found");
      const body = await catalogue.file(kind, bucket, Number(n));
      if (!body) throw new DomainError("not-found");
      // Without the generation an address is not immutable: numbers start again after a reset.
      ctx.set("Cache-Control", ctx.query.g === undefined ? "no-cache" : FOREVER);
      ctx.status = 200;
      sendGzip(ctx, body);
    });
  }
  router.all(["/api/catalogue", ...kinds.map((kind) => `/api/catalogue/:bucket/${kind}/:n`)], (ctx) => {
    ctx.set("Allow", "GET, HEAD");
    throw new DomainError("method-not-allowed");
  });
  return router.routes() as unknown as AppMiddleware;
}

function sendGzip(ctx: AppContext, body: Buffer): void {
  ctx.set("Content-Type", "application/json; charset=utf-8");
  ctx.set("Content-Encoding", "gzip");
  ctx.body = body;
}
