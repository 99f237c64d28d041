// Serves stored pictures in the width and format that fit the client.
import Router from "@koa/router";
import type { Knex } from "knex";
import { objectPath, pictureFormats, type PictureFormat } from "../../../shared/domain/uploads-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { readableObject } from "../../domain/uploads/queries.ts";
import { pictureName } from "../../domain/uploads/store.ts";
import { mimeOf, type ObjectRow } from "../../domain/uploads/pictures.ts";
import type { AppContext, AppMiddleware, RequestState } from "../context.ts";
import type { ObjectStore } from "../../kit/upload-services.ts";

const FOREVER = "public, max-age=31536000, immutable";

/** `GET /objects/:id`: `?w=` selects a width, `?f=` a format; without `f`, `Accept` decides. */
export function objectRoutes({ db, store }: { db: Knex; store: ObjectStore }): AppMiddleware {
  const router = new Router<RequestState>();
  router.get("/objects/:id", async (ctx) => {
    ctx.state.route = objectPath(":id");
    const wanted = wantedIn(ctx);
    const row = await readableObject(db, ctx.params.id ?? "");
    const width = fittingWidth(row.widths, wanted.width);
    const format = wanted.format ?? acceptedFormat(ctx, row);
    const etag = `"${row.id.slice(-12)}-${width}-${format}"`;
    ctx.status = 200;
    ctx.set("ETag", etag);
    if (wanted.format === undefined) ctx.vary("Accept");
    ctx.set("Cache-Control", FOREVER);
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    await sendFile(ctx, store, row, width, format);
  });
  return router.routes() as unknown as AppMiddleware;
}

async function sendFile(
  ctx: AppContext,
  store: ObjectStore,
  row: ObjectRow,
  width: number,
  format: PictureFormat,
): Promise<void> {
  const found = await store.open(pictureName(row.id, width, format)).catch((error: unknown) => {
    // Keeps an error answer out of the cache, which would hold it for a year.
    withoutCaching(ctx);
    throw error;
  });
  if (!found) {
    withoutCaching(ctx);
    throw new DomainError("not-found");
  }
  ctx.type = mimeOf(format);
  ctx.length = found.size;
  if (ctx.method === "HEAD") found.body.destroy();
  ctx.body = found.body;
  ctx.length = found.size;
}

function withoutCaching(ctx: AppContext): void {
  ctx.remove("ETag");
  ctx.set("Cache-Control", "no-store");
}

type Wanted = { width: number | undefined; format: PictureFormat | undefined };

/** @throws DomainError invalid */
function wantedIn(ctx: AppContext): Wanted {
  const { w, f } = ctx.query;
  const fields: Record<string, string> = {};
  if (w !== undefined && !(typeof w === "string" && /^[1-9]\d{0,4}$/.test(w))) fields.w = "Enter a width in pixels";
  const format = pictureFormats.find((one) => one === f);
  if (f !== undefined && format === undefined) fields.f = `Choose one of ${pictureFormats.join(", ")}`;
  if (Object.keys(fields).length > 0) throw new DomainError("invalid", { fields });
  return { width: w === undefined ? undefined : Number(w), format };
}

/** Returns the narrowest width that is wide enough, else the widest. */
function fittingWidth(widths: readonly number[], wanted: number | undefined): number {
  const sorted = [...widths].sort((a, b) => a - b);
  return (wanted === undefined ? undefined : sorted.find((width) => width >= wanted)) ?? sorted.at(-1)!;
}

/** Only named formats count: a client that accepts anything gets JPEG, which every client can show. */
function acceptedFormat(ctx: AppContext, { hasAvif }: ObjectRow): PictureFormat {
  const accept = ctx.get("Accept");
  const takes = (format: PictureFormat) => accept.includes(mimeOf(format)) && ctx.accepts(mimeOf(format)) !== false;
  return pictureFormats.find((format) => takes(format) && (format !== "avif" || hasAvif)) ?? "jpeg";
}
