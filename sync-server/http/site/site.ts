// Serves everything except the API: the app's files, and its pages with the data of the first screen.
import { createHash } from "node:crypto";
import { DomainError } from "../../../shared/kit/errors.ts";
import { chosenEncoding, compressPage } from "./compress.ts";
import type { AppContext, AppMiddleware, AppServices, PageAnswer } from "../context.ts";
import { hasFile, sendFile } from "./files.ts";
import { replacementOf } from "./retired-drawings.ts";

/** Folders of files and API calls: a missing entry gets a JSON 404, never a page. */
const noPages = /^\/(api|assets|objects|s3|illustrations|icons|screenshots)(\/|$)/;

/** Serves files first, then pages. Pages are the same for every user; the API serves personal data. */
export function site({ webRoot, renderPage }: Pick<AppServices, "webRoot" | "renderPage">): AppMiddleware {
  const prepared = preparedPages();
  const isPage = async (path: string) => !noPages.test(path) && (await renderPage(path)).status === 200;
  return async function siteRoute(ctx) {
    ctx.state.route = "file";
    if (!isReading(ctx)) {
      if (!(await hasFile(webRoot, ctx.path)) && !(await isPage(ctx.path))) throw new DomainError("not-found");
      ctx.set("Allow", "GET, HEAD");
      throw new DomainError("method-not-allowed");
    }
    if (ctx.path !== "/" && (await sendFile(ctx, webRoot, ctx.path))) return;
    const replacement = replacementOf(ctx.path);
    if (replacement && (await sendFile(ctx, webRoot, replacement))) return;
    if (noPages.test(ctx.path) || !wantsPage(ctx)) throw new DomainError("not-found");
    ctx.state.route = "page";
    const page = await renderPage(ctx.path);
    if (page.movedTo === undefined) return sendPage(ctx, prepared(page));
    ctx.set("Cache-Control", "no-cache");
    ctx.status = 308;
    ctx.redirect(page.movedTo + ctx.search);
  };
}

function isReading(ctx: AppContext): boolean {
  return ctx.method === "GET" || ctx.method === "HEAD";
}

/** A path with a file extension is a file, unless the client asks for a page. */
function wantsPage(ctx: AppContext): boolean {
  const accept = ctx.get("Accept");
  if (accept.includes("text/html")) return true;
  const hasEnding = ctx.path.lastIndexOf(".") > ctx.path.lastIndexOf("/");
  return !hasEnding && ctx.accepts("html") === "html";
}

type PreparedPage = { status: number; etag: string; as(encoding: string): Promise<Buffer> };

const MOST_PREPARED = 200;

/** Caches the compressed forms of the last rendered pages, by content. */
function preparedPages() {
  const kept = new Map<string, PreparedPage>();
  return function prepared({ status, html, isShortLived = false }: PageAnswer): PreparedPage {
    const key = createHash("sha256").update(`${status}:${html}`).digest("base64url").slice(0, 27);
    const known = kept.get(key);
    if (known) return known;
    const made = prepare(status, html, key, isShortLived);
    kept.set(key, made);
    if (kept.size > MOST_PREPARED) kept.delete(kept.keys().next().value!);
    return made;
  };
}

/** Compresses a page for each encoding at the first request for it. */
function prepare(status: number, html: string, etag: string, isShortLived: boolean): PreparedPage {
  const plain = Buffer.from(html);
  const made = new Map<string, Promise<Buffer>>();
  return {
    status,
    etag,
    as(encoding) {
      if (encoding !== "br" && encoding !== "gzip") return Promise.resolve(plain);
      const known = made.get(encoding);
      if (known) return known;
      const compressed = compressPage(plain, encoding, isShortLived);
      made.set(encoding, compressed);
      compressed.catch(() => made.delete(encoding));
      return compressed;
    },
  };
}

async function sendPage(ctx: AppContext, page: PreparedPage): Promise<void> {
  const encoding = chosenEncoding(ctx, "br", "gzip");
  ctx.vary("Accept-Encoding");
  ctx.set("Cache-Control", "no-cache");
  ctx.set("ETag", `"${page.etag}-${encoding}"`);
  ctx.status = page.status;
  ctx.type = "text/html; charset=utf-8";
  if (page.status === 200 && ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (encoding !== "identity") ctx.set("Content-Encoding", encoding);
  ctx.body = await page.as(encoding);
}
