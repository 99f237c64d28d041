// Logs whose listings are hidden from whom. Only about users who have listings: others get no hint of a block.
import { userScope, type SignedInContext } from "../../kit/command-handler.ts";

/** Logs for each user of a pair that the other's listings are hidden, or no longer; only about a user who has listings. */
export async function hiddenBothWays({ tx, me, changed }: SignedInContext, other: string): Promise<void> {
  const { rows } = await tx.raw<{ rows: { id: string }[] }>(
    `select id from users where id in (:one, :other)
       and exists (select from aircraft a where a."ownerId" = users.id and a."deletedAt" is null)`,
    { one: me.id, other },
  );
  for (const { id } of rows) changed("hiddenOwners", id, [userScope(id === me.id ? other : me.id)]);
}

/** Logs that a user has a first listing, or no more, for everybody from whom it is hidden. */
export async function logHiddenOwner(
  { tx, changed }: Pick<SignedInContext, "tx" | "changed">,
  ownerId: string,
): Promise<void> {
  const hidden: { userId: string }[] = await tx("hidden_owners").where({ ownerId }).select("userId");
  if (hidden.length > 0)
    changed(
      "hiddenOwners",
      ownerId,
      hidden.map(({ userId }) => userScope(userId)),
    );
}
