// The catalogue's files on the network: manifest, bases, segments.
import type { CatalogueSegment, Manifest, ManifestBucket } from "../../../shared/sync.ts";
import { paths } from "../transport/paths.ts";
import { readSegment } from "./buckets.ts";
import { limitConcurrency } from "./limit-concurrency.ts";
import { MalformedFile } from "./index/pack.ts";
import type { Pause } from "./pause.ts";

/** Fetches from the server, as the browser's `fetch` does. Paths begin with a slash. */
export type FetchPort = (path: string, init: RequestInit) => Promise<Response>;

/** No answer, a truncated answer, or no catalogue file. */
export class CatalogueUnreachable extends Error {
  override name = "Unreachable";
}

/** The file no longer exists: it was replaced, or a new generation started. */
export class GoneFile extends Error {
  override name = "GoneFile";
}

const MANIFEST_TIMEOUT_MS = 15_000;
const FILE_TIMEOUT_MS = 60_000;

/** Reads one file's text by path. Throws Unreachable, GoneFile. */
export type ReadFile = (path: string) => Promise<string>;

/** Reads files over the network, at most `atOnce` concurrently, in request order. */
export function fileReader(fetch: FetchPort, pause: Pause, atOnce: number): ReadFile {
  const limited = limitConcurrency(atOnce);
  return (path) => limited(() => fileText(fetch, path, pause));
}

/** Returns the manifest, or null when unchanged since this tag. Throws Unreachable, MalformedFile. */
export async function fetchManifest(
  fetch: FetchPort,
  etag: string | null,
  pause: Pause,
): Promise<{ manifest: Manifest; etag: string | null } | null> {
  const response = await request(fetch, paths.catalogue, MANIFEST_TIMEOUT_MS, etag ? { "If-None-Match": etag } : {});
  if (response.status === 304) return null;
  if (!response.ok) throw new CatalogueUnreachable(`the manifest answered ${response.status}`);
  return { manifest: readManifest(await bodyOf(response, pause)), etag: response.headers.get("ETag") };
}

/** Returns a base's text. Throws Unreachable, GoneFile. */
export function fetchBase(
  readFile: ReadFile,
  { bucket, generation }: { bucket: string; generation: string },
  n: number,
): Promise<string> {
  return readFile(paths.catalogueFile(bucket, "base", n, generation));
}

/** Returns segments in order. Throws Unreachable, GoneFile, MalformedFile. */
export async function fetchSegments(
  readFile: ReadFile,
  { bucket, generation }: { bucket: string; generation: string },
  numbers: readonly number[],
  pause: Pause,
): Promise<CatalogueSegment[]> {
  const texts = await Promise.all(numbers.map((n) => readFile(paths.catalogueFile(bucket, "segment", n, generation))));
  const segments: CatalogueSegment[] = [];
  for (const [at, text] of texts.entries()) {
    segments.push(readSegment(text, numbers[at]!));
    await pause();
  }
  return segments;
}

async function fileText(fetch: FetchPort, path: string, pause: Pause): Promise<string> {
  const response = await request(fetch, path, FILE_TIMEOUT_MS, {});
  if (response.status === 404) throw new GoneFile(path);
  if (!response.ok) throw new CatalogueUnreachable(`${path} answered ${response.status}`);
  return bodyOf(response, pause);
}

async function request(fetch: FetchPort, path: string, patience: number, headers: Record<string, string>) {
  try {
    return await fetch(path, { headers, signal: AbortSignal.timeout(patience) });
  } catch (error) {
    throw new CatalogueUnreachable(path, { cause: error });
  }
}

/** Reads the body as a stream, so that a large cached file does not block the page. A truncated transfer fails here. */
async function bodyOf(response: Response, pause: Pause): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {};
      if (done) return text + decoder.decode();
      text += decoder.decode(value, { stream: true });
      await pause();
    }
  } catch (error) {
    throw new CatalogueUnreachable("the answer was cut", { cause: error });
  }
}

function readManifest(text: string): Manifest {
  let file: Partial<Manifest> | null;
  try {
    file = JSON.parse(text) as Partial<Manifest> | null;
  } catch {
    throw new MalformedFile("not JSON");
  }
  if (typeof file?.generation !== "string" || !Array.isArray(file.buckets) || !file.buckets.every(isBucket)) {
    throw new MalformedFile("not a manifest");
  }
  return { generation: file.generation, buckets: file.buckets };
}

function isBucket(entry: Partial<ManifestBucket> | null): boolean {
  return (
    typeof entry?.bucket === "string" &&
    typeof entry.location === "string" &&
    [entry.base, entry.head, entry.oldest, entry.rows].every((n) => Number.isSafeInteger(n) && n! >= 0)
  );
}
