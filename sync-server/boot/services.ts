// Creates the services that the server's parts share.
import { existsSync } from "node:fs";
import type { Knex } from "knex";
import type { Logger } from "pino";
import { createCommitWatch } from "../db/commit-watch.ts";
import { createBatcher } from "../db/batcher.ts";
import { readInstallationKey } from "../db/keyed-hash.ts";
import { openPrepared } from "../db/prepared.ts";
import { createSessions } from "../domain/accounts/sessions.ts";
import { createListingFinder } from "../domain/aircraft/queries.ts";
import { openAirfieldFacts } from "../domain/airfields/facts-file.ts";
import type { LogAnswer, LogQuestion, Services } from "../kit/services.ts";
import { createCursors } from "../reads/cursor.ts";
import { readLog } from "../reads/changes.ts";
import { upwards } from "./upwards.ts";

type Given = Pick<Services, "push" | "sealer" | "requiresAdminFactor"> & { log: Pick<Logger, "error"> };

export async function createServices(db: Knex, { push, sealer, requiresAdminFactor, log }: Given): Promise<Services> {
  const runPrepared = openPrepared(db);
  const installationKey = await readInstallationKey(db);
  return {
    db,
    runPrepared,
    commits: createCommitWatch(db),
    installationKey,
    cursors: createCursors(installationKey),
    durableMark: { generation: "", xid: 0 },
    readLog: createBatcher<LogQuestion, LogAnswer>((questions) => readLog(runPrepared, questions), {
      atOnce: 2,
      most: 100,
    }),
    sessions: createSessions(db, runPrepared, { requiresAdminFactor }),
    findListing: createListingFinder(runPrepared),
    push,
    sealer,
    requiresAdminFactor,
    airfields: openAirfieldFacts(factsFile(), (error) =>
      log.error({ err: error }, "the facts of airfields cannot be read"),
    ),
  };
}

/** The build writes it beside the bundle, and prepares it in the cache for servers that run from sources. */
function factsFile(): string {
  const built = upwards("airfields/facts.bin", "airfields/facts.bin");
  return existsSync(built) ? built : upwards(".cache/airfields/facts.bin", ".cache/airfields/facts.bin");
}
