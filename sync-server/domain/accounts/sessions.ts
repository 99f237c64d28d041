// Sessions: one row per device, identified by the digest of its token.
import type { Knex } from "knex";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { createBatcher } from "../../db/batcher.ts";
import type { RunPrepared } from "../../db/prepared.ts";
import type { Services, Session, Sessions, SignedIn } from "../../kit/services.ts";
import { ownUserColumns } from "./people.ts";
import { newToken, tokenHash } from "./secrets.ts";

export const SESSION_DAYS = 30;

/** Longest lifetime of a session, however often it is used. */
const MOST_SESSION_DAYS = 90;

/** Shortest time between two writes of a session's last use. */
const TOUCH_MS = 3_600_000;

const secondsLeft = `greatest(0, floor(extract(epoch from "expiresAt" - now())))::int as "endsInSeconds"`;

/** Starts a session and returns its token, which is stored nowhere. */
export async function startSession(tx: Knex, userId: string, userAgent: string): Promise<string> {
  const token = newToken();
  await tx("sessions").insert({
    idHash: tokenHash(token),
    userId,
    expiresAt: tx.raw(`now() + interval '${SESSION_DAYS} days'`),
    userAgent: userAgent.replaceAll("\u0000", "").slice(0, 300),
  });
  return token;
}

const liveStatement = {
  name: "live-sessions",
  text: `select s."idHash" as "sessionHash", s."lastSeenAt" < now() - $2 * interval '1 millisecond' as "isStale",
      s."isFromPlainName", ${secondsLeft}, ${ownUserColumns.map((column) => `u."${column}"`).join(", ")}
    from sessions s join users u on u.id = s."userId"
    where s."idHash" = any($1) and u."isActive" and s."revokedAt" is null and s."expiresAt" > now()`,
};

type LiveRow = OwnUser & Omit<Session, "me">;

type Settings = Pick<Services, "requiresAdminFactor">;

async function findLive(
  runPrepared: RunPrepared,
  sessionHashes: readonly string[],
  settings: Settings,
): Promise<(Session | null)[]> {
  const rows = await runPrepared<LiveRow>(liveStatement, [sessionHashes, TOUCH_MS]);
  const found = new Map(
    rows.map(({ sessionHash, isStale, isFromPlainName, endsInSeconds, ...me }) => [
      sessionHash,
      { me: actingAs(me, settings), sessionHash, isStale, isFromPlainName, endsInSeconds },
    ]),
  );
  return sessionHashes.map((sessionHash) => found.get(sessionHash) ?? null);
}

/** Takes the power of an admin away who lacks a required second factor. */
function actingAs(me: OwnUser, { requiresAdminFactor }: Settings): SignedIn {
  return requiresAdminFactor && me.isAdmin && !me.hasSecondFactor ? { ...me, isAdmin: false, isHeldBack: true } : me;
}

/** A session read within this time may be used by a statement that checks it again. */
const RECENT_MS = 60_000;
const MOST_RECENT = 10_000;

export function createSessions(db: Knex, runPrepared: RunPrepared, settings: Settings): Sessions {
  // Concurrent requests share one statement, since every API call begins with this read.
  const find = createBatcher((sessionHashes: readonly string[]) => findLive(runPrepared, sessionHashes, settings), {
    atOnce: 1,
    most: 200,
  });
  const lately = new Map<string, { session: Session; at: number }>();
  /** Running writes of a last use, by session: concurrent requests of a session share one connection. */
  const touches = new Map<string, Promise<number>>();

  return {
    async find(token) {
      const session = await find(tokenHash(token));
      if (!session || session.isStale) return session;
      if (lately.size >= MOST_RECENT) lately.clear();
      lately.set(session.sessionHash, { session, at: performance.now() });
      return session;
    },
    recent(token) {
      const found = lately.get(tokenHash(token));
      return found && performance.now() - found.at < RECENT_MS ? found.session : null;
    },
    touch(sessionHash) {
      const running = touches.get(sessionHash);
      if (running) return running;
      const touch = touchSession(db, sessionHash).finally(() => touches.delete(sessionHash));
      touches.set(sessionHash, touch);
      return touch;
    },
  };
}

/** Stores a session's use: it ends in 30 days, at most 90 after its start. Returns the seconds left. */
async function touchSession(db: Knex, sessionHash: string): Promise<number> {
  const [row]: { endsInSeconds: number }[] = await db("sessions")
    .where({ idHash: sessionHash })
    .whereNull("revokedAt")
    .update({
      lastSeenAt: db.fn.now(),
      expiresAt: db.raw(`least(now() + ? * interval '1 day', "createdAt" + ? * interval '1 day')`, [
        SESSION_DAYS,
        MOST_SESSION_DAYS,
      ]),
    })
    .returning(db.raw(secondsLeft) as unknown as string);
  return row?.endsInSeconds ?? 0;
}

export async function endSession(tx: Knex, sessionHash: string): Promise<void> {
  await tx("sessions").where({ idHash: sessionHash }).whereNull("revokedAt").update({ revokedAt: tx.fn.now() });
}

/** Ends all sessions of a user except the given one. */
export async function endSessionsOf(tx: Knex, userId: string, save: string | null): Promise<void> {
  await tx("sessions")
    .where({ userId })
    .whereNull("revokedAt")
    .modify((query) => {
      if (save !== null) void query.whereNot({ idHash: save });
    })
    .update({ revokedAt: tx.fn.now() });
}
