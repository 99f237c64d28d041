// Checks sessions of live lines: many handshakes with one query, and open lines again later.
import type { Knex } from "knex";

export type LiveSessions = {
  /** Returns the user of a valid session, or null. Concurrent calls share a query. */
  personOf(idHash: string): Promise<string | null>;
  /** Returns those of the sessions that have ended. */
  ended(idHashes: readonly string[]): Promise<Set<string>>;
};

type PendingCheck = { idHash: string; resolve(userId: string | null): void; reject(error: unknown): void };

const MOST_AT_ONCE = 1000;

export function liveSessions(db: Knex): LiveSessions {
  const waiting: PendingCheck[] = [];
  let isAsking = false;

  async function find(idHashes: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await db.raw(
      `select sessions."idHash", sessions."userId" from sessions join users on users.id = sessions."userId"
       where sessions."idHash" = any(?) and sessions."revokedAt" is null and sessions."expiresAt" > now() and users."isActive"`,
      [[...idHashes]],
    );
    return new Map((rows as { idHash: string; userId: string }[]).map((row) => [row.idHash, row.userId]));
  }

  async function ask(): Promise<void> {
    isAsking = true;
    while (waiting.length > 0) {
      const some = waiting.splice(0, MOST_AT_ONCE);
      try {
        const found = await find(some.map(({ idHash }) => idHash));
        for (const { idHash, resolve } of some) resolve(found.get(idHash) ?? null);
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    isAsking = false;
  }

  return {
    personOf: (idHash) =>
      new Promise((resolve, reject) => {
        waiting.push({ idHash, resolve, reject });
        if (!isAsking) setImmediate(() => isAsking || void ask());
      }),
    async ended(idHashes) {
      const ended = new Set(idHashes);
      for (let at = 0; at < idHashes.length; at += MOST_AT_ONCE)
        for (const idHash of (await find(idHashes.slice(at, at + MOST_AT_ONCE))).keys()) ended.delete(idHash);
      return ended;
    },
  };
}
