// Keeps the days of cards true, soon after each change of a plan or a hold. Every process may run it.
import type { Knex } from "knex";
import type { Logger } from "pino";
import { countStaleCardDays } from "../domain/availability/card-days.ts";
import { startPollLoop, type PollLoop } from "../kit/poll-loop.ts";

const EVERY_MS = 500;

export function startCardDays({ db, log }: { db: Knex; log: Logger }): PollLoop {
  const failed = (error: unknown) => log.error({ err: error }, "the days of cards could not be counted");
  const loop = startPollLoop({
    async round() {
      if ((await countStaleCardDays(db)) > 0) loop.wanted();
    },
    failed,
    everyMs: EVERY_MS,
  });
  return loop;
}
