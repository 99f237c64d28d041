// Writes a zip as a stream (APPNOTE 6.3): sizes follow each file, so nothing is kept in memory or on disk. Beyond 4 GiB or
// 65,535 files the directory has the fields of ZIP64.
import { createDeflateRaw, crc32 } from "node:zlib";
import { Readable } from "node:stream";

export type ZipFile = {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
  /** Set for bytes that are compressed already, such as pictures. */
  isStored?: boolean;
};

type Entry = { name: Buffer; method: number; crc: number; packed: number; size: number; at: number };

const MOST_32 = 0xffffffff;
const MOST_16 = 0xffff;
const STORED = 0;
const DEFLATED = 8;
/** The sizes follow the bytes; names are UTF-8. */
const FLAGS = 0x0808;
/** 1 January 1980, the first day that the format knows: the files have times of their own. */
const DAY = 0x0021;

/** The bytes of a zip with the files, one after another. Reads a file only when its bytes are asked for. */
export async function* zipOf(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let at = 0;
  const counted = (bytes: Buffer) => {
    at += bytes.length;
    return bytes;
  };
  for await (const file of files) {
    const method = file.isStored ? STORED : DEFLATED;
    const entry: Entry = { name: Buffer.from(file.name), method, crc: 0, packed: 0, size: 0, at };
    yield counted(localHeader(entry));
    for await (const bytes of packed(file.bytes, entry)) {
      entry.packed += bytes.length;
      yield counted(bytes);
    }
    if (entry.size > MOST_32 || entry.packed > MOST_32) throw new Error(`${file.name} is too large for this format`);
    yield counted(sizesOf(entry));
    entries.push(entry);
  }
  const start = at;
  for (const entry of entries) yield counted(directoryLine(entry));
  yield end(entries.length, start, at - start);
}

/** Measures the bytes of a file before the compression. */
function packed(source: AsyncIterable<Uint8Array>, entry: Entry): AsyncIterable<Buffer> {
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      entry.crc = crc32(chunk, entry.crc);
      entry.size += chunk.byteLength;
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    }
  }
  if (entry.method === STORED) return measured();
  const from = Readable.from(measured());
  const deflate = createDeflateRaw();
  from.on("error", (error) => deflate.destroy(error));
  return from.pipe(deflate);
}

function localHeader({ name, method }: Entry): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(method, 8);
  head.writeUInt16LE(DAY, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function sizesOf({ crc, packed, size }: Entry): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x08074b50, 0);
  sizes.writeUInt32LE(crc, 4);
  sizes.writeUInt32LE(packed, 8);
  sizes.writeUInt32LE(size, 12);
  return sizes;
}

function directoryLine({ name, method, crc, packed, size, at }: Entry): Buffer {
  const isFar = at >= MOST_32;
  const line = Buffer.alloc(46);
  line.writeUInt32LE(0x02014b50, 0);
  line.writeUInt16LE(isFar ? 45 : 20, 4);
  line.writeUInt16LE(isFar ? 45 : 20, 6);
  line.writeUInt16LE(FLAGS, 8);
  line.writeUInt16LE(method, 10);
  line.writeUInt16LE(DAY, 14);
  line.writeUInt32LE(crc, 16);
  line.writeUInt32LE(packed, 20);
  line.writeUInt32LE(size, 24);
  line.writeUInt16LE(name.length, 28);
  line.writeUInt16LE(isFar ? 12 : 0, 30);
  line.writeUInt32LE(isFar ? MOST_32 : at, 42);
  if (!isFar) return Buffer.concat([line, name]);
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(at), 4);
  return Buffer.concat([line, name, extra]);
}

function end(count: number, start: number, size: number): Buffer {
  const needs64 = count >= MOST_16 || start >= MOST_32 || size >= MOST_32;
  const last = Buffer.alloc(22);
  last.writeUInt32LE(0x06054b50, 0);
  last.writeUInt16LE(needs64 ? MOST_16 : count, 8);
  last.writeUInt16LE(needs64 ? MOST_16 : count, 10);
  last.writeUInt32LE(needs64 ? MOST_32 : size, 12);
  last.writeUInt32LE(needs64 ? MOST_32 : start, 16);
  if (!needs64) return last;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, last]);
}
