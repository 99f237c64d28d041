// Packs the facts of all airfields into one file; `sync-server/domain/airfields/facts-file.ts` reads one of them at a time.
import type { Airfield } from "../../shared/domain/airfields.ts";

/** Bytes of `TAF1` and the number of keys. */
const HEADER = 8;
/** Bytes of a key: four letters, filled with spaces, then place and length of its facts. */
const KEY = 12;

/** Header, keys in their order, then the facts as JSON. An airfield with two identifiers has two keys. */
export function packFacts(airfields: readonly Airfield[]): Buffer {
  const bodies = airfields.map((one) => Buffer.from(JSON.stringify(one)));
  const keys = airfields.flatMap(({ id, faaId }, row) => [...new Set([id, faaId])].map((key) => ({ key, row })));
  keys.sort((a, b) => (a.key < b.key ? -1 : 1));
  const head = Buffer.alloc(HEADER + KEY * keys.length);
  head.write("TAF1", "latin1");
  head.writeUInt32LE(keys.length, 4);
  let next = head.length;
  const places = bodies.map((body) => (next += body.length) - body.length);
  keys.forEach(({ key, row }, index) => {
    const at = HEADER + KEY * index;
    head.write(key.padEnd(4), at, "latin1");
    head.writeUInt32LE(places[row]!, at + 4);
    head.writeUInt32LE(bodies[row]!.length, at + 8);
  });
  return Buffer.concat([head, ...bodies]);
}
