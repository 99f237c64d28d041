// A program to run after a restore, where the scripts of the source are absent, as in a container:
// node dist/server/restored.js
import { readConfig } from "./config.ts";
import { renewGeneration } from "./db/change-log.ts";
import { openDatabase } from "./db/knex.ts";
import { migrateToLatest } from "./db/migrate.ts";

async function run(): Promise<void> {
  const { DATABASE_URL, DATABASE_POOLED: isPooled } = readConfig(process.env);
  if (DATABASE_URL === undefined)
    throw new Error(
      "DATABASE_URL is missing: it names the restored database. Example: DATABASE_URL=postgres://tailhour:secret@localhost:5432/tailhour",
    );
  const db = openDatabase(DATABASE_URL, { pool: 2, statementTimeoutMs: 0, isPooled });
  try {
    await migrateToLatest(db);
    await renewGeneration(db);
  } finally {
    await db.destroy();
  }
  process.stdout.write("Every phone starts afresh at its next exchange; what waits in their outboxes is kept.\n");
}

run().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
});
