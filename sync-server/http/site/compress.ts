// Compresses dynamic text. The build compresses files in advance.
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { AppContext, AppMiddleware } from "../context.ts";

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Smallest text in bytes that is compressed; less fits into one packet anyway. */
const WORTH_IT = 1400;

/** Compresses a page: strongly when it is cached, quickly when it is rendered again in seconds. */
export function compressPage(bytes: Buffer, encoding: "br" | "gzip", isShortLived: boolean): Promise<Buffer> {
  if (encoding === "gzip") return gzipped(bytes, { level: isShortLived ? 5 : 9 });
  return brotlied(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: isShortLived ? 4 : 9 } });
}

/** Returns the first offered encoding that a request accepts. Browsers list brotli last without meaning an order. */
export function chosenEncoding(ctx: AppContext, ...offered: string[]): string {
  return offered.find((encoding) => ctx.acceptsEncodings(encoding) === encoding) ?? "identity";
}

/** Whether a request accepts gzip, by name or by `*`; a weight of 0 excludes it. */
export function acceptsGzip({ headers }: IncomingMessage): boolean {
  const offers = String(headers["accept-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((offer) => offer.split(";").map((part) => part.trim()));
  const offer = offers.find(([name]) => name === "gzip") ?? offers.find(([name]) => name === "*");
  return offer !== undefined && !offer.some((part) => /^q=0(\.0*)?$/.test(part));
}

/** Compresses JSON answers. */
export function compressJson(): AppMiddleware {
  return async function compress(ctx, next) {
    await next();
    if (!ctx.response.is("json") || ctx.body === null || typeof ctx.body !== "object" || ctx.method === "HEAD") return;
    if (Buffer.isBuffer(ctx.body) || ctx.body instanceof ReadableStream || "pipe" in (ctx.body as object)) return;
    const bytes = Buffer.from(JSON.stringify(ctx.body));
    ctx.vary("Accept-Encoding");
    const isWorthIt = bytes.length >= WORTH_IT && chosenEncoding(ctx, "gzip") === "gzip";
    const type = ctx.response.get("Content-Type");
    // Koa would make the text of an object once more.
    ctx.body = isWorthIt ? await gzipped(bytes, { level: 5 }) : bytes;
    if (isWorthIt) ctx.set("Content-Encoding", "gzip");
    ctx.set("Content-Type", type || "application/json; charset=utf-8");
  };
}
