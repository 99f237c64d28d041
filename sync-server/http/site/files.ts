// Serves the built web app's files. The build also made the compressed variants.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import type { AppContext } from "../context.ts";
import { chosenEncoding } from "./compress.ts";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

const twins = [
  { encoding: "br", ending: ".br" },
  { encoding: "gzip", ending: ".gz" },
];

/** Files in /assets/ are immutable; pictures change seldom; other files determine the app's version. */
function cacheControl(file: string): string {
  if (file.startsWith("/assets/")) return "public, max-age=31536000, immutable";
  if (/^\/(illustrations|icons|screenshots)\//.test(file)) return "public, max-age=86400";
  return "no-cache";
}

/** Maps a path to a file name inside the root, or null when it is invalid. */
function inside(requested: string): string | null {
  let file: string;
  try {
    file = decodeURIComponent(requested);
  } catch {
    return null;
  }
  const isPlain = file.startsWith("/") && !/[\0\\]/.test(file) && !file.split("/").some((part) => part.startsWith("."));
  return isPlain ? file : null;
}

async function statFile(file: string) {
  const found = await stat(file).catch(() => null);
  return found?.isFile() ? found : null;
}

/** Finds the servable file of a path, if any. */
async function fileOf(root: string, requested: string) {
  const file = inside(requested);
  const type = file && types[path.extname(file)];
  if (!file || !type) return null;
  const plain = path.join(root, file);
  const found = await statFile(plain);
  return found && { file, type, plain, found };
}

export async function hasFile(root: string, requested: string): Promise<boolean> {
  return (await fileOf(root, requested)) !== null;
}

/** Sends the file of a path, if there is one. */
export async function sendFile(ctx: AppContext, root: string, requested: string): Promise<boolean> {
  const known = await fileOf(root, requested);
  if (!known) return false;
  const { file, type, plain, found } = known;
  const offered = await Promise.all(
    twins.map(async (twin) => ({ ...twin, found: await statFile(plain + twin.ending) })),
  );
  const present = offered.filter((twin) => twin.found !== null);
  const encoding = present.length > 0 ? chosenEncoding(ctx, ...present.map((twin) => twin.encoding)) : "identity";
  const twin = present.find((one) => one.encoding === encoding);
  if (present.length > 0) ctx.vary("Accept-Encoding");
  ctx.set("Cache-Control", cacheControl(file));
  ctx.set("ETag", `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}-${encoding}"`);
  ctx.set("Content-Type", type);
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return true;
  }
  if (twin) ctx.set("Content-Encoding", twin.encoding);
  ctx.length = twin?.found?.size ?? found.size;
  if (ctx.method === "HEAD") ctx.respond = endsWithoutBody(ctx);
  else ctx.body = createReadStream(plain + (twin?.ending ?? ""));
  return true;
}

/** Koa would send length 0 for an absent body; a HEAD answer needs the length of the GET answer. */
function endsWithoutBody(ctx: AppContext): boolean {
  ctx.res.statusCode = 200;
  ctx.res.end();
  return false;
}
