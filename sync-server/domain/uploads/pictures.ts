// Stored pictures: encodes uploads in all widths at once, and AVIF later in a job.
import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import type { Knex } from "knex";
import { newId } from "../../../shared/kit/ids.ts";
import { MAX_PICTURE_BYTES, pictureFormats, type PictureFormat } from "../../../shared/domain/uploads-rules.ts";
import { createWorkQueue } from "../../kit/work-queue.ts";
import { makeAvif, makePage, makePicture, PICTURES_AT_ONCE, type MadePicture } from "./picture.ts";
import { refuseTooLarge } from "./receive.ts";
import { masterName, pictureName, sourceName } from "./store.ts";
import type { ObjectStore, Pictures } from "../../kit/upload-services.ts";

/** A row of `objects`. */
export type ObjectRow = {
  id: string;
  ownerId: string;
  width: number;
  height: number;
  widths: number[];
  placeholder: string;
  hasAvif: boolean;
  readyAt: Date | string | null;
  claimedAt: Date | string | null;
  removedAt: Date | string | null;
};

export type PictureTools = {
  db: Knex;
  store: ObjectStore;
  /** Reports the seconds spent on one picture, without time in the queue. */
  timed?: (work: "upload" | "avif", seconds: number) => void;
};

/** Most queued uploads: at half a second each, none waits longer than a client does. */
const MOST_WAITING = 40;

export function createPictures({ db, store, timed = () => undefined }: PictureTools): Pictures {
  const queue = createWorkQueue(PICTURES_AT_ONCE, MOST_WAITING);
  // AVIF takes seconds; one at a time leaves the machine to requests.
  const avifQueue = createWorkQueue(1, Number.POSITIVE_INFINITY);

  async function clocked<Result>(work: "upload" | "avif", task: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    try {
      return await task();
    } finally {
      timed(work, (performance.now() - start) / 1000);
    }
  }

  function keep(read: () => Promise<Buffer>, ownerId: string): Promise<string> {
    return queue.run(() =>
      clocked("upload", async () => storePicture({ db, store }, await makePicture(await read()), ownerId)),
    );
  }

  return {
    keepFile: (file, ownerId) => keep(() => readFile(file), ownerId),

    async keepSource(uploadId, ownerId) {
      const size = await store.size(sourceName(uploadId));
      if (size === null) return null;
      if (size > MAX_PICTURE_BYTES) refuseTooLarge();
      return keep(async () => {
        const found = await store.open(sourceName(uploadId));
        return found ? buffer(found.body) : Buffer.alloc(0);
      }, ownerId);
    },

    makePage: (bytes) => queue.run(() => clocked("upload", () => makePage(bytes))),
    addAvif: (objectId) => avifQueue.run(() => clocked("avif", () => addAvif({ db, store }, objectId))),
    removeFiles: (objectId, widths) => removeFiles(store, objectId, widths),
    waiting: () => queue.waiting(),
  };
}

type Tools = Pick<PictureTools, "db" | "store">;

/** Adds the row, then the files, then marks them complete; the sweep removes what a crash leaves. */
async function storePicture({ db, store }: Tools, made: MadePicture, ownerId: string): Promise<string> {
  const id = newId();
  const { width, height, placeholder } = made;
  const widths = [...new Set(made.files.map((file) => file.width))];
  await db("objects").insert({ id, ownerId, width, height, widths, placeholder });
  try {
    for (const file of made.files)
      await store.put(pictureName(id, file.width, file.format), file.bytes, mimeOf(file.format));
    await store.put(masterName(id), made.master, "image/webp");
  } catch (error) {
    // A full disk cannot store half a picture either. The sweep removes what cannot be removed now.
    const isGone = await removeFiles(store, id, widths).then(
      () => true,
      () => false,
    );
    if (isGone) await db("objects").where({ id }).delete();
    throw error;
  }
  await db("objects").where({ id }).update({ readyAt: db.fn.now() });
  return id;
}

async function removeFiles(store: ObjectStore, objectId: string, widths: readonly number[]): Promise<void> {
  const names = widths.flatMap((width) => pictureFormats.map((format) => pictureName(objectId, width, format)));
  await store.remove([masterName(objectId), ...names]);
}

async function addAvif({ db, store }: Tools, id: string): Promise<void> {
  const row: ObjectRow | undefined = await db("objects").where({ id, hasAvif: false }).whereNull("removedAt").first();
  if (!row) return;
  const found = await store.open(masterName(id));
  if (!found) return;
  const master = await buffer(found.body);
  for (const width of row.widths)
    await store.put(pictureName(id, width, "avif"), await makeAvif(master, width), mimeOf("avif"));
  const isThere = await db("objects").where({ id }).whereNull("removedAt").update({ hasAvif: true });
  // The sweep has removed the picture meanwhile, so its new file goes too.
  if (!isThere) await store.remove(row.widths.map((width) => pictureName(id, width, "avif")));
  await store.remove([masterName(id)]);
}

export function mimeOf(format: PictureFormat): string {
  return `image/${format}`;
}
