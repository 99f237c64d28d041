// Receives bytes, the only writes that are no command: pictures at addresses from `uploads.open`, parts of large
// files where they pass this server, and pages of papers.
// Also serves the reads of multipart uploads.
import Router from "@koa/router";
import { MAX_PAGE_BYTES } from "../../../shared/domain/eligibility/scan-rules.ts";
import { storedPart } from "../../../shared/domain/uploads.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import {
  ownMultipart,
  partsOf,
  requirePartNumber,
  takePart,
  type MultipartRow,
} from "../../domain/uploads/multipart.ts";
import { putPicture } from "../../domain/uploads/put-picture.ts";
import { receive, type Received } from "../../domain/uploads/receive.ts";
import { secondsLeft } from "../../domain/uploads/rows.ts";
import { sourceName } from "../../domain/uploads/store.ts";
import { putPage } from "../../domain/wallet/pages.ts";
import { authorise } from "../../writes/execute.ts";
import { readBytes } from "../body.ts";
import type { AppContext, AppMiddleware, AppServices, RequestState } from "../context.ts";
import { ownOrigin, requireOwnOrigin } from "../request.ts";
import { readSession } from "../session.ts";

/** A client silent for this long counts as disconnected. */
const SILENCE_MS = 60_000;

type Services = Pick<AppServices, "config" | "db" | "sealer" | "sessions" | "log" | "writes"> & {
  /** Counts each received picture: `stored`, or the code of a refusal. */
  counted(result: string, bytes: number): void;
};

export function uploadRoutes(services: Services): AppMiddleware {
  const router = new Router<RequestState>();
  const routes: [method: "GET" | "PUT", path: string, run: (ctx: AppContext, me: OwnUser) => Promise<void>][] = [
    ["PUT", "/api/objects/upload/:id", (ctx, me) => takePicture(services, ctx, me)],
    ["PUT", "/api/wallet/pages/:id", (ctx, me) => takePage(services, ctx, me)],
    ["GET", "/s3/multipart/:uploadId", (ctx, me) => listParts(services, ctx, me)],
    ["GET", "/s3/multipart/:uploadId/:partNumber", (ctx, me) => signPart(services, ctx, me)],
    ["PUT", "/s3/multipart/:uploadId/:partNumber", (ctx, me) => receivePart(services, ctx, me)],
  ];
  for (const [method, path, run] of routes)
    router.register(path, [method], async (ctx) => {
      ctx.state.route = path;
      if (method === "PUT") requireOwnOrigin(ctx.req, services.config);
      const session = await readSession(ctx, services);
      authorise({ access: "user" }, session?.me ?? null);
      await run(ctx, session!.me);
    });
  return router.routes() as unknown as AppMiddleware;
}

async function takePicture({ db, writes, counted }: Services, ctx: AppContext, me: OwnUser): Promise<void> {
  let size = 0;
  try {
    const named = { id: paramOf(ctx, "id"), length: lengthOf(ctx) };
    const stored = await putPicture({ db, uploads: writes.uploads, me }, named, async (most) => {
      const received = await receiveBody(ctx, writes.uploads.folder, most);
      size = received.size;
      return received;
    });
    counted("stored", size);
    // The uploader waits for an ETag.
    ctx.set("ETag", `"${stored}"`);
    ctx.body = {};
  } catch (error) {
    counted(error instanceof DomainError ? error.code : ctx.req.complete ? "fault" : "cut", size);
    throw error;
  }
}

/** Pages stay in memory until they are encrypted: no file has one in plain form. */
async function takePage({ db, sealer, writes, counted }: Services, ctx: AppContext, me: OwnUser): Promise<void> {
  let size = 0;
  try {
    await putPage({ db, me, sealer, pictures: writes.uploads.pictures }, paramOf(ctx, "id"), async () => {
      await writes.limits.countPage(me.id);
      const bytes = await readBytes(ctx.req, MAX_PAGE_BYTES);
      size = bytes.length;
      return bytes;
    });
    counted("stored", size);
    ctx.body = {};
  } catch (error) {
    counted(error instanceof DomainError ? error.code : ctx.req.complete ? "fault" : "cut", size);
    throw error;
  }
}

async function receiveBody(ctx: AppContext, folder: string, most: number): Promise<Received> {
  const { req } = ctx;
  // A body refused before its end removes the socket from the request.
  const { socket } = req;
  req.setTimeout(SILENCE_MS, () => req.destroy());
  try {
    return await receive(folder, req as AsyncIterable<Buffer>, most);
  } finally {
    // Removes the timeout: the client now waits, since pictures are processed one after another.
    socket.setTimeout(0);
  }
}

async function listParts({ db, writes }: Services, ctx: AppContext, me: OwnUser): Promise<void> {
  const row = await ownMultipart(db, namedIn(ctx), me.id);
  ctx.body = storedPart.array().parse(await partsOf(writes.uploads.store, row));
}

async function signPart({ config, db, writes }: Services, ctx: AppContext, me: OwnUser): Promise<void> {
  const part = requirePartNumber(paramOf(ctx, "partNumber"));
  const row = await ownMultipart(db, namedIn(ctx), me.id);
  const { direct } = writes.uploads.store;
  const expires = secondsLeft(row);
  const key = sourceName(row.id);
  const own = `${ownOrigin(ctx.req, config) ?? ""}/s3/multipart/${row.id}/${part}?key=${encodeURIComponent(key)}`;
  ctx.body = { url: direct ? await direct.signPart(key, row.storeId, part, expires) : own, expires };
}

async function receivePart({ db, writes }: Services, ctx: AppContext, me: OwnUser): Promise<void> {
  const part = requirePartNumber(paramOf(ctx, "partNumber"));
  let row: MultipartRow;
  try {
    row = await ownMultipart(db, namedIn(ctx), me.id);
  } catch (error) {
    if (error instanceof DomainError && error.code === "upload-expired") return answerExpired(ctx);
    throw error;
  }
  const { uploads } = writes;
  const take = (most: number) => receiveBody(ctx, uploads.folder, most);
  ctx.set("ETag", await takePart({ db, uploads }, row, { part, length: lengthOf(ctx) }, take));
  ctx.body = {};
}

/** Uses S3's error format, which the uploader checks before it retries. */
function answerExpired(ctx: AppContext): void {
  ctx.status = 403;
  ctx.type = "application/xml";
  ctx.body = "<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>";
}

/** Undefined for a chunked body without a length. */
function lengthOf({ req }: AppContext): number | undefined {
  const length = req.headers["content-length"];
  return length === undefined ? undefined : Number(length);
}

function paramOf(ctx: AppContext, name: string): string {
  return String((ctx.params as Record<string, string>)[name] ?? "").toLowerCase();
}

function namedIn(ctx: AppContext): { uploadId: string; key: string } {
  const { key } = ctx.query;
  if (typeof key !== "string" || key === "")
    throw new DomainError("invalid", { fields: { key: "The key is missing" } });
  return { uploadId: paramOf(ctx, "uploadId"), key };
}
