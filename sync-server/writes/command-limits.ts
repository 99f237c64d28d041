// How many commands a person may send a minute, and how many new listings among them, over REST and from a phone's queue alike.
import type { Knex } from "knex";
import { DomainError } from "../../shared/kit/errors.ts";
import type { Config } from "../config.ts";
import { counter, counterKey, takePoints } from "./counter.ts";
import { slidingCount } from "./sliding-count.ts";

const MINUTE_SECONDS = 60;

/** Room for commands of one kind. */
export type Taken = {
  count: number;
  /** Milliseconds until what found no room is worth another try. */
  waitMs: number;
};

export type CommandLimits = {
  /** As much room as there is, up to what is wanted. Counted in memory, by each process for itself. */
  take(userId: string, wanted: number): Taken;
  /** Gives room back that was not used. */
  giveBack(userId: string, count: number): void;
  /** @throws DomainError too-many */
  requireRoom(userId: string): void;
  /** The same for new listings, which all processes count together. */
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
