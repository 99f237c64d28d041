// Rows of `uploads`: addresses that receive bytes.
import type { Knex } from "knex";
import { UPLOAD_MINUTES } from "../../../shared/domain/uploads-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { isId, newId } from "../../../shared/kit/ids.ts";

export type UploadKind = "single" | "params" | "multipart";

export type UploadRow = {
  id: string;
  userId: string;
  kind: UploadKind;
  /** The store's id of a multipart upload. */
  storeId: string | null;
  /** The resulting picture. */
  objectId: string | null;
  expiresAt: Date | string;
};

/** A multipart upload may take a day, since a device on a ramp has signal only at times. */
const MULTIPART_MINUTES = 24 * 60;

/** Most PUTs per address; each may decode a picture. */
const MOST_PUTS = 20;

/** Adds an address; returns its id. */
export async function addUpload(
  tx: Knex,
  {
    userId,
    kind,
    storeId = null,
    id = newId(),
  }: Pick<UploadRow, "userId" | "kind"> & { storeId?: string | null; id?: string },
): Promise<string> {
  const minutes = kind === "multipart" ? MULTIPART_MINUTES : UPLOAD_MINUTES;
  const expiresAt = tx.raw("now() + ? * interval '1 minute'", [minutes]);
  await tx("uploads").insert({ id, userId, kind, storeId, expiresAt });
  return id;
}

/**
 * Returns the user's own upload; a malformed id counts as unknown.
 * @throws DomainError not-found, wrong-user
 */
export async function ownUpload(db: Knex, id: string, userId: string): Promise<UploadRow> {
  const row: UploadRow | undefined = isId(id) ? await db("uploads").where({ id }).first() : undefined;
  return requireOwn(row, userId);
}

/** The same, with a lock until the commit. */
export async function lockOwnUpload(tx: Knex.Transaction, id: string, userId: string): Promise<UploadRow> {
  const row: UploadRow | undefined = await tx("uploads").where({ id }).forUpdate().first();
  return requireOwn(row, userId);
}

function requireOwn(row: UploadRow | undefined, userId: string): UploadRow {
  if (!row) throw new DomainError("not-found");
  if (row.userId !== userId) throw new DomainError("wrong-user");
  return row;
}

export function isExpired({ expiresAt }: Pick<UploadRow, "expiresAt">): boolean {
  return new Date(expiresAt).getTime() <= Date.now();
}

/** Seconds until the upload expires. */
export function secondsLeft({ expiresAt }: Pick<UploadRow, "expiresAt">): number {
  return Math.max(0, Math.floor((new Date(expiresAt).getTime() - Date.now()) / 1000));
}

/**
 * Checks an address before its bytes are received.
 * @throws DomainError not-found, wrong-user, already-uploaded, upload-expired, too-many
 */
export async function requireOpen(db: Knex, id: string, userId: string): Promise<UploadRow> {
  const row = await ownUpload(db, id, userId);
  if (row.objectId !== null || row.kind === "multipart") throw new DomainError("already-uploaded");
  if (isExpired(row)) throw new DomainError("upload-expired");
  const counted = await db("uploads").where({ id }).where("puts", "<", MOST_PUTS).increment("puts", 1);
  if (counted === 0) throw new DomainError("too-many", { retryAfter: Math.max(1, secondsLeft(row)) });
  return row;
}
