import type { Knex } from "knex";
import type { uploadsCommands } from "../../../shared/domain/uploads.ts";
import { objectPath, uploadIdOf, UPLOAD_MINUTES } from "../../../shared/domain/uploads-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { enqueue } from "../../kit/job-queue.ts";
import { KeptRefusal, type Handlers, type WriteContext } from "../../kit/command-handler.ts";
import { joinParts, ownMultipart } from "./multipart.ts";
import type { ObjectRow } from "./pictures.ts";
import { requirePictureType } from "./picture-kind.ts";
import { releaseUploads } from "./reserved-bytes.ts";
import { addUpload, lockOwnUpload, ownUpload, type UploadRow } from "./rows.ts";
import { sourceName } from "./store.ts";

/** Address that receives the bytes, and that the claim names. */
function addressOf({ caller }: WriteContext, id: string): string {
  return `${caller.origin ?? ""}/api/objects/upload/${id}`;
}

export const uploadsHandlers: Handlers<typeof uploadsCommands> = {
  async "uploads.open"(context) {
    const id = await addUpload(context.tx, { userId: context.me.id, kind: "single" });
    return { uploadURL: addressOf(context, id) };
  },

  "uploads.claim": {
    async prepare({ db, me, uploads }, { aircraftImageURL }) {
      const id = uploadIdOf(aircraftImageURL);
      if (id === null)
        throw new DomainError("invalid", { fields: { aircraftImageURL: "This is no upload's address" } });
      const row = await ownUpload(db, id, me.id);
      // Multipart and direct uploads are decoded at the claim.
      const made = row.objectId ?? (await uploads.pictures.keepSource(id, me.id));
      if (made === null) throw new DomainError("nothing-uploaded");
      return async ({ tx }) => {
        const upload = await lockOwnUpload(tx, id, me.id);
        const objectId = upload.objectId ?? made;
        if (upload.objectId === null) {
          await tx("uploads").where({ id }).update({ objectId });
          await releaseUploads(tx, [id]);
          await enqueue(tx, "upload-removal", { uploadId: id, storeId: upload.storeId });
        }
        await claimObject(tx, objectId);
        return { objectPath: objectPath(objectId) };
      };
    },
  },

  "uploads.params": {
    async prepare({ uploads: { store } }, { type }) {
      if (type) requirePictureType(type);
      const id = newId();
      const signed = await store.direct?.signPut(sourceName(id), type, UPLOAD_MINUTES * 60);
      return async (context) => {
        await addUpload(context.tx, { id, userId: context.me.id, kind: "params" });
        const headers: Record<string, string> = signed && type ? { "Content-Type": type } : {};
        return { method: "PUT" as const, url: signed ?? addressOf(context, id), fields: {}, headers };
      };
    },
  },

  "uploads.credentials": {
    async prepare({ uploads: { temporary } }) {
      if (!temporary) throw new DomainError("not-configured");
      const id = newId();
      const answer = await temporary(sourceName(id));
      return async ({ tx, me }) => {
        await addUpload(tx, { id, userId: me.id, kind: "params" });
        return { ...answer, key: sourceName(id) };
      };
    },
  },

  "uploads.createMultipart": {
    async prepare({ uploads: { store } }, { type }) {
      requirePictureType(type);
      const id = newId();
      const storeId = await store.startParts(sourceName(id), type);
      return async ({ tx, me }) => {
        await addUpload(tx, { id, userId: me.id, kind: "multipart", storeId });
        return { uploadId: id, key: sourceName(id) };
      };
    },
  },

  "uploads.completeMultipart": {
    async prepare({ db, me, uploads: { store } }, { parts, ...named }) {
      const row = await ownMultipart(db, named, me.id);
      let refusal: DomainError | undefined;
      try {
        await joinParts(store, row, parts);
      } catch (error) {
        if (!(error instanceof DomainError && error.code === "too-large")) throw error;
        refusal = error;
      }
      return async (context) => {
        if (refusal) {
          await forget(context.tx, row);
          throw new KeptRefusal("too-large", { message: refusal.message });
        }
        await lockOwnUpload(context.tx, row.id, me.id);
        return { location: addressOf(context, row.id) };
      };
    },
  },

  "uploads.abortMultipart": {
    async prepare({ db, me }, named) {
      const row = await ownMultipart(db, named, me.id);
      return async ({ tx }) => {
        await forget(tx, await lockOwnUpload(tx, row.id, me.id));
        return {};
      };
    },
  },
};

/** Deletes an upload's row; a job removes its bytes from the store. */
async function forget(tx: Knex.Transaction, { id, storeId }: Pick<UploadRow, "id" | "storeId">): Promise<void> {
  await tx("uploads").where({ id }).delete();
  await releaseUploads(tx, [id]);
  await enqueue(tx, "upload-removal", { uploadId: id, storeId });
}

/** A claimed picture must appear in a listing or a profile within a day. */
async function claimObject(tx: Knex.Transaction, id: string): Promise<void> {
  const row: ObjectRow | undefined = await tx("objects")
    .where({ id })
    .whereNotNull("readyAt")
    .whereNull("removedAt")
    .forUpdate()
    .first();
  if (!row) throw new DomainError("not-found");
  const aDayFromNow = tx.raw("now() + interval '1 day'");
  if (row.claimedAt === null) {
    await tx("objects")
      .where({ id })
      .update({ claimedAt: tx.fn.now(), unusedSince: tx.fn.now(), checkAt: aDayFromNow });
    await enqueue(tx, "picture-avif", { objectId: id });
  } else {
    await tx("objects")
      .where({ id })
      .whereNotNull("unusedSince")
      .update({ unusedSince: tx.fn.now(), checkAt: aDayFromNow });
  }
}
