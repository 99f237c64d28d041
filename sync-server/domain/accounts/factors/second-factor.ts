// Turns the second factor of an account on and off. Both end all other sessions: they did not prove the factor, or may be a thief's.
import type { Knex } from "knex";
import type { secondFactorCommands, secondFactorQueries } from "../../../../shared/domain/accounts/second-factor.ts";
import { DomainError } from "../../../../shared/kit/errors.ts";
import { userScope, type Handlers, type SignedInContext } from "../../../kit/command-handler.ts";
import { enqueue } from "../../../kit/job-queue.ts";
import type { Resolvers } from "../../../kit/query-resolver.ts";
import { requirePassword } from "../passwords.ts";
import { endSessionsOf } from "../sessions.ts";
import { placeOf, renewRecoveryCodes, useCode } from "./codes.ts";
import { newTotpSecret, totpAddress } from "./totp.ts";

export const secondFactorHandlers: Handlers<typeof secondFactorCommands> = {
  "account.startSecondFactor": {
    async prepare({ db, me }, { password }) {
      const isStillRight = await requirePassword(db, me.id, password);
      return async ({ tx, services: { sealer } }) => {
        await isStillRight(tx);
        if (!sealer) throw new DomainError("factor-not-set-up");
        const secret = newTotpSecret();
        const row = { userId: me.id, ...sealer.seal(placeOf(me.id), secret), lastStep: 0, tries: 0 };
        const stored: unknown[] = await tx("second_factors")
          .insert(row)
          .onConflict("userId")
          .merge()
          .whereRaw(`second_factors."confirmedAt" is null`)
          .returning("userId");
        if (stored.length === 0) throw new DomainError("factor-is-on");
        return { secret, address: totpAddress(secret, me.email) };
      };
    },
  },

  async "account.confirmSecondFactor"(context, { code }) {
    const { tx, me, services } = context;
    await tx("users").where({ id: me.id }).forNoKeyUpdate().select("id");
    const isOpen: unknown = await tx("second_factors").where({ userId: me.id, confirmedAt: null }).first("userId");
    if (!isOpen) throw new DomainError("factor-is-on");
    await useCode(tx, services.sealer, me.id, code);
    await tx("second_factors").where({ userId: me.id }).update({ confirmedAt: tx.fn.now() });
    await setSecondFactor(context, true);
    return { recoveryCodes: await renewRecoveryCodes(tx, me.id) };
  },

  "account.renewRecoveryCodes": {
    async prepare({ db, me }, { password, code }) {
      const isStillRight = await requirePassword(db, me.id, password);
      return async ({ tx, services: { sealer } }) => {
        await isStillRight(tx);
        await useCode(tx, sealer, me.id, code);
        await enqueue(tx, "security-mail", { userId: me.id, about: "codes-renewed" });
        return { recoveryCodes: await renewRecoveryCodes(tx, me.id) };
      };
    },
  },

  "account.stopSecondFactor": {
    async prepare({ db, me }, { password, code }) {
      const isStillRight = await requirePassword(db, me.id, password);
      return async (context) => {
        const { tx, services } = context;
        await isStillRight(tx);
        if (services.requiresAdminFactor && me.isAdmin) throw new DomainError("second-factor-required");
        await useCode(tx, services.sealer, me.id, code);
        await forgetSecondFactor(tx, me.id);
        await setSecondFactor(context, false);
        return undefined;
      };
    },
  },
};

/** Deletes the secret and the recovery codes of a user. */
export async function forgetSecondFactor(tx: Knex.Transaction, userId: string): Promise<void> {
  await tx("second_factors").where({ userId }).delete();
  await tx("recovery_codes").where({ userId }).delete();
}

export const secondFactorResolvers: Resolvers<typeof secondFactorQueries> = {
  async "account.secondFactor"({ db, me, services: { sealer, requiresAdminFactor } }) {
    const { rows } = await db.raw<{ rows: { isOn: boolean; isAdmin: boolean; left: number }[] }>(
      `select "hasSecondFactor" as "isOn", "isAdmin",
         (select count(*)::int from recovery_codes where "userId" = users.id) as left
       from users where id = ?`,
      [me.id],
    );
    const { isOn, isAdmin, left } = rows[0]!;
    return {
      isOn,
      recoveryCodesLeft: left,
      isAvailable: sealer !== null,
      isRequired: requiresAdminFactor && isAdmin,
    };
  },
};

/** Stores whether log-ins ask for a code, tells the user by mail, and ends all sessions but this one. */
async function setSecondFactor({ tx, me, sessionHash, changed }: SignedInContext, isOn: boolean): Promise<void> {
  await tx("users")
    .where({ id: me.id })
    .update({ hasSecondFactor: isOn, rev: tx.raw("rev + 1") });
  changed("me", me.id, [userScope(me.id)]);
  await endSessionsOf(tx, me.id, sessionHash);
  await enqueue(tx, "security-mail", { userId: me.id, about: isOn ? "factor-on" : "factor-off" });
}
