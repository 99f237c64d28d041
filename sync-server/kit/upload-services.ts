// What handlers may use for pictures: the object store, picture processing and limits. Disk and S3 implement the store,
// and one test suite runs against both. Names look like paths; an object is complete or absent.
import type { Readable } from "node:stream";
import type { NamedPart, StoredPart } from "../../shared/domain/uploads.ts";

/** Received bytes: in memory, or a file that the store may move. */
export type Incoming = Buffer | { file: string };

export type StoredBytes = { size: number; body: Readable };

/**
 * Every call rejects with StoreFull without space, and with StoreUnavailable when the store fails or is silent.
 * Removing a missing object succeeds.
 */
export type ObjectStore = {
  put(name: string, bytes: Incoming, type: string): Promise<void>;
  /** Returns null for a missing object. The caller must read or destroy the body. */
  open(name: string): Promise<StoredBytes | null>;
  size(name: string): Promise<number | null>;
  remove(names: readonly string[]): Promise<void>;

  /** Starts a multipart upload; returns the store's id for it. */
  startParts(name: string, type: string): Promise<string>;
  /** Stores one part, replacing an earlier one with that number; returns its ETag. Null for an unknown upload. */
  takePart(name: string, storeId: string, part: number, bytes: Incoming): Promise<string | null>;
  /** Returns the stored parts in order. Null for an unknown upload. */
  listParts(name: string, storeId: string): Promise<StoredPart[] | null>;
  /** Joins the named parts to one object, in order. False for an unknown upload. */
  joinParts(name: string, storeId: string, parts: readonly NamedPart[]): Promise<boolean>;
  dropParts(name: string, storeId: string): Promise<void>;

  /** Signed URLs for direct access by browsers; null when bytes pass through this server. */
  direct: DirectStore | null;
};

export type DirectStore = {
  /** As in `https://s3.example`. */
  origin: string;
  /** Signed URLs for one PUT each, valid for `seconds`. */
  signPut(name: string, type: string | undefined, seconds: number): Promise<string>;
  signPart(name: string, storeId: string, part: number, seconds: number): Promise<string>;
};

export type Pictures = {
  /**
   * Creates an unclaimed picture from a file; returns the object's id.
   * @throws DomainError not-an-image, picture-unreadable, busy; StoreFull, StoreUnavailable
   */
  keepFile(file: string, ownerId: string): Promise<string>;
  /** Does the same for a finished multipart or direct upload; null when nothing was uploaded. */
  keepSource(uploadId: string, ownerId: string): Promise<string | null>;
  /**
   * Encodes a page of a paper: upright, without metadata, at most 1,600 pixels long. Stores nothing.
   * @throws DomainError not-an-image, picture-unreadable, busy
   */
  makePage(bytes: Buffer): Promise<Buffer>;
  /** Adds AVIF versions to a picture. Idempotent. */
  addAvif(objectId: string): Promise<void>;
  /** Removes every file of a picture. */
  removeFiles(objectId: string, widths: readonly number[]): Promise<void>;
  /** Number of pictures that wait for processing. */
  waiting(): number;
};

export type Credentials = {
  credentials: { AccessKeyId: string; SecretAccessKey: string; SessionToken: string; Expiration: string };
  bucket: string;
  region: string;
};

/** @param name the only object name that the credentials may write */
export type TemporaryCredentials = (name: string) => Promise<Credentials>;

export type UploadServices = {
  store: ObjectStore;
  pictures: Pictures;
  /** Folder for incoming bytes. */
  folder: string;
  /** Most bytes per user in unclaimed uploads. */
  quota: number;
  /** Bytes that stay free on the disk of `folder`. */
  minFree: number;
  /** Returns credentials for one object name; null where not configured. */
  temporary: TemporaryCredentials | null;
};
