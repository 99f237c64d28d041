// Bytes of unclaimed uploads. Each request reserves its bytes in the database before it receives them.
// So parallel requests to several processes keep the limits per picture and per user.
import type { Knex } from "knex";
import { MAX_PICTURE_BYTES } from "../../../shared/domain/uploads-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { retryConflicts } from "../../db/locks.ts";
import { enqueue } from "../../kit/job-queue.ts";
import { requireFreeDisk } from "./free-disk.ts";
import { refuseTooLarge } from "./receive.ts";
import type { UploadRow } from "./rows.ts";
import type { UploadServices } from "../../kit/upload-services.ts";

/** The part number of a file in one piece. */
export const WHOLE = 0;

/** The HTTP server ends a body after 16 minutes; an older reservation belongs to a process that died. */
const RECEIVING_MINUTES = 20;
/** The store answers or fails within this time. */
const STORING_MINUTES = 3;
/** Each part costs a row and a file, so an empty one counts too. */
const LEAST_BYTES = 65_536;
const RETRY_SECONDS = 60;

type Context = { db: Knex; uploads: Pick<UploadServices, "folder" | "quota" | "minFree"> };

export type Wanted = {
  upload: UploadRow;
  part: number;
  /** Undefined without Content-Length: then all bytes left for the picture are reserved. */
  length: number | undefined;
};

type ReservedBytes = {
  /** Reserved bytes, the limit of the body. */
  most: number;
  /** Runs `store`; its bytes count until the upload is claimed, aborted or expired. */
  keep<Result>(size: number, store: () => Promise<Result>): Promise<Result>;
};

/**
 * Runs `use` with reserved bytes, and releases those that `keep` did not store.
 * @throws DomainError too-large, too-many, busy, not-found; StoreFull
 */
export async function withReservedBytes<Result>(
  { db, uploads }: Context,
  wanted: Wanted,
  use: (held: ReservedBytes) => Promise<Result>,
): Promise<Result> {
  const id = newId();
  await requireFreeDisk(uploads.folder, uploads.minFree, wanted.length ?? MAX_PICTURE_BYTES);
  const most = await locked(db, wanted, (tx) => reserve(tx, id, wanted, uploads.quota));
  let isStored = false;
  try {
    return await use({
      most,
      async keep(size, store) {
        await locked(db, wanted, (tx) => startStoring(tx, id, wanted, size));
        const result = await store();
        isStored = await locked(db, wanted, (tx) => finishStoring(tx, id, wanted));
        if (!isStored) throw new DomainError("not-found");
        return result;
      },
    });
  } finally {
    // If the database is unreachable, the sweep releases them.
    if (!isStored)
      await db("upload_bytes")
        .where({ id })
        .delete()
        .catch(() => undefined);
  }
}

/** Serializes a user's reservations across processes. */
function locked<Result>(db: Knex, { upload }: Wanted, run: (tx: Knex.Transaction) => Promise<Result>): Promise<Result> {
  return retryConflicts(() =>
    db.transaction(async (tx) => {
      await tx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [`upload bytes ${upload.userId}`]);
      return run(tx);
    }),
  );
}

async function reserve(tx: Knex, id: string, { upload, part, length }: Wanted, quota: number): Promise<number> {
  const { userId } = upload;
  await releaseAbandoned(tx).where({ userId });
  // A repeated part replaces the earlier one, so each number counts once against the picture's limit.
  const { rows } = await tx.raw<{ rows: { all: string; others: string }[] }>(
    `select (select coalesce(sum(greatest(bytes, ?)), 0) from upload_bytes where "userId" = ?) as all,
       (select coalesce(sum(most), 0) from
         (select max(bytes) as most from upload_bytes where "uploadId" = ? and part <> ? group by part) as parts) as others`,
    [LEAST_BYTES, userId, upload.id, part],
  );
  const room = MAX_PICTURE_BYTES - Number(rows[0]!.others);
  const bytes = length ?? Math.max(0, room);
  if (bytes > room) refuseTooLarge();
  if (Number(rows[0]!.all) + Math.max(bytes, LEAST_BYTES) > quota)
    throw new DomainError("too-many", { retryAfter: RETRY_SECONDS });
  await tx("upload_bytes").insert({ id, userId, uploadId: upload.id, part, bytes });
  return bytes;
}

/** No two requests store the same part concurrently, or the store and the count could keep different ones. */
async function startStoring(tx: Knex, id: string, { upload, part }: Wanted, bytes: number): Promise<void> {
  const others = await tx("upload_bytes")
    .where({ uploadId: upload.id, part, state: "storing" })
    .whereRaw(`"changedAt" > now() - ? * interval '1 minute'`, [STORING_MINUTES]);
  const changed =
    others.length === 0 &&
    (await tx("upload_bytes").where({ id }).update({ state: "storing", bytes, changedAt: tx.fn.now() })) > 0;
  if (!changed) throw new DomainError("busy", { retryAfter: 1 });
}

/** False when the upload was aborted or claimed meanwhile; then a job removes the stored bytes. */
async function finishStoring(tx: Knex.Transaction, id: string, { upload, part }: Wanted): Promise<boolean> {
  const isThere = await tx("uploads").where({ id: upload.id, objectId: null }).forShare().first("id");
  if (!isThere) {
    await enqueue(tx, "upload-removal", { uploadId: upload.id, storeId: upload.storeId });
    return false;
  }
  const replaced = tx("upload_bytes").where({ uploadId: upload.id, part }).whereIn("state", ["storing", "stored"]);
  await replaced.whereNot({ id }).delete();
  await tx("upload_bytes").where({ id }).update({ state: "stored", changedAt: tx.fn.now() });
  return true;
}

/** Releases stored bytes of claimed, aborted or expired uploads; running bodies release their own. */
export async function releaseUploads(tx: Knex, uploadIds: readonly string[]): Promise<void> {
  await tx("upload_bytes").whereIn("uploadId", uploadIds).whereNot({ state: "receiving" }).delete();
}

/** Releases reservations of processes that died. */
export async function sweepBytes(db: Knex): Promise<void> {
  await releaseAbandoned(db);
  await db("upload_bytes")
    .whereNot({ state: "receiving" })
    .whereNotExists(db("uploads").select("id").whereRaw(`uploads.id = "uploadId"`).whereNull("objectId"))
    .delete();
}

function releaseAbandoned(db: Knex): Knex.QueryBuilder {
  return db("upload_bytes")
    .where({ state: "receiving" })
    .whereRaw(`"changedAt" < now() - ? * interval '1 minute'`, [RECEIVING_MINUTES])
    .delete();
}
