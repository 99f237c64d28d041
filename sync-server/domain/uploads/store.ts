// Names of objects in a store, and the errors of a store.
/** The store has no space left. */
export class StoreFull extends Error {
  constructor(cause?: unknown) {
    super("The store of pictures is full.", { cause });
    this.name = "StoreFull";
  }
}

/** The store does not answer, or fails. */
export class StoreUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StoreUnavailable";
  }
}

/** Name of a multipart or direct upload until its claim. */
export function sourceName(uploadId: string): string {
  return `incoming/${uploadId}`;
}

/** Name of one width and format of a picture. */
export function pictureName(objectId: string, width: number, format: string): string {
  return `pictures/${shard(objectId)}/${objectId}/${width}.${format}`;
}

/** Name of the nearly lossless source for AVIF; removed after the encoding. */
export function masterName(objectId: string): string {
  return `pictures/${shard(objectId)}/${objectId}/master.webp`;
}

/** Ids begin with a time; their end spreads them over 256 folders. */
function shard(objectId: string): string {
  return objectId.slice(-2);
}
