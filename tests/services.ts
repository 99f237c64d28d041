// Creates the services of a test's database as the server does.
import type { Knex } from "knex";
import { pino } from "pino";
import { Registry } from "prom-client";
import { createServices } from "../sync-server/boot/services.ts";
import { openUploads } from "../sync-server/boot/uploads.ts";
import type { Config } from "../sync-server/config.ts";
import { ensureSyncMeta } from "../sync-server/db/change-log.ts";
import { preparedIn } from "../sync-server/db/prepared.ts";
import { createListingFinder } from "../sync-server/domain/aircraft/queries.ts";
import { createSendBatcher, type SendBatcher } from "../sync-server/domain/messages/send-batcher.ts";
import type { Services } from "../sync-server/kit/services.ts";
import { readLog } from "../sync-server/reads/changes.ts";
import { unseenText } from "../sync-server/reads/result-changes.ts";
import { createAdmission } from "../sync-server/writes/admission.ts";
import { createCommandLimits } from "../sync-server/writes/command-limits.ts";
import { createInFlight } from "../sync-server/writes/in-flight.ts";
import { createLimits } from "../sync-server/writes/limits.ts";
import { createMessageLimits } from "../sync-server/writes/message-limits.ts";
import type { ReplayServices } from "../sync-server/writes/replay.ts";

const silent = pino({ level: "silent" });

export async function servicesOf(db: Knex): Promise<Services> {
  await ensureSyncMeta(db);
  return createServices(db, { push: null, sealer: null, requiresAdminFactor: false, log: silent });
}

/** The services that run a device's queue. Nothing is published, and the log is silent. */
export function replayServicesOf(
  services: Services,
  config: Config,
  sends: SendBatcher = createSendBatcher(services.runPrepared, unseenText, () => undefined),
): ReplayServices {
  const { db } = services;
  const messageLimits = createMessageLimits(db, config);
  return {
    ...services,
    uploads: openUploads({ config, db, registry: new Registry() }).services,
    passwordMin: config.PASSWORD_MIN,
    limits: createLimits(db, config, messageLimits),
    commandLimits: createCommandLimits(db, config),
    admission: createAdmission(config.DATABASE_POOL),
    inFlight: createInFlight(),
    settled: () => undefined,
    committed: () => undefined,
    sends,
    messageLimits,
    log: silent,
  };
}

/** The same services inside a transaction, so all reads use its snapshot. */
export function servicesIn(services: Services, tx: Knex.Transaction): Services {
  const runPrepared = preparedIn(tx);
  return {
    ...services,
    db: tx,
    runPrepared,
    findListing: createListingFinder(runPrepared),
    readLog: async (question) => (await readLog(runPrepared, [question]))[0]!,
  };
}
