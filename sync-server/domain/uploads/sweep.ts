// Removes unclaimed and unused pictures, and expired uploads.
import type { Knex } from "knex";
import { objectPath } from "../../../shared/domain/uploads-rules.ts";
import { enqueue } from "../../kit/job-queue.ts";
import type { ObjectRow } from "./pictures.ts";
import { releaseUploads } from "./reserved-bytes.ts";
import { sourceName } from "./store.ts";
import type { ObjectStore, Pictures } from "../../kit/upload-services.ts";

/** Rows per transaction. */
const BATCH = 100;

type Tools = { db: Knex; pictures: Pick<Pictures, "removeFiles"> };

/**
 * Checks each due picture: an hour after an unclaimed upload, else once a day. Removes pictures unused for a day.
 * Several processes may sweep at once. Returns the number of removed pictures.
 */
export async function sweepPictures(tools: Tools): Promise<number> {
  let removed = 0;
  for (;;) {
    const due = await checkDue(tools.db);
    for (const row of due.doomed) {
      // The row is marked as removed by now, so after a crash the next sweep continues.
      await tools.pictures.removeFiles(row.id, row.widths);
      await tools.db("objects").where({ id: row.id }).delete();
      removed += 1;
    }
    if (due.count < BATCH) return removed;
  }
}

type Due = { count: number; doomed: Pick<ObjectRow, "id" | "widths">[] };

async function checkDue(db: Knex): Promise<Due> {
  return db.transaction(async (tx) => {
    // A picture that is being put into a listing is locked; the next sweep checks it.
    const { rows } = await tx.raw<{ rows: (ObjectRow & { isOld: boolean })[] }>(
      `select *, "unusedSince" <= now() - interval '1 day' as "isOld" from objects
       where "checkAt" <= now() order by "checkAt" limit ? for update skip locked`,
      [BATCH],
    );
    const claimed = rows.filter((row) => row.claimedAt !== null && row.removedAt === null);
    const shown = await shownPictures(
      tx,
      claimed.map(({ id }) => id),
    );
    const used = claimed.filter(({ id }) => shown.has(id));
    const unused = claimed.filter(({ id }) => !shown.has(id));
    const doomed = rows.filter((row) => !claimed.includes(row) || (unused.includes(row) && row.isOld));
    const ids = (list: { id: string }[]) => list.map(({ id }) => id);
    await tx("objects")
      .whereIn("id", ids(used))
      .update({ unusedSince: null, checkAt: tx.raw("now() + interval '1 day'") });
    await tx("objects")
      .whereIn("id", ids(unused))
      .update({
        unusedSince: tx.raw(`coalesce("unusedSince", now())`),
        checkAt: tx.raw(`coalesce("unusedSince", now()) + interval '1 day'`),
      });
    // Due again soon, in case this process dies before it removes the files.
    await tx("objects")
      .whereIn("id", ids(doomed))
      .update({ removedAt: tx.raw("now()"), checkAt: tx.raw("now() + interval '10 minutes'") });
    return { count: rows.length, doomed };
  });
}

/** Returns the pictures that a listing or a profile shows. Deleted listings show none. */
async function shownPictures(tx: Knex, ids: readonly string[]): Promise<Set<string>> {
  const paths = ids.map(objectPath);
  // Each condition equals that of its partial index.
  const { rows } = await tx.raw<{ rows: { path: string }[] }>(
    `select path from unnest(?::text[]) as path where
       exists (select from aircraft where images @> array[path] and "deletedAt" is null and images <> '{}')
       or exists (select from aircraft where "imageUrl" = path and "deletedAt" is null and "imageUrl" like '/objects/%')
       or exists (select from users where "avatarUrl" = path and "avatarUrl" like '/objects/%')`,
    [paths],
  );
  const shown = new Set(rows.map(({ path }) => path));
  return new Set(ids.filter((id) => shown.has(objectPath(id))));
}

/** Deletes unfinished uploads an hour after they expire; a job removes their bytes from the store. */
export async function sweepUploads(db: Knex): Promise<void> {
  for (;;) {
    const count = await db.transaction(async (tx) => {
      const { rows } = await tx.raw<{ rows: { id: string; kind: string; storeId: string | null }[] }>(
        `delete from uploads where id in (
           select id from uploads where "objectId" is null and "expiresAt" < now() - interval '1 hour'
           order by "expiresAt" limit ? for update skip locked
         ) returning id, kind, "storeId"`,
        [BATCH],
      );
      await releaseUploads(
        tx,
        rows.map(({ id }) => id),
      );
      for (const { id, kind, storeId } of rows)
        if (kind !== "single") await enqueue(tx, "upload-removal", { uploadId: id, storeId });
      return rows.length;
    });
    if (count < BATCH) return;
  }
}

/** Removes the stored bytes of a finished upload. */
export async function removeUpload(
  store: ObjectStore,
  { uploadId, storeId }: { uploadId: string; storeId: string | null },
): Promise<void> {
  if (storeId !== null) await store.dropParts(sourceName(uploadId), storeId);
  await store.remove([sourceName(uploadId)]);
}
