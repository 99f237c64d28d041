// Matches changed aircraft with saved searches soon after each change. Every process runs one; the database admits one
// at a time.
import type { Knex } from "knex";
import type { Logger } from "pino";
import { matchChanges } from "../domain/searches/matching.ts";
import { startPollLoop, type PollLoop } from "../kit/poll-loop.ts";

const EVERY_MS = 500;

/** Runs one step per round, and the next at once while more remain. */
export function startSearchMatcher({ db, log }: { db: Knex; log: Logger }): PollLoop {
  const failed = (error: unknown) => log.error({ err: error }, "saved searches could not be matched");
  const loop = startPollLoop({
    async round() {
      if ((await matchChanges(db)) > 0) loop.wanted();
    },
    failed,
    everyMs: EVERY_MS,
  });
  return loop;
}
