// Names of pictures in a store, and how a store fails.
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
