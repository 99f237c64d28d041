// Matches changed aircraft with saved searches soon after each change. Every process runs one; the database admits one
// at a time.
import type { Logger } from "pino";
import { matchChanges } from "../domain/searches/matching.ts";
import { startPollLoop, type PollLoop } from "../kit/poll-loop.ts";
import type { Services } from "../kit/services.ts";

const EVERY_MS = 500;
const QUIET_MS = 5000;

/** Runs one step per round, and the next at once while more remain. */
export function startSearchMatcher({ db, commits, log }: Pick<Services, "db" | "commits"> & { log: Logger }): PollLoop {
  const failed = (error: unknown) => log.error({ err: error }, "saved searches could not be matched");
  const loop = startPollLoop({
    async round() {
      if ((await matchChanges(db)) > 0) loop.wanted();
    },
    failed,
    everyMs: EVERY_MS,
    quiet: { commits, mostMs: QUIET_MS },
  });
  return loop;
}
