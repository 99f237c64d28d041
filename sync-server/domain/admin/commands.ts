import type { Knex } from "knex";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import type { adminCommands } from "../../../shared/domain/admin.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import {
  userScope,
  type Audited,
  type AuditFields,
  type AuditLine,
  type Handlers,
  type SignedInContext,
} from "../../kit/command-handler.ts";
import { enqueue } from "../../kit/job-queue.ts";
import { forgetSecondFactor } from "../accounts/factors/second-factor.ts";
import { requireAllowedPassword } from "../accounts/password-policy.ts";
import { setPassword } from "../accounts/passwords.ts";
import { ownUser, ownUserColumns, partnerScopes } from "../accounts/people.ts";
import { hashPassword } from "../accounts/secrets.ts";
import { endSessionsOf } from "../accounts/sessions.ts";
import { logAircraftOfOwner } from "../aircraft/commands.ts";
import { noteOwnerChange } from "../searches/aircraft-changes.ts";

export const adminHandlers: Handlers<typeof adminCommands> = {
  async "admin.setVerified"(context, { id, verified, reason }) {
    const { person } = await lockOther(context, id);
    if (person.verified === verified) return { result: person, audit: [] };
    const result = await change(context, id, { verified });
    return { result, audit: [aboutUser(id, { verified: !verified }, { verified }, reason)] };
  },

  async "admin.setActive"(context, { id, isActive, reason }) {
    const { person, otherAdmins } = await lockOther(context, id);
    if (person.isActive === isActive) return { result: person, audit: [] };
    const result = isActive ? await activate(context, id) : await deactivate(context, id, otherAdmins);
    return { result, audit: [aboutUser(id, { isActive: !isActive }, { isActive }, reason)] };
  },

  async "admin.setAdmin"(context, { id, isAdmin, reason }) {
    const { person, otherAdmins } = await lockOther(context, id);
    if (person.isAdmin === isAdmin) return { result: person, audit: [] };
    if (!isAdmin && otherAdmins === 0) throw new DomainError("last-admin");
    return await setAdmin(context, id, isAdmin, reason);
  },

  async "admin.removeSecondFactor"(context, { id, reason }) {
    const { person } = await lockOther(context, id);
    if (!person.hasSecondFactor) return { result: person, audit: [] };
    return await removeSecondFactor(context, id, reason);
  },

  "admin.setPassword": {
    async prepare({ db, me, passwordMin }, { id, newPassword, reason }) {
      requireOther(me, id);
      requireAllowedPassword(newPassword, { min: passwordMin, field: "newPassword" });
      if (!(await ownUser(db, id))) throw new DomainError("user-not-found");
      const stored = await hashPassword(newPassword);
      return async (context) => {
        const { person } = await lockOther(context, id);
        await setPassword(context.tx, id, stored, null);
        return { result: person, audit: [aboutUser(id, null, null, reason)] };
      };
    },
  },
};

/** Makes a locked user an admin, or takes that away. */
export async function setAdmin(
  context: Pick<SignedInContext, "tx" | "changed">,
  id: string,
  isAdmin: boolean,
  reason: string | undefined,
): Promise<Audited<OwnUser>> {
  const result = await change(context, id, { isAdmin });
  return { result, audit: [aboutUser(id, { isAdmin: !isAdmin }, { isAdmin }, reason)] };
}

/** Removes the second factor of a locked user, ends all their sessions, and tells them by mail. */
export async function removeSecondFactor(
  context: Pick<SignedInContext, "tx" | "changed">,
  id: string,
  reason: string,
): Promise<Audited<OwnUser>> {
  const { tx } = context;
  await forgetSecondFactor(tx, id);
  await endSessionsOf(tx, id, null);
  const result = await change(context, id, { hasSecondFactor: false });
  await enqueue(tx, "security-mail", { userId: result.id, about: "factor-removed" });
  return { result, audit: [aboutUser(id, { hasSecondFactor: true }, { hasSecondFactor: false }, reason)] };
}

/** A line of the audit trail about a user's account. */
function aboutUser(
  id: string,
  before: AuditFields | null,
  after: AuditFields | null,
  reason: string | undefined,
): AuditLine {
  return { targetType: "user", targetId: id.toLowerCase(), before, after, reason };
}

/** Deactivates a user for another command; returns its lines of the audit trail, none when they were deactivated already. */
export async function deactivateUser(
  context: SignedInContext,
  id: string,
  reason: string | undefined,
): Promise<readonly AuditLine[]> {
  const { person, otherAdmins } = await lockOther(context, id);
  if (!person.isActive) return [];
  await deactivate(context, id, otherAdmins);
  return [{ ...aboutUser(id, { isActive: true }, { isActive: false }, reason), action: "admin.setActive" }];
}

/** @throws DomainError being-deleted, for an account that its user deletes: only they can keep it */
async function activate(context: SignedInContext, id: string): Promise<OwnUser> {
  if (await context.tx("account_deletions").where({ userId: id }).first("userId"))
    throw new DomainError("being-deleted");
  const changed = await change(context, id, { isActive: true });
  context.logged(await logAircraftOfOwner(context.tx, id));
  await noteOwnerChange(context.tx, id, true);
  return changed;
}

/** @throws DomainError last-admin */
async function deactivate(context: SignedInContext, id: string, otherAdmins: number): Promise<OwnUser> {
  const { tx } = context;
  if (otherAdmins === 0) throw new DomainError("last-admin");
  // A reactivated user must request a new reset link.
  const changed = await change(context, id, { isActive: false, passwordResetToken: null, passwordResetExpiry: null });
  await endSessionsOf(tx, id, null);
  context.logged(await logAircraftOfOwner(tx, id));
  await noteOwnerChange(tx, id, false);
  return changed;
}

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

type Changes = Partial<Pick<OwnUser, "verified" | "isActive" | "isAdmin" | "hasSecondFactor">> & {
  passwordResetToken?: null;
  passwordResetExpiry?: null;
};

/** Changes the locked user, and logs it for them and all their conversation partners. */
async function change(
  { tx, changed }: Pick<SignedInContext, "tx" | "changed">,
  id: string,
  changes: Changes,
): Promise<OwnUser> {
  const [row]: OwnUser[] = await tx("users")
    .where({ id })
    .update({ ...changes, rev: (tx as Knex).raw("rev + 1") })
    .returning(ownUserColumns);
  changed("me", id, [userScope(id)]);
  changed("people", id, await partnerScopes(tx, id));
  return row!;
}
