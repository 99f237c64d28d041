// Starts the embedded database, if none is configured.
import path from "node:path";
import type { Config } from "../config.ts";
import { LONGEST_STOP_MS, startEmbeddedPostgres } from "../db/embedded.ts";
import { makeDataFolder } from "../make-folder.ts";
import type { Shutdown } from "./shutdown.ts";

/**
 * Resolves with the address of the database. The embedded one starts as another process, while this one loads the remaining code.
 * Rejects with an EmbeddedDatabaseError, also where nobody waits for it.
 */
export function startDatabase(
  { DATABASE_URL, DATA_DIR }: Pick<Config, "DATABASE_URL" | "DATA_DIR">,
  opened: Shutdown,
  say: (line: string) => void,
): Promise<string> {
  const url = DATABASE_URL === undefined ? startEmbedded(DATA_DIR, opened, say) : Promise.resolve(DATABASE_URL);
  // The caller gets its failure when it awaits the address.
  url.catch(() => undefined);
  return url;
}

async function startEmbedded(folder: string, opened: Shutdown, say: (line: string) => void): Promise<string> {
  const dataDir = path.join(makeDataFolder(folder), "postgres");
  const postgres = await startEmbeddedPostgres({ dataDir, log: say, signal: opened.signal });
  opened.add("database", () => postgres.stop(), { withinMs: LONGEST_STOP_MS, last: true });
  return postgres.url;
}
