// Where the bytes of pictures lie. Two stores stand behind this port, the disk and any S3-compatible service, and one suite of
// tests runs against both. Names look like paths; what lies under a name is whole or not there.
import type { Readable } from "node:stream";
import type { NamedPart, StoredPart } from "../../../shared/domain/uploads.ts";

/** Bytes on their way in: in memory, or a file of ours that the store may take away. */
export type Incoming = Buffer | { file: string };

export type StoredBytes = { size: number; body: Readable };

/**
 * Every call rejects with StoreFull when there is no room, and with StoreAway when the store does not answer as it should.
 * Removing what is not there is fine.
 */
export type ObjectStore = {
  put(name: string, bytes: Incoming, type: string): Promise<void>;
  /** Null when there is nothing under that name. The body must be read or destroyed. */
  open(name: string): Promise<StoredBytes | null>;
  size(name: string): Promise<number | null>;
  remove(names: readonly string[]): Promise<void>;

  /** Begins an upload in parts; gives the store's own name of it. */
  startParts(name: string, type: string): Promise<string>;
  /** Takes one part, replacing an earlier one of that number, and gives its ETag. Null when the upload is not known. */
  takePart(name: string, storeId: string, part: number, bytes: Incoming): Promise<string | null>;
  /** The parts there are, in order. Null when the upload is not known. */
  listParts(name: string, storeId: string): Promise<StoredPart[] | null>;
  /** Makes one file of the parts named, in their order. False when the upload is not known. */
  joinParts(name: string, storeId: string, parts: readonly NamedPart[]): Promise<boolean>;
  dropParts(name: string, storeId: string): Promise<void>;

  /** Addresses at which browsers reach the store themselves; null when bytes go through this server. */
  direct: DirectStore | null;
};

export type DirectStore = {
  /** As in `https://s3.example`. */
  origin: string;
  /** Signed addresses for one PUT each, good for so many seconds. */
  signPut(name: string, type: string | undefined, seconds: number): Promise<string>;
  signPart(name: string, storeId: string, part: number, seconds: number): Promise<string>;
};

/** There is no room for more. */
export class StoreFull extends Error {
  constructor(cause?: unknown) {
    super("The store of pictures is full.", { cause });
    this.name = "StoreFull";
  }
}

/** The store does not answer, or refuses what it should do. */
export class StoreAway extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StoreAway";
  }
}

/** What an upload in parts becomes lies here until it is claimed, and so does what browsers send to a store by themselves. */
export function sourceName(uploadId: string): string {
  return `incoming/${uploadId}`;
}

/** The file of one width and format. */
export function pictureName(objectId: string, width: number, format: string): string {
  return `pictures/${shard(objectId)}/${objectId}/${width}.${format}`;
}

/** A nearly lossless copy that AVIF is made from; removed when it is. */
export function masterName(objectId: string): string {
  return `pictures/${shard(objectId)}/${objectId}/master.webp`;
}

/** Ids begin with their time; their end spreads them over 256 folders. */
function shard(objectId: string): string {
  return objectId.slice(-2);
}
