import type { Knex } from "knex";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import type { adminCommands } from "../../../shared/domain/admin.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { userScope, type Handlers, type SignedInContext } from "../../kit/command-handler.ts";
import { requireAllowedPassword } from "../accounts/password-policy.ts";
import { setPassword } from "../accounts/passwords.ts";
import { ownUser, ownUserColumns, partnerScopes } from "../accounts/people.ts";
import { hashPassword } from "../accounts/secrets.ts";
import { endSessionsOf } from "../accounts/sessions.ts";
import { logAircraftOfOwner } from "../aircraft/commands.ts";
import { noteOwnerChange } from "../searches/aircraft-changes.ts";

export const adminHandlers: Handlers<typeof adminCommands> = {
  async "admin.setVerified"(context, { id, verified }) {
    const { person } = await lockOther(context, id);
    return person.verified === verified ? person : change(context, id, { verified });
  },

  async "admin.setActive"(context, { id, isActive }) {
    const { tx } = context;
    const { person, otherAdmins } = await lockOther(context, id);
    if (person.isActive === isActive) return person;
    if (isActive) {
      const changed = await change(context, id, { isActive });
      context.logged(await logAircraftOfOwner(tx, id));
      await noteOwnerChange(tx, id, isActive);
      return changed;
    }
    if (otherAdmins === 0) throw new DomainError("last-admin");
    // A reactivated user must request a new reset link.
    const changed = await change(context, id, { isActive, passwordResetToken: null, passwordResetExpiry: null });
    await endSessionsOf(tx, id, null);
    context.logged(await logAircraftOfOwner(tx, id));
    await noteOwnerChange(tx, id, isActive);
    return changed;
  },

  async "admin.setAdmin"(context, { id, isAdmin }) {
    const { person, otherAdmins } = await lockOther(context, id);
    if (person.isAdmin === isAdmin) return person;
    if (!isAdmin && otherAdmins === 0) throw new DomainError("last-admin");
    return change(context, id, { isAdmin });
  },

  "admin.setPassword": {
    async prepare({ db, me, passwordMin }, { id, newPassword }) {
      requireOther(me, id);
      requireAllowedPassword(newPassword, { min: passwordMin, field: "newPassword" });
      if (!(await ownUser(db, id))) throw new DomainError("user-not-found");
      const stored = await hashPassword(newPassword);
      return async (context) => {
        const { person } = await lockOther(context, id);
        await setPassword(context.tx, id, stored, null);
        return person;
      };
    },
  },
};

/** @throws DomainError own-admin */
function requireOther(me: OwnUser, id: string): void {
  if (id.toLowerCase() === me.id) throw new DomainError("own-admin");
}

/**
 * Locks the user and all admins, so that of two concurrent admins the second sees the first one's changes.
 * Returns the number of other active admins.
 * @throws DomainError own-admin, user-not-found, last-admin, forbidden
 */
async function lockOther({ tx, me }: SignedInContext, id: string): Promise<{ person: OwnUser; otherAdmins: number }> {
  requireOther(me, id);
  const locked: OwnUser[] = await tx("users")
    .select(ownUserColumns)
    .where({ isAdmin: true, isActive: true })
    .orWhere({ id })
    .orderBy("id")
    .forNoKeyUpdate();
  const admins = locked.filter(({ isAdmin, isActive }) => isAdmin && isActive);
  const person = locked.find((one) => one.id === id.toLowerCase());
  if (!person) throw new DomainError("user-not-found");
  const otherAdmins = admins.filter((admin) => admin.id !== person.id).length;
  // The admin lost the flag while this call waited for the lock.
  if (!admins.some((admin) => admin.id === me.id))
    throw new DomainError(otherAdmins === 0 ? "last-admin" : "forbidden");
  return { person, otherAdmins };
}

type Changes = Partial<Pick<OwnUser, "verified" | "isActive" | "isAdmin">> & {
  passwordResetToken?: null;
  passwordResetExpiry?: null;
};

/** Changes the locked user, and logs it for them and all their conversation partners. */
async function change({ tx, changed }: SignedInContext, id: string, changes: Changes): Promise<OwnUser> {
  const [row]: OwnUser[] = await tx("users")
    .where({ id })
    .update({ ...changes, rev: (tx as Knex).raw("rev + 1") })
    .returning(ownUserColumns);
  changed("me", id, [userScope(id)]);
  changed("people", id, await partnerScopes(tx, id));
  return row!;
}
