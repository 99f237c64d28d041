// What a PUT to an upload's address does: check the address, take the bytes, make the picture, and only then count the address as used.
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
 * Takes a picture for an address; gives a word that changes with the picture. A refused or cut PUT leaves the address open.
 * @throws DomainError not-found, wrong-user, already-uploaded, upload-expired, too-many, too-large, not-an-image,
 * picture-unreadable, busy, too-many; StoreFull, StoreAway
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
      return await keep(received.size, () => keepUnseen(context, row, received));
    } finally {
      await received.discard();
    }
  });
}

async function keepPicture({ db, uploads, me }: Context, { id }: UploadRow, { file }: Received): Promise<string> {
  const objectId = await uploads.pictures.keepFile(file, me.id);
  await db.transaction(async (tx) => {
    const current = await lockOwnUpload(tx, id, me.id);
    // Another PUT to this address was faster; its picture stays and this one is swept.
    if (current.objectId !== null) throw new DomainError("already-uploaded");
    await tx("uploads").where({ id }).update({ objectId });
  });
  return objectId;
}

/** The claim looks at it. */
async function keepUnseen({ uploads: { store } }: Context, { id }: UploadRow, received: Received): Promise<string> {
  const name = sourceName(id);
  if ((await store.size(name)) !== null) throw new DomainError("already-uploaded");
  await store.put(name, received, "application/octet-stream");
  return received.digest;
}
