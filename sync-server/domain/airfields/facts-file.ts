// Reads the facts of one airfield from the prepared file. In memory are the keys, from the first read on, and the facts read last.
import { closeSync, openSync, read } from "node:fs";
import { promisify } from "node:util";
import type { Airfield } from "../../../shared/domain/airfields.ts";
import { isIdentifier, typedIdentifier } from "../../../shared/domain/airfields/identifiers.ts";
import type { AirfieldFacts } from "../../kit/services.ts";

/** Reads by descriptor: a `FileHandle` warns where a test leaves it open. */
const readAt = promisify(read);

/** See `scripts/airfields/facts-file.ts` for the layout. */
const HEADER = 8;
const KEY = 12;
/** Facts in memory at most, a few kB each. */
const MOST_HELD = 200;

/** Opens the file at the first question, so that a start does not wait for it. It stays open: a new build replaces it. */
export function openAirfieldFacts(file: string): AirfieldFacts {
  let opened: OpenFile | null = null;
  const held = new Map<string, Airfield>();

  return {
    async find(identifier) {
      const wanted = typedIdentifier(identifier);
      if (!isIdentifier(wanted)) return null;
      const known = held.get(wanted);
      if (known) return known;
      opened ??= openFile(file);
      const { fd, keys } = opened;
      const place = placeOf(await keys, wanted.padEnd(4));
      if (!place) return null;
      const found = JSON.parse((await readBytes(fd, place.start, place.length)).toString("utf8")) as Airfield;
      held.set(wanted, found);
      if (held.size > MOST_HELD) held.delete(held.keys().next().value!);
      return found;
    },
    close() {
      if (opened) closeSync(opened.fd);
      opened = null;
    },
  };
}

type OpenFile = { fd: number; keys: Promise<Buffer> };

function openFile(file: string): OpenFile {
  const fd = openSync(file, "r");
  return { fd, keys: readKeys(fd) };
}

async function readKeys(fd: number): Promise<Buffer> {
  const header = await readBytes(fd, 0, HEADER);
  if (header.toString("latin1", 0, 4) !== "TAF1") throw new Error("The file holds no facts of airfields.");
  return readBytes(fd, HEADER, header.readUInt32LE(4) * KEY);
}

async function readBytes(fd: number, start: number, length: number): Promise<Buffer> {
  const { buffer } = await readAt(fd, Buffer.alloc(length), 0, length, start);
  return buffer;
}

/** Place of the facts of a key, found among the sorted keys by halving. */
function placeOf(keys: Buffer, wanted: string): { start: number; length: number } | null {
  let low = 0;
  let high = keys.length / KEY;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = middle * KEY;
    const key = keys.toString("latin1", at, at + 4);
    if (key === wanted) return { start: keys.readUInt32LE(at + 4), length: keys.readUInt32LE(at + 8) };
    if (key < wanted) low = middle + 1;
    else high = middle;
  }
  return null;
}
