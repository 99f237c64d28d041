// A PUT to an upload address: checks the address, receives the bytes, encodes the picture, then marks the address as used.
import type { Knex } from "knex";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import type { Received } from "./receive.ts";
import { lockOwnUpload, requireOpen, type UploadRow } from "./rows.ts";
import { WHOLE, withReservedBytes } from "./reserved-bytes.ts";
import { sourceName } from "./store.ts";
import type { UploadServices } from "../../kit/upload-services.ts";

type Context = { db: Knex; uploads: UploadServices; me: OwnUser };

/**
 * Stores a picture for an address; returns an ETag. A refused or interrupted PUT leaves the address open.
 * @throws DomainError not-found, wrong-user, already-uploaded, upload-expired, too-many, too-large, not-an-image,
 * picture-unreadable, busy; StoreFull, StoreUnavailable
 */
export async function putPicture(
  context: Context,
  { id, length }: { id: string; length: number | undefined },
  take: (most: number) => Promise<Received>,
): Promise<string> {
  const { db, me } = context;
  const row = await requireOpen(db, id, me.id);
  return withReservedBytes(context, { upload: row, part: WHOLE, length }, async ({ most, keep }) => {
    const received = await take(most);
    try {
      if (row.kind !== "params") return await keepPicture(context, row, received);
      return await keep(received.size, () => keepUndecoded(context, row, received));
    } finally {
      await received.discard();
    }
  });
}

async function keepPicture({ db, uploads, me }: Context, { id }: UploadRow, { file }: Received): Promise<string> {
  const objectId = await uploads.pictures.keepFile(file, me.id);
  await db.transaction(async (tx) => {
    const current = await lockOwnUpload(tx, id, me.id);
    // Another PUT to this address won; the sweep removes this picture.
    if (current.objectId !== null) throw new DomainError("already-uploaded");
    await tx("uploads").where({ id }).update({ objectId });
  });
  return objectId;
}

/** Stores the bytes undecoded; the claim decodes them. */
async function keepUndecoded({ uploads: { store } }: Context, { id }: UploadRow, received: Received): Promise<string> {
  const name = sourceName(id);
  if ((await store.size(name)) !== null) throw new DomainError("already-uploaded");
  await store.put(name, received, "application/octet-stream");
  return received.digest;
}
