// A program for the operator, where the scripts of the source are absent, as in a container:
// node dist/server/operator.js make-admin admin@example.com
import { readConfig } from "./config.ts";
import { openDatabase } from "./db/knex.ts";
import { runOperatorTask } from "./writes/operator.ts";

async function run(): Promise<void> {
  const { DATABASE_URL, DATABASE_POOLED: isPooled } = readConfig(process.env);
  if (DATABASE_URL === undefined)
    throw new Error(
      "DATABASE_URL is missing: it names the database. Example: DATABASE_URL=postgres://tailhour:secret@localhost:5432/tailhour",
    );
  const db = openDatabase(DATABASE_URL, { pool: 2, isPooled });
  try {
    process.stdout.write(`${await runOperatorTask(db, process.argv.slice(2))}\n`);
  } finally {
    await db.destroy();
  }
}

run().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
});
