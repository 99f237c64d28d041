import type { Knex } from "knex";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import type { profileCommands } from "../../../shared/domain/profile.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { lockUsers } from "../../db/locks.ts";
import { userScope, type Handlers } from "../../kit/command-handler.ts";
import { ownUserColumns, partnerScopes } from "../accounts/people.ts";
import { requireOwnPicture } from "../aircraft/pictures.ts";

export const profileHandlers: Handlers<typeof profileCommands> = {
  async "profile.update"({ tx, me, merge, changed }, { id, ...fields }) {
    if (id !== undefined && id !== me.id) throw new DomainError("forbidden");
    // An empty text means no picture, as null does.
    const wanted = fields.avatarUrl === "" ? { ...fields, avatarUrl: null } : fields;
    // Locks before it reads the partners, so that a concurrent first message waits or its author is included.
    await lockUsers(tx, [me.id], "change");
    const stored: OwnUser = await tx("users")
      .first(...ownUserColumns)
      .where({ id: me.id });
    if (wanted.avatarUrl) await requireOwnPicture({ tx, me }, "avatarUrl", wanted.avatarUrl, stored.avatarUrl);
    const changes = merge({ ...stored }, wanted);
    if (changes.userType === "pilot" && (await hasAircraft(tx, me.id))) throw new DomainError("has-aircraft");
    if (Object.keys(changes).length === 0) return stored;
    const [row]: OwnUser[] = await tx("users")
      .where({ id: me.id })
      .update({ ...changes, rev: tx.raw("rev + 1") })
      .returning(ownUserColumns);
    changed("me", me.id, [userScope(me.id)]);
    changed("people", me.id, await partnerScopes(tx, me.id));
    return row!;
  },
};

async function hasAircraft(tx: Knex, ownerId: string): Promise<boolean> {
  return Boolean(await tx("aircraft").where({ ownerId }).whereNull("deletedAt").first("id"));
}
