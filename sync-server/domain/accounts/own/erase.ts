// The final deletion of an account. Every step may run twice, in several processes: it stops at any moment and goes on later.
import type { Knex } from "knex";
import { DEFAULT_PICTURE } from "../../../../shared/domain/aircraft-rules.ts";
import { entities } from "../../../../shared/entities.ts";
import { appendChanges, type ChangeLine } from "../../../db/change-log.ts";
import { retryConflicts } from "../../../db/locks.ts";
import { userScope } from "../../../kit/command-handler.ts";
import { lockListing, unlist } from "../../aircraft/commands.ts";
import { removeAccessNotes } from "../../aircraft/access-notes.ts";
import type { Posting } from "../../messages/commands.ts";
import { partnerScopes } from "../people.ts";
import { hashPassword, newToken } from "../secrets.ts";
import { cancelAhead, endRequests } from "./deletion.ts";

/** The name in conversations and reviews that stay. */
export const FORMER_MEMBER = "Former member";

/** Rows that one statement deletes. */
const BATCH = 1000;

/** Accounts in one round. */
const MOST = 20;

/** All tables with rows of one user that go, by the column of the user. */
export const erasedTables: readonly (readonly [table: string, column: string])[] = [
  ["push_subscriptions", "userId"],
  ["sessions", "userId"],
  ["known_devices", "userId"],
  ["clients", "userId"],
  ["push_jobs", "userId"],
  ["push_told", "userId"],
  ["notice_mails", "userId"],
  ["notice_settings", "userId"],
  ["conversation_mutes", "userId"],
  ["conversation_mutes", "peerId"],
  ["blocked_people", "userId"],
  ["blocked_people", "blockedId"],
  ["calendar_feeds", "userId"],
  ["wallet_papers", "userId"],
  ["email_changes", "userId"],
  ["second_factors", "userId"],
  ["recovery_codes", "userId"],
  ["passkeys", "userId"],
  ["passkey_challenges", "userId"],
  ["exports", "userId"],
  ["scan_pages", "userId"],
  ["searches", "userId"],
  ["favorites", "userId"],
  ["upload_bytes", "userId"],
  ["outcomes", "userId"],
];

/** Erases all accounts whose days are over. A failure blocks no other account. */
export async function eraseDueAccounts(db: Knex): Promise<void> {
  const due: string[] = await db("account_deletions")
    .whereNull("erasedAt")
    .whereRaw(`"eraseAt" <= now()`)
    .orderBy("eraseAt")
    .limit(MOST)
    .pluck("userId");
  const problems: unknown[] = [];
  for (const userId of due) await eraseAccount(db, userId).catch((problem: unknown) => void problems.push(problem));
  if (problems.length > 0) throw problems[0];
}

/** Erases one account whose days are over; nobody can keep it any more. */
export async function eraseAccount(db: Knex, userId: string): Promise<void> {
  await inPosting(db, (posting) => endRequests(posting, userId));
  await inPosting(db, (posting) => cancelAhead(posting, userId));
  const listings: string[] = await db("aircraft").where({ ownerId: userId }).orderBy("id").pluck("id");
  for (const id of listings) await inPosting(db, (posting) => eraseListing(posting, id));
  for (const table of ["shared_papers", "shared_scans"])
    await db(table)
      .whereIn("bookingId", db("bookings").where({ pilotId: userId }).select("id"))
      .delete();
  for (const [table, column] of erasedTables) await deleteInBatches(db, table, column, userId);
  await dropPictures(db, userId);
  // The digest of a random text: no password fits it.
  const password = await hashPassword(newToken());
  await inPosting(db, (posting) => eraseUser(posting, userId, password));
}

/** Runs a step in one transaction with its change-log lines; again after a conflict. */
async function inPosting(db: Knex, run: (posting: Posting) => Promise<void>): Promise<void> {
  await retryConflicts(() =>
    db.transaction(async (tx) => {
      const lines: ChangeLine[] = [];
      await run({
        tx,
        changed(entity, key, scopes) {
          for (const scope of scopes) lines.push({ scope, entity: entities[entity].number, id: key });
        },
      });
      await appendChanges(tx, lines);
    }),
  );
}

/** Removes a listing, its pictures and its description; conversations and past bookings still name the aircraft. */
async function eraseListing(posting: Posting, id: string): Promise<void> {
  const { tx } = posting;
  const plane = await lockListing(tx, id);
  if (plane) await unlist(posting, plane);
  await removeAccessNotes(tx, id);
  await tx("blocks").where({ aircraftId: id }).delete();
  await tx("aircraft").where({ id }).update({ images: [], imageUrl: DEFAULT_PICTURE, description: null });
}

async function deleteInBatches(db: Knex, table: string, column: string, userId: string): Promise<void> {
  for (;;) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `delete from ?? where ctid = any(array(select ctid from ?? where ?? = ? limit ${BATCH}))`,
      [table, table, column, userId],
    );
    if (rowCount < BATCH) return;
  }
}

/** Marks all pictures as removed, and all open uploads as expired: the sweeps remove their files. */
async function dropPictures(db: Knex, userId: string): Promise<void> {
  const now = db.fn.now();
  await db("objects")
    .where({ ownerId: userId })
    .update({ removedAt: db.raw(`coalesce("removedAt", now())`), checkAt: now });
  await db("uploads")
    .where({ userId, objectId: null })
    .update({ expiresAt: db.raw("now() - interval '2 hours'") });
}

/** Replaces everything that names the person. The row stays, since messages, bookings and reviews refer to it. */
async function eraseUser({ tx, changed }: Posting, userId: string, password: string): Promise<void> {
  const [user]: { email: string }[] = await tx("users").where({ id: userId }).forNoKeyUpdate().select("email");
  // Reports stay for the operator, with what was reported.
  await tx("reports").where({ aboutId: userId, targetType: "user" }).update({ targetName: FORMER_MEMBER });
  if (user) await tx("demo_mail").where({ to: user.email }).delete();
  await tx("users")
    .where({ id: userId })
    .update({
      name: FORMER_MEMBER,
      email: `${userId}@deleted.invalid`,
      password,
      bio: null,
      avatarUrl: null,
      responseTime: null,
      verified: false,
      verifiedAt: null,
      isAdmin: false,
      isActive: false,
      isEmailVerified: false,
      verificationCode: null,
      verificationCodeExpiry: null,
      passwordResetToken: null,
      passwordResetExpiry: null,
      walletRev: null,
      hasSecondFactor: false,
      rev: tx.raw("rev + 1"),
    });
  changed("me", userId, [userScope(userId)]);
  changed("people", userId, await partnerScopes(tx, userId));
  await tx("account_deletions").where({ userId }).update({ erasedAt: tx.fn.now() });
}
