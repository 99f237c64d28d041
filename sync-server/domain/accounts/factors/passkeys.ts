// Passkeys: added after the password, listed, named and removed by their user; and the log-in with one, which needs no other factor.
import type { Knex } from "knex";
import {
  MOST_PASSKEYS,
  type Passkey,
  type passkeysCommands,
  type passkeysQueries,
} from "../../../../shared/domain/accounts/passkeys.ts";
import { DomainError } from "../../../../shared/kit/errors.ts";
import { isId, newId } from "../../../../shared/kit/ids.ts";
import { lockUsers } from "../../../db/locks.ts";
import { KeptRefusal, type Handlers } from "../../../kit/command-handler.ts";
import { enqueue } from "../../../kit/job-queue.ts";
import type { Resolvers } from "../../../kit/query-resolver.ts";
import { requireActive } from "../own/deletion.ts";
import { requirePassword } from "../passwords.ts";
import { ownUser } from "../people.ts";
import { tokenHash } from "../secrets.ts";
import { requireSecondFactor } from "./codes.ts";
import { CHALLENGE_SECONDS, checkCreation, checkLogIn, creationOptions, logInOptions } from "./webauthn.ts";

const shown = ["id", "name", "createdAt", "lastUsedAt", "isSynced"] as const;

export const passkeysHandlers: Handlers<typeof passkeysCommands> = {
  "account.startPasskey": {
    async prepare({ db, me, origin }, { password, code }) {
      const isStillRight = await requirePassword(db, me.id, password);
      const known: { credentialId: string; transports: string[] }[] = await db("passkeys")
        .where({ userId: me.id })
        .limit(MOST_PASSKEYS)
        .select("credentialId", "transports");
      const options = await creationOptions(origin, me, known);
      return async ({ tx, services: { sealer } }) => {
        await isStillRight(tx);
        await requireRoom(tx, me.id);
        await requireSecondFactor(tx, sealer, me.id, code);
        await keepChallenge(tx, options.challenge, me.id);
        return { options: { ...options } };
      };
    },
  },

  "account.addPasskey": {
    async prepare({ me, origin }, { name, response }) {
      const { challenge, proof } = await checkCreation(origin, { response });
      return async ({ tx }) => {
        await lockUsers(tx, [me.id], "change");
        const isFresh = await takeChallenge(tx, challenge, me.id);
        if (!isFresh || !proof) throw new KeptRefusal("passkey-invalid");
        await requireRoom(tx, me.id);
        const row = { id: newId(), userId: me.id, name, transports: response.response.transports ?? [], ...proof };
        const [passkey]: Passkey[] = await tx("passkeys")
          .insert(row)
          .onConflict("credentialId")
          .ignore()
          .returning([...shown]);
        if (!passkey) throw new KeptRefusal("passkey-invalid");
        await enqueue(tx, "security-mail", { userId: me.id, about: "passkey-added" });
        return { passkey };
      };
    },
  },

  async "account.renamePasskey"({ tx, me }, { id, name }) {
    const [passkey]: Passkey[] = isId(id)
      ? await tx("passkeys")
          .where({ id, userId: me.id })
          .update({ name })
          .returning([...shown])
      : [];
    if (!passkey) throw new DomainError("not-found");
    return { passkey };
  },

  "account.removePasskey": {
    async prepare({ db, me }, { id, password }) {
      const isStillRight = await requirePassword(db, me.id, password);
      return async ({ tx }) => {
        await isStillRight(tx);
        const removed = isId(id) ? await tx("passkeys").where({ id, userId: me.id }).delete() : 0;
        if (removed === 0) throw new DomainError("not-found");
        await enqueue(tx, "security-mail", { userId: me.id, about: "passkey-removed" });
        return undefined;
      };
    },
  },

  "auth.startPasskey": {
    async prepare({ origin }) {
      const options = await logInOptions(origin);
      return async ({ tx }) => {
        await keepChallenge(tx, options.challenge, null);
        return { options: { ...options } };
      };
    },
  },

  "auth.passkey": {
    async prepare({ db, origin }, { response, keepAccount: keeps = false }) {
      const passkey: { id: string; userId: string; credentialId: string; publicKey: Buffer } | undefined = await db(
        "passkeys",
      )
        .where({ credentialId: response.id })
        .first("id", "userId", "credentialId", "publicKey");
      const { challenge, proof } = await checkLogIn(origin, { response }, passkey);
      return async (context) => {
        const { tx } = context;
        if (passkey) await lockUsers(tx, [passkey.userId], keeps ? "change" : "keep");
        const isFresh = await takeChallenge(tx, challenge, null);
        if (!isFresh || !proof || !passkey) throw new KeptRefusal("passkey-invalid");
        await countUse(tx, passkey, proof);
        await requireActive(context, passkey.userId, keeps);
        await context.openSession(passkey.userId);
        const user = await ownUser(tx, passkey.userId);
        if (!user) throw new DomainError("passkey-invalid");
        return { user };
      };
    },
  },
};

export const passkeysResolvers: Resolvers<typeof passkeysQueries> = {
  async "account.passkeys"({ db, me }) {
    return { passkeys: await passkeysOf(db, me.id) };
  },
};

/** The passkeys of a user, the oldest first. */
export async function passkeysOf(db: Knex, userId: string): Promise<Passkey[]> {
  return db("passkeys")
    .where({ userId })
    .orderBy("createdAt")
    .limit(MOST_PASSKEYS)
    .select([...shown]);
}

/**
 * Stores a use. A counter that did not grow means that there are two copies of the device's key.
 * @throws DomainError passkey-copied; passkey-invalid, for one that was removed meanwhile
 */
async function countUse(
  tx: Knex.Transaction,
  { id, userId }: { id: string; userId: string },
  { counter, isSynced }: { counter: number; isSynced: boolean },
): Promise<void> {
  const counted = await tx("passkeys")
    .where({ id })
    .whereRaw(`(counter < :counter::bigint or (counter = 0 and :counter::bigint = 0))`, { counter })
    .update({ counter, isSynced, lastUsedAt: tx.fn.now() });
  if (counted === 1) return;
  const isThere: unknown = await tx("passkeys").where({ id }).first("id");
  if (!isThere) throw new KeptRefusal("passkey-invalid");
  await enqueue(tx, "security-mail", { userId, about: "passkey-copied" });
  throw new KeptRefusal("passkey-copied");
}

/** @throws DomainError too-many-passkeys */
async function requireRoom(tx: Knex.Transaction, userId: string): Promise<void> {
  const [row] = await tx("passkeys").where({ userId }).count({ count: "*" });
  if (Number(row?.["count"]) >= MOST_PASSKEYS) throw new DomainError("too-many-passkeys");
}

async function keepChallenge(tx: Knex.Transaction, challenge: string, userId: string | null): Promise<void> {
  await tx("passkey_challenges").insert({
    challengeHash: tokenHash(challenge),
    userId,
    expiresAt: tx.raw("now() + ? * interval '1 second'", [CHALLENGE_SECONDS]),
  });
}

/** Uses a challenge up, whatever the answer is worth. Returns whether it was open, for this use. */
async function takeChallenge(tx: Knex.Transaction, challenge: string | null, userId: string | null): Promise<boolean> {
  if (challenge === null) return false;
  const taken = await tx("passkey_challenges")
    .where({ challengeHash: tokenHash(challenge), userId })
    .whereRaw(`"expiresAt" > now()`)
    .delete();
  return taken === 1;
}
