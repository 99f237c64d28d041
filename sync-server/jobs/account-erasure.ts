// Erases accounts whose users deleted them, once the days to keep them are over. Every process may run it.
import type { Knex } from "knex";
import type { Logger } from "pino";
import { eraseDueAccounts } from "../domain/accounts/own/erase.ts";
import { startPollLoop, type PollLoop } from "../kit/poll-loop.ts";

const EVERY_MS = 60_000;

/** Erases due accounts at once and then every minute, until stopped. */
export function startAccountErasure({ db, log }: { db: Knex; log: Logger }): PollLoop {
  const failed = (error: unknown) => log.error({ err: error }, "a deleted account could not be erased");
  return startPollLoop({ round: () => eraseDueAccounts(db), failed, everyMs: EVERY_MS });
}
