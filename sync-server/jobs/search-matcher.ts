// Compares changed aircraft with saved searches, soon after each change. Every process runs one; the database lets one compare at a time.
import type { Knex } from "knex";
import type { Logger } from "pino";
import { matchChanges } from "../domain/searches/matching.ts";

const POLL_MS = 500;

/** Starts to poll; gives the function that ends it, which waits for the step under way. */
export function startSearchMatcher({ db, log }: { db: Knex; log: Logger }): () => Promise<void> {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  async function drain(): Promise<void> {
    while (!isStopping && (await matchChanges(db)) > 0);
  }

  function next(): void {
    if (isStopping) return;
    timer = setTimeout(() => {
      underWay = drain()
        .catch((error: unknown) => log.error({ err: error }, "saved searches could not be matched"))
        .finally(next);
    }, POLL_MS);
  }

  next();
  return async () => {
    isStopping = true;
    clearTimeout(timer);
    await underWay;
  };
}
