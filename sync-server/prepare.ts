// Makes the embedded database before the first start, while the client is still being built (scripts/start.mjs). Any other database is
// left alone. Says nothing of failures: the start tries again and reports them.
import { existsSync } from "node:fs";
import path from "node:path";
import { openData } from "./boot/data.ts";
import { startDatabase } from "./boot/embedded.ts";
import { createShutdown } from "./boot/shutdown.ts";
import { readConfig } from "./config.ts";

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function prepare(): Promise<void> {
  const config = readConfig(process.env);
  if (config.DATABASE_URL !== undefined || existsSync(path.join(config.DATA_DIR, "postgres"))) return;
  const opened = createShutdown();
  // The terminal's signal does not reach the database, which runs in another process group.
  const end = () => void opened.end().finally(() => process.exit(1));
  process.once("SIGINT", end).once("SIGTERM", end);
  try {
    await openData(config, await startDatabase(config, opened, say), { opened, say });
  } finally {
    await opened.end();
  }
}

prepare().then(
  () => process.exit(0),
  () => process.exit(1),
);
