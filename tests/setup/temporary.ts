// Temporary folders and databases of one run.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type EmbeddedPostgres, removeEmbeddedPostgres, startEmbeddedPostgres } from "../../sync-server/db/embedded.ts";

/** Path of a new folder; its name starts with `name`. All users may enter it, because root's PostgreSQL runs as another user. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** Removes a folder, and the product's embedded database of that folder, even if its files lie elsewhere. */
export async function removeFolder(folder: string): Promise<void> {
  await removeEmbeddedPostgres(path.join(folder, "postgres"));
  rmSync(folder, { recursive: true, force: true });
}

/** Starts a separate PostgreSQL; `stop` ends it and removes its data. `settings` as in `{ fsync: "off" }`. */
export async function temporaryPostgres(
  name: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const folder = temporaryFolder(name);
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, "postgres"), settings });
  const stop = async () => {
    await postgres.stop();
    await removeFolder(folder);
  };
  return { ...postgres, stop };
}
