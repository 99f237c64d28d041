// Limits commands and new listings per user and minute, over REST and from device queues.
import type { Knex } from "knex";
import { DomainError } from "../../shared/kit/errors.ts";
import type { Config } from "../config.ts";
import { counter, counterKey, takePoints } from "./counter.ts";
import { slidingCount } from "./sliding-count.ts";

const MINUTE_SECONDS = 60;

/** Granted capacity for commands of one kind. */
export type Taken = {
  count: number;
  /** Milliseconds until a retry may succeed. */
  waitMs: number;
};

export type CommandLimits = {
  /** Takes as much capacity as available, up to `wanted`. Each process counts in its memory. */
  take(userId: string, wanted: number): Taken;
  /** Returns unused capacity. */
  giveBack(userId: string, count: number): void;
  /** @throws DomainError too-many */
  requireRoom(userId: string): void;
  /** The same for new listings, counted across all processes. */
  takeListings(userId: string, wanted: number): Promise<Taken>;
  giveListingsBack(userId: string, count: number): Promise<void>;
};

type Settings = Pick<Config, "LIMIT_COMMANDS" | "LIMIT_LISTINGS" | "RATE_LIMIT_FACTOR">;

export function createCommandLimits(db: Knex, settings: Settings): CommandLimits {
  const { LIMIT_COMMANDS, LIMIT_LISTINGS, RATE_LIMIT_FACTOR } = settings;
  const most = Math.max(1, Math.ceil(LIMIT_COMMANDS * RATE_LIMIT_FACTOR));
  const lately = slidingCount(MINUTE_SECONDS * 1000);
  const listings = counter(db, "listings:account", LIMIT_LISTINGS * RATE_LIMIT_FACTOR, MINUTE_SECONDS);

  function take(userId: string, wanted: number): Taken {
    const count = Math.max(0, Math.min(wanted, most - lately.count(userId)));
    lately.add(userId, count);
    return { count, waitMs: count < wanted ? Math.max(1000, lately.msUntilFewer(userId)) : 0 };
  }

  return {
    take,
    giveBack: (userId, count) => lately.add(userId, -count),
    requireRoom(userId) {
      const { count, waitMs } = take(userId, 1);
      if (count === 0) throw new DomainError("too-many", { retryAfter: Math.ceil(waitMs / 1000) });
    },
    takeListings: (userId, wanted) => takePoints(listings, counterKey(userId), wanted),
    async giveListingsBack(userId, count) {
      if (count > 0) await listings.reward(counterKey(userId), count);
    },
  };
}
