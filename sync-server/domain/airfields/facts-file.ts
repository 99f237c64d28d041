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

/**
 * Opens the file at the first question, so that a start does not wait for it; after a failure the next question tries again. It stays
 * open: a new build replaces it. `report` gets the first failure after a success.
 */
export function openAirfieldFacts(file: string, report: (error: unknown) => void): AirfieldFacts {
  let opened: Promise<OpenFile> | null = null;
  let isReported = false;
  const held = new Map<string, Airfield>();

  async function find(identifier: string): Promise<Airfield | null> {
    const wanted = typedIdentifier(identifier);
    if (!isIdentifier(wanted)) return null;
    const known = held.get(wanted);
    if (known) return known;
    const opening = (opened ??= openFile(file));
    const { fd, keys } = await opening.catch((error: unknown) => {
      if (opened === opening) opened = null;
      throw error;
    });
    const place = placeOf(keys, wanted.padEnd(4));
    if (!place) return null;
    const found = JSON.parse((await readBytes(fd, place.start, place.length)).toString("utf8")) as Airfield;
    held.set(wanted, found);
    if (held.size > MOST_HELD) held.delete(held.keys().next().value!);
    return found;
  }

  return {
    find,
    async findReadable(identifier) {
      try {
        const found = await find(identifier);
        isReported = false;
        return found;
      } catch (error) {
        if (!isReported) report(error);
        isReported = true;
        return null;
      }
    },
    close() {
      void opened?.then(({ fd }) => closeSync(fd)).catch(() => undefined);
      opened = null;
    },
  };
}

type OpenFile = { fd: number; keys: Buffer };

async function openFile(file: string): Promise<OpenFile> {
  const fd = openSync(file, "r");
  try {
    return { fd, keys: await readKeys(fd) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

async function readKeys(fd: number): Promise<Buffer> {
  const header = await readBytes(fd, 0, HEADER);
  if (header.toString("latin1", 0, 4) !== "TAF1") throw new Error("The file holds no facts of airfields.");
  return readBytes(fd, HEADER, header.readUInt32LE(4) * KEY);
}

async function readBytes(fd: number, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await readAt(fd, Buffer.alloc(length), 0, length, start);
  if (bytesRead < length) throw new Error("The file of airfield facts ends too early.");
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
