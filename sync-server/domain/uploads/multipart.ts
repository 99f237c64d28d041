// Multipart uploads, with the checks of S3, so that both stores refuse the same.
import type { Knex } from "knex";
import type { NamedPart, StoredPart } from "../../../shared/domain/uploads.ts";
import { MAX_PARTS, MAX_PICTURE_BYTES, MIN_PART_BYTES } from "../../../shared/domain/uploads-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { sourceName } from "./store.ts";
import { isExpired, ownUpload, type UploadRow } from "./rows.ts";
import { refuseTooLarge, type Received } from "./receive.ts";
import { withReservedBytes } from "./reserved-bytes.ts";
import type { ObjectStore, UploadServices } from "../../kit/upload-services.ts";

export type MultipartRow = UploadRow & { storeId: string };

/**
 * Returns the user's own multipart upload. An aborted one counts as unknown.
 * @throws DomainError not-found, wrong-user, upload-expired
 */
export async function ownMultipart(
  db: Knex,
  { uploadId, key }: { uploadId: string; key: string },
  userId: string,
): Promise<MultipartRow> {
  const row = await ownUpload(db, uploadId, userId);
  if (row.kind !== "multipart" || row.storeId === null || key !== sourceName(row.id))
    throw new DomainError("not-found");
  if (isExpired(row)) throw new DomainError("upload-expired");
  return { ...row, storeId: row.storeId };
}

/** @throws DomainError invalid, with the message of S3 */
export function requirePartNumber(text: string): number {
  const part = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (part >= 1 && part <= MAX_PARTS) return part;
  const sentence = "Part number must be an integer between 1 and 10000, inclusive";
  throw new DomainError("invalid", { fields: { partNumber: sentence } });
}

/** @throws DomainError not-found */
export async function partsOf(store: ObjectStore, row: MultipartRow): Promise<StoredPart[]> {
  const parts = await store.listParts(sourceName(row.id), row.storeId);
  if (!parts) throw new DomainError("not-found");
  return parts;
}

/**
 * Stores a part whose bytes pass through this server; returns its ETag.
 * @throws DomainError not-found, too-large, too-many, busy; StoreFull, StoreUnavailable
 */
export async function takePart(
  { db, uploads }: { db: Knex; uploads: UploadServices },
  row: MultipartRow,
  { part, length }: { part: number; length: number | undefined },
  take: (most: number) => Promise<Received>,
): Promise<string> {
  return withReservedBytes({ db, uploads }, { upload: row, part, length }, async ({ most, keep }) => {
    const received = await take(most);
    try {
      return await keep(received.size, async () => {
        const etag = await uploads.store.takePart(sourceName(row.id), row.storeId, part, received);
        if (etag === null) throw new DomainError("not-found");
        return etag;
      });
    } finally {
      await received.discard();
    }
  });
}

/**
 * Joins the named parts to one object. Idempotent, since an answer may get lost.
 * @throws DomainError not-found, invalid-part, invalid-part-order, part-too-small, too-large
 */
export async function joinParts(store: ObjectStore, row: MultipartRow, named: readonly NamedPart[]): Promise<void> {
  const name = sourceName(row.id);
  if ((await store.size(name)) !== null) return;
  const stored = await partsOf(store, row);
  if (named.some(({ PartNumber }, index) => index > 0 && PartNumber <= named[index - 1]!.PartNumber))
    throw new DomainError("invalid-part-order");
  const found = named.map((one) => stored.find((part) => isSame(part, one)));
  const parts = found.filter((part) => part !== undefined);
  if (parts.length < named.length) throw new DomainError("invalid-part");
  if (parts.slice(0, -1).some(({ Size }) => Size < MIN_PART_BYTES)) throw new DomainError("part-too-small");
  if (sizeOf(parts) > MAX_PICTURE_BYTES) refuseTooLarge();
  const isJoined = await store.joinParts(name, row.storeId, parts);
  if (!isJoined && (await store.size(name)) === null) throw new DomainError("not-found");
}

function isSame(stored: StoredPart, named: NamedPart): boolean {
  const bare = (etag: string) => etag.replace(/^W\//, "").replaceAll('"', "");
  return stored.PartNumber === named.PartNumber && bare(stored.ETag) === bare(named.ETag);
}

function sizeOf(parts: readonly StoredPart[]): number {
  return parts.reduce((sum, { Size }) => sum + Size, 0);
}
