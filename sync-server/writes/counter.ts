// Counters in the table `rate_limits`, shared by all processes.
import { createHash } from "node:crypto";
import type { Knex } from "knex";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Config } from "../config.ts";
import { plainPool } from "../db/prepared.ts";

/** Many users of a demo share one address. */
const DEMO_ADDRESS_FACTOR = 50;

/** Number of accounts whose quota one address may use. */
export function addressFactor({ LIMIT_ADDRESS_FACTOR, DEMO }: Pick<Config, "LIMIT_ADDRESS_FACTOR" | "DEMO">): number {
  return LIMIT_ADDRESS_FACTOR * demoFactor({ DEMO });
}

/** The same for limits that count the address alone. */
export function demoFactor({ DEMO }: Pick<Config, "DEMO">): number {
  return DEMO ? DEMO_ADDRESS_FACTOR : 1;
}

/** @param duration window in seconds, from its first point */
export function counter(db: Knex, keyPrefix: string, points: number, duration: number): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: plainPool(db),
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    points: Math.max(1, Math.ceil(points)),
    duration,
  });
}

/** Keys are digests, so that the table holds no addresses. */
export function counterKey(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

/** Takes up to the wanted points; with fewer, returns the wait for the next one. */
export async function takePoints(
  from: RateLimiterPostgres,
  key: string,
  wanted: number,
): Promise<{ count: number; waitMs: number }> {
  if (wanted <= 0) return { count: 0, waitMs: 0 };
  try {
    await from.consume(key, wanted);
    return { count: wanted, waitMs: 0 };
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected;
    const over = Math.min(wanted, rejected.consumedPoints - from.points);
    await from.reward(key, over);
    return { count: wanted - over, waitMs: Math.max(1000, rejected.msBeforeNext) };
  }
}
