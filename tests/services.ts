// Creates the services of a test's database as the server does.
import type { Knex } from "knex";
import { createServices } from "../sync-server/boot/services.ts";
import { ensureSyncMeta } from "../sync-server/db/change-log.ts";
import { preparedIn } from "../sync-server/db/prepared.ts";
import type { Services } from "../sync-server/kit/services.ts";
import { readLog } from "../sync-server/reads/changes.ts";

export async function servicesOf(db: Knex): Promise<Services> {
  await ensureSyncMeta(db);
  return createServices(db, null);
}

/** The same services inside a transaction, so all reads use its snapshot. */
export function servicesIn(services: Services, tx: Knex.Transaction): Services {
  const runPrepared = preparedIn(tx);
  return {
    ...services,
    db: tx,
    runPrepared,
    readLog: async (question) => (await readLog(runPrepared, [question]))[0]!,
  };
}
