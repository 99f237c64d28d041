// A catalogue server for tests: keeps the history of buckets, serves real files (gzip, ETag, 404), and fails on demand.
import type { AircraftCard } from "../../../shared/domain/aircraft.ts";
import type { CatalogueSegment, ManifestBucket } from "../../../shared/sync.ts";
import type { FetchPort } from "../catalogue/files.ts";

type Served = { location: string; bases: Map<number, AircraftCard[]>; segments: Map<number, CatalogueSegment> };

/** Replaces a response: throws, or returns another one. Undefined lets the real response through. */
export type Fault = (path: string, answer: () => Promise<Response>) => Promise<Response> | undefined;

export class ScriptedCatalogue {
  generation = "11111111-1111-4111-8111-111111111111";
  readonly requestedPaths: string[] = [];
  fault: Fault | null = null;
  readonly #buckets = new Map<string, Served & { base: number; head: number; oldest: number }>();

  readonly fetch: FetchPort = async (path, init) => {
    this.requestedPaths.push(path);
    const answer = () => this.#answer(path, new Headers(init.headers));
    return (await this.fault?.(path, answer)) ?? answer();
  };

  /** The paths requested since the last call, without the generation. */
  takeRequests(): string[] {
    return this.requestedPaths.splice(0).map((path) => path.replace(/\?.*/, "").replace("/api/catalogue", ""));
  }

  /** Adds a segment; the first one creates the bucket. */
  publish(bucket: string, put: AircraftCard[], drop: string[] = [], location = bucket): void {
    let served = this.#buckets.get(bucket);
    if (!served) {
      served = { location, bases: new Map(), segments: new Map(), base: 0, head: 0, oldest: 1 };
      this.#buckets.set(bucket, served);
    }
    served.head += 1;
    served.segments.set(served.head, { n: served.head, put, drop });
  }

  /** Creates a base from all segments so far, and keeps the last `keep` segments. */
  rebase(bucket: string, keep = 0): void {
    const served = this.#buckets.get(bucket)!;
    served.bases.set(served.head, this.cards(bucket));
    served.base = served.head;
    served.oldest = served.head - keep + 1;
    for (const n of served.segments.keys()) if (n < served.oldest) served.segments.delete(n);
    for (const n of served.bases.keys()) if (n !== served.base) served.bases.delete(n);
  }

  /** Starts an empty catalogue with a new generation, as after a restore from a backup. */
  startGeneration(generation: string): void {
    this.generation = generation;
    this.#buckets.clear();
  }

  remove(bucket: string): void {
    this.#buckets.delete(bucket);
  }

  /** The current cards of a bucket. */
  cards(bucket: string): AircraftCard[] {
    const served = this.#buckets.get(bucket)!;
    const cards = new Map((served.bases.get(served.base) ?? []).map((card) => [card.id, card]));
    for (let n = served.base + 1; n <= served.head; n++) {
      const segment = served.segments.get(n)!;
      for (const id of segment.drop) cards.delete(id);
      for (const card of segment.put) cards.set(card.id, card);
    }
    return [...cards.values()];
  }

  all(): AircraftCard[] {
    return [...this.#buckets.keys()].flatMap((bucket) => this.cards(bucket));
  }

  async #answer(path: string, headers: Headers): Promise<Response> {
    const url = new URL(path, "http://catalogue");
    if (url.pathname === "/api/catalogue") return this.#manifest(headers);
    const [, bucket, kind, n] = /^\/api\/catalogue\/([^/]+)\/(base|segment)\/(\d+)$/.exec(url.pathname) ?? [];
    const served = this.#buckets.get(bucket ?? "");
    const file = kind === "base" ? served?.bases.get(Number(n)) : served?.segments.get(Number(n));
    if (!file || url.searchParams.get("g") !== this.generation)
      return Response.json({ error: "Not found." }, { status: 404 });
    return gzipped(JSON.stringify(Array.isArray(file) ? { n: Number(n), rows: file } : file));
  }

  #manifest(headers: Headers): Promise<Response> {
    const buckets: ManifestBucket[] = [...this.#buckets].map(([bucket, { location, base, head, oldest }]) => {
      return { bucket, location, base, head, oldest, rows: this.cards(bucket).length };
    });
    const body = JSON.stringify({ generation: this.generation, buckets });
    const etag = `"${this.generation}-${buckets.map(({ bucket, head }) => `${bucket}${head}`).join("-")}"`;
    if (headers.get("If-None-Match") === etag) return Promise.resolve(new Response(null, { status: 304 }));
    return gzipped(body, { ETag: etag });
  }
}

async function zip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** A gzip response as `fetch` returns it: the body is decompressed. */
async function gzipped(text: string, headers: Record<string, string> = {}): Promise<Response> {
  return unpacked(await zip(text), headers);
}

/** The same response, cut off in the middle. */
export async function cut(answer: () => Promise<Response>): Promise<Response> {
  const whole = await zip(await (await answer()).text());
  return unpacked(whole.slice(0, Math.floor(whole.length / 2)), {});
}

function unpacked(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Response {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")), { headers });
}

/** A UUID made from a number, in the order of the numbers. */
export function idOf(n: number): string {
  return `0199${n.toString(16).padStart(4, "0")}-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
}

const types = ["single-engine", "multi-engine", "turboprop", "jet"] as const;

/** A card; `n` determines every field that is not given. */
export function aCard(n: number, fields: Partial<AircraftCard> = {}): AircraftCard {
  return {
    id: idOf(n),
    ownerId: idOf(60_000 + (n % 50)),
    name: `Cessna ${n}`,
    make: "Cessna",
    model: "172S",
    year: "2015",
    type: types[n % 4]!,
    location: "Denver CO",
    airport: undefined,
    hourlyRate: 100 + ((n * 37) % 900),
    minHours: 2,
    seats: 2 + (n % 7),
    cruiseSpeed: 122,
    range: 638,
    imageUrl: "/illustrations/cessna-172s-skyhawk.svg",
    verified: n % 2 === 0,
    rating: (n % 11) / 2,
    reviewCount: n % 9,
    createdAt: new Date(Date.UTC(2026, 0, 1) + (n % 1000) * 60_000).toISOString(),
    ...fields,
  };
}
