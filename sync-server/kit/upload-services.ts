// What handlers know of pictures: the store of their bytes, their making and the limits. Two stores stand behind the port, the disk and
// any S3-compatible service, and one suite of tests runs against both. Names look like paths; what lies under a name is whole or
// not there.
import type { Readable } from "node:stream";
import type { NamedPart, StoredPart } from "../../shared/domain/uploads.ts";

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

export type Pictures = {
  /**
   * Makes a stored picture of a file, not claimed yet; gives the object's id.
   * @throws DomainError not-an-image, picture-unreadable, busy; StoreFull, StoreAway
   */
  keepFile(file: string, ownerId: string): Promise<string>;
  /** The same of what a browser sent in parts or straight to the store; null when there is nothing. */
  keepSource(uploadId: string, ownerId: string): Promise<string | null>;
  /** Adds AVIF to a picture. Doing it twice changes nothing. */
  addAvif(objectId: string): Promise<void>;
  /** Removes every file of a picture. */
  removeFiles(objectId: string, widths: readonly number[]): Promise<void>;
  /** Pictures that wait for their turn. */
  waiting(): number;
};

export type Credentials = {
  credentials: { AccessKeyId: string; SecretAccessKey: string; SessionToken: string; Expiration: string };
  bucket: string;
  region: string;
};

/** @param name the only name in the bucket the credentials may write */
export type TemporaryCredentials = (name: string) => Promise<Credentials>;

export type UploadServices = {
  store: ObjectStore;
  pictures: Pictures;
  /** Folder for bytes that are still coming in. */
  folder: string;
  /** Bytes of one person that nothing was made of yet, at most. */
  quota: number;
  /** Bytes that stay free on the disk of `folder`. */
  minFree: number;
  /** Gives credentials that may write one name; null where none are configured. */
  temporary: TemporaryCredentials | null;
};
