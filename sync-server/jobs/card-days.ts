// Keeps the days of cards true, soon after each change of a plan or a hold. Every process may run it.
import type { Logger } from "pino";
import { countStaleCardDays } from "../domain/availability/card-days.ts";
import { startPollLoop, type PollLoop } from "../kit/poll-loop.ts";
import type { Services } from "../kit/services.ts";

const EVERY_MS = 500;
const QUIET_MS = 5000;

export function startCardDays({ db, commits, log }: Pick<Services, "db" | "commits"> & { log: Logger }): PollLoop {
  const failed = (error: unknown) => log.error({ err: error }, "the days of cards could not be counted");
  const loop = startPollLoop({
    async round() {
      if ((await countStaleCardDays(db)) > 0) loop.wanted();
    },
    failed,
    everyMs: EVERY_MS,
    quiet: { commits, mostMs: QUIET_MS },
  });
  return loop;
}
