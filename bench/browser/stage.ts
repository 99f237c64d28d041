// Starts the built product behind a proxy that serves a catalogue of any size instead of the demo's.
import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { aircraftTypes } from "../../shared/domain/aircraft-rules.ts";
import type { AircraftCard } from "../../shared/domain/aircraft.ts";
import type { HomeAirport } from "../../shared/domain/airfields/home-airport.ts";
import { locationSlug, locations } from "../../shared/domain/locations.ts";
import { startProduct } from "../../tests/setup/product.ts";

const generation = "33333333-3333-4333-8333-333333333333";
const scenes = ["single-engine", "multi-engine", "jet", "piper-j-3-cub", "daher-tbm-900"];

/** The home airport of an aircraft by its number; undefined is the main one of its location. */
type AirportOf = (n: number) => HomeAirport | undefined;

function cards(location: string, from: number, count: number, airportOf: AirportOf): AircraftCard[] {
  return Array.from({ length: count }, (_, at) => {
    const n = from + at;
    const hex = n.toString(16).padStart(12, "0");
    return {
      id: `019a0000-0000-7000-8000-${hex}`,
      ownerId: `019b0000-0000-7000-8000-${(n % 400).toString(16).padStart(12, "0")}`,
      name: `Cessna 172S Skyhawk ${n}`,
      make: "Cessna",
      model: "172S Skyhawk",
      year: String(1990 + (n % 35)),
      type: aircraftTypes[n % 4]!,
      location,
      airport: airportOf(n),
      hourlyRate: 60 + ((n * 7919) % 1100),
      minHours: 2,
      seats: 2 + (n % 7),
      cruiseSpeed: 110 + (n % 90),
      range: 500 + (n % 700),
      imageUrl: `/illustrations/${scenes[n % scenes.length]}.svg`,
      verified: n % 3 > 0,
      rating: (n % 51) / 10,
      reviewCount: n % 40,
      createdAt: new Date(Date.UTC(2026, 0, 1) + ((n * 7907) % 300_000) * 60_000).toISOString(),
    };
  });
}

/** The buckets of a catalogue: name → location and the JSON of the base. */
export function catalogueFiles(
  size: number,
  airportOf: AirportOf = () => undefined,
): Map<string, { location: string; base: string; rows: number }> {
  const each = Math.ceil(size / locations.length);
  return new Map(
    locations.map((location, at) => {
      const rows = Math.min(each, Math.max(0, size - at * each));
      const base = JSON.stringify({ n: 1, rows: cards(location, at * each, rows, airportOf) });
      return [locationSlug(location), { location, base, rows }];
    }),
  );
}

export function manifestOf(files: ReturnType<typeof catalogueFiles>): string {
  const buckets = [...files].map(([bucket, { location, rows }]) => ({
    bucket,
    location,
    base: 1,
    head: 1,
    oldest: 2,
    rows,
  }));
  return JSON.stringify({ generation, buckets });
}

export type Stage = {
  url: string;
  /** Serves a catalogue of `size` aircraft from now on. */
  show(size: number, airportOf?: AirportOf): void;
  stop(): Promise<void>;
};

/** Starts product and proxy. Pages still contain the demo's first cards; all other cards come from the large catalogue. */
export async function startStage(): Promise<Stage> {
  const product = await startProduct();
  let bases = new Map<string, Buffer>();
  let manifest = gzipSync("");
  let etag = "";
  const front = createServer((asked, answer) => {
    const path = asked.url ?? "/";
    const bucket = /^\/api\/catalogue\/([^/]+)\/base\/1\?/.exec(path)?.[1];
    const file = path === "/api/catalogue" ? manifest : bases.get(bucket ?? "");
    if (!file) return passOn(product.url, asked, answer);
    if (bucket === undefined && asked.headers["if-none-match"] === etag) return answer.writeHead(304).end();
    answer.writeHead(200, { "Content-Type": "application/json", "Content-Encoding": "gzip", ETag: etag }).end(file);
  });
  front.listen(0, "localhost");
  await once(front, "listening");
  const { port } = front.address() as { port: number };
  return {
    url: `http://localhost:${port}`,
    show(size, airportOf) {
      const files = catalogueFiles(size, airportOf);
      bases = new Map([...files].map(([bucket, { base }]) => [bucket, gzipSync(base)]));
      manifest = gzipSync(manifestOf(files));
      etag = `"${size}"`;
    },
    async stop() {
      front.closeAllConnections();
      front.close();
      await product.stop();
    },
  };
}

function passOn(to: string, asked: IncomingMessage, answer: ServerResponse) {
  const { method, headers } = asked;
  const onward = request(to + (asked.url ?? "/"), { method, headers }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(answer);
  });
  onward.on("error", () => answer.destroy());
  asked.pipe(onward);
}
