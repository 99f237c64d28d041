// The codes of a second factor: the app's are checked against the encrypted secret, recovery codes against their digests. Each
// is counted and used up in one locked row.
import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import { RECOVERY_CODES } from "../../../../shared/domain/accounts/second-factor.ts";
import { DomainError } from "../../../../shared/kit/errors.ts";
import { KeptRefusal } from "../../../kit/command-handler.ts";
import { enqueue } from "../../../kit/job-queue.ts";
import type { Sealed, Sealer } from "../../../kit/sealer.ts";
import { codeHash } from "../secrets.ts";
import { base32, stepOfCode } from "./totp.ts";

/** Codes in fifteen minutes, after which the right one is refused too. */
const MOST_TRIES = 10;
const TRIES_SECONDS = 900;

/** 120 random bits, so that a plain digest is enough. */
const RECOVERY_BYTES = 15;

/** Binds a secret to the row of its user. */
export const placeOf = (userId: string) => `second-factor:${userId}`;

type FactorRow = Sealed & { lastStep: number; tries: number };

/**
 * Checks the second factor of a user whose password fits; nothing for an account without one.
 * @throws DomainError second-factor-needed, factor-invalid, too-many
 */
export async function requireSecondFactor(
  tx: Knex.Transaction,
  sealer: Sealer | null,
  userId: string,
  code: string | undefined,
): Promise<void> {
  const isOn: unknown = await tx("users").where({ id: userId, hasSecondFactor: true }).first("id");
  if (!isOn) return;
  if (!code) throw new DomainError("second-factor-needed");
  await useCode(tx, sealer, userId, code);
}

/**
 * Uses a code up. The row is locked, so of equal codes at the same time one fits.
 * @throws DomainError factor-invalid, whose count stays; too-many
 */
export async function useCode(
  tx: Knex.Transaction,
  sealer: Sealer | null,
  userId: string,
  typed: string,
): Promise<void> {
  const isOld = tx.raw(`"triesSince" < now() - ? * interval '1 second'`, [TRIES_SECONDS]);
  const [row]: FactorRow[] = await tx("second_factors")
    .where({ userId })
    .update({
      tries: tx.raw("case when ? then 1 else tries + 1 end", [isOld]),
      triesSince: tx.raw(`case when ? then now() else "triesSince" end`, [isOld]),
    })
    .returning(["keyId", "sealed", "lastStep", "tries"]);
  if (!row) throw wrongCode();
  if (row.tries > MOST_TRIES) throw new DomainError("too-many", { retryAfter: TRIES_SECONDS });
  const lastStep = await usedStep(tx, sealer, { userId, row, typed });
  if (lastStep === null) {
    if (row.tries === MOST_TRIES) await enqueue(tx, "security-mail", { userId, about: "codes-guessed" });
    throw wrongCode();
  }
  await tx("second_factors").where({ userId }).update({ lastStep, tries: 0 });
}

/** A refusal that keeps the count of tries. */
function wrongCode(): KeptRefusal {
  const { message } = new DomainError("factor-invalid");
  return new KeptRefusal("factor-invalid", { fields: { code: message } });
}

/** The newest used step after a code that fits: its own, or the former one for a recovery code. Null for a wrong code. */
async function usedStep(
  tx: Knex.Transaction,
  sealer: Sealer | null,
  { userId, row, typed }: { userId: string; row: FactorRow; typed: string },
): Promise<number | null> {
  const code = plain(typed);
  if (/^\d{6}$/.test(code)) {
    const secret = sealer?.open(placeOf(userId), row) ?? null;
    const step = secret === null ? null : stepOfCode(secret, code, Date.now());
    return step !== null && step > row.lastStep ? step : null;
  }
  const used = await tx("recovery_codes")
    .where({ userId, codeHash: codeHash(userId, code) })
    .delete();
  if (used === 0) return null;
  await enqueue(tx, "security-mail", { userId, about: "recovery-code-used" });
  return row.lastStep;
}

/** Replaces the recovery codes of a user. Returns the new ones in readable form, which is stored nowhere. */
export async function renewRecoveryCodes(tx: Knex.Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx("recovery_codes").where({ userId }).delete();
  await tx("recovery_codes").insert(codes.map((code) => ({ userId, codeHash: codeHash(userId, plain(code)) })));
  return codes;
}

/** Four groups of six letters and digits. */
function newRecoveryCode(): string {
  return base32(randomBytes(RECOVERY_BYTES)).toLowerCase().match(/.{6}/g)!.join("-");
}

/** A typed code without spaces and hyphens. */
function plain(typed: string): string {
  return typed.replaceAll(/[\s-]/g, "").toLowerCase();
}

/** Secrets in one statement. */
const AT_ONCE = 200;

/** Encrypts secrets of earlier keys with the present one, so that the earlier ones can be removed. */
export async function sealSecretsAgain(db: Knex, sealer: Sealer): Promise<void> {
  for (const keyId of sealer.pastKeyIds) {
    for (let after: string | null = null; ;) {
      const rows: (Sealed & { userId: string })[] = await db("second_factors")
        .where({ keyId })
        .modify((query) => after !== null && void query.where("userId", ">", after))
        .orderBy("userId")
        .limit(AT_ONCE)
        .select("userId", "keyId", "sealed");
      for (const { userId, sealed } of rows) {
        const secret = sealer.open(placeOf(userId), { keyId, sealed });
        // Not over another secret that came meanwhile.
        if (secret !== null)
          await db("second_factors")
            .where({ userId, sealed })
            .update(sealer.seal(placeOf(userId), secret));
      }
      const last = rows.at(-1);
      if (!last) break;
      after = last.userId;
    }
  }
}
