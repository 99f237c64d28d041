// Pages of photographed papers: received from a pilot, encoded again, encrypted, and read by the owner of one booking.
import type { Knex } from "knex";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { MAX_PAGES, MAX_SCANS } from "../../../shared/domain/eligibility/scan-rules.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { isId } from "../../../shared/kit/ids.ts";
import { lockUsers } from "../../db/locks.ts";
import type { Sealed, Sealer } from "../../kit/sealer.ts";
import type { Pictures } from "../../kit/upload-services.ts";

/** Pages of one user that no booking has yet: all of a full wallet. */
const MOST_UNSHARED = MAX_SCANS * MAX_PAGES;
/** A page that no booking has got by then is removed; devices forget a picture that nothing needs as early. */
const UNSHARED_DAYS = 7;
const RETRY_SECONDS = 60;

/** A page of its pilot alone, to which its encryption binds it. */
export const unsharedPlace = (userId: string, pageId: string) => `scan-page:${userId}:${pageId}`;
/** A page that a booking shows. */
export const sharedPlace = (bookingId: string, scanId: string, pageId: string) =>
  `shared-page:${bookingId}:${scanId}:${pageId}`;

type Context = { db: Knex; me: OwnUser; sealer: Sealer | null; pictures: Pick<Pictures, "makePage"> };

/**
 * Stores a page under the id that its device made. The same id again changes nothing, so a device may repeat a request.
 * @throws DomainError not-found, papers-not-set-up, too-many, too-large, not-an-image, picture-unreadable, busy
 */
export async function putPage(
  { db, me, sealer, pictures }: Context,
  id: string,
  receive: () => Promise<Buffer>,
): Promise<void> {
  if (!isId(id)) throw new DomainError("not-found");
  if (!sealer) throw new DomainError("papers-not-set-up");
  if (await isStored(db, id, me.id)) return;
  const page = await pictures.makePage(await receive());
  await db.transaction(async (tx) => {
    // One page of a user at a time, so that parallel ones keep the limit.
    await lockUsers(tx, [me.id], "change");
    if (await isStored(tx, id, me.id)) return;
    const { count } = (await tx("scan_pages").where({ userId: me.id }).whereNull("bookingId").count().first()) as {
      count: string | number;
    };
    if (Number(count) >= MOST_UNSHARED) throw new DomainError("too-many", { retryAfter: RETRY_SECONDS });
    await tx("scan_pages").insert({ id, userId: me.id, ...sealer.seal(unsharedPlace(me.id, id), page) });
  });
}

/** @throws DomainError not-found for a page of another user */
async function isStored(db: Knex, id: string, userId: string): Promise<boolean> {
  const row: { userId: string } | undefined = await db("scan_pages").where({ id }).first("userId");
  if (row && row.userId !== userId) throw new DomainError("not-found");
  return row !== undefined;
}

/** A page of a booking as a JPEG; null for another booking's page, and for one that cannot be decrypted. */
export async function sharedPage(
  db: Knex,
  sealer: Sealer,
  { bookingId, pageId }: { bookingId: string; pageId: string },
): Promise<Buffer | null> {
  if (!isId(pageId)) return null;
  const row: (Sealed & { scanId: string }) | undefined = await db("scan_pages")
    .where({ id: pageId, bookingId })
    .first("scanId", "keyId", "sealed");
  return row ? sealer.openBytes(sharedPlace(bookingId, row.scanId, pageId), row) : null;
}

/** A page of its pilot, shared or not; null for another pilot's, and for one that cannot be decrypted. */
export async function ownPage(
  db: Knex,
  sealer: Sealer,
  { userId, pageId }: { userId: string; pageId: string },
): Promise<Buffer | null> {
  const row: (Sealed & { bookingId: string | null; scanId: string | null }) | undefined = await db("scan_pages")
    .where({ id: pageId, userId })
    .first("bookingId", "scanId", "keyId", "sealed");
  if (!row) return null;
  const { bookingId, scanId } = row;
  const isShared = bookingId !== null && scanId !== null;
  return sealer.openBytes(isShared ? sharedPlace(bookingId, scanId, pageId) : unsharedPlace(userId, pageId), row);
}

/** Removes pages that were sent and never shared. */
export async function sweepPages(db: Knex): Promise<void> {
  await db("scan_pages").whereNull("bookingId").whereRaw(`at < now() - ? * interval '1 day'`, [UNSHARED_DAYS]).delete();
}
