// Folders and databases that live as long as one run.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type EmbeddedPostgres, removeEmbeddedPostgres, startEmbeddedPostgres } from "../../sync-server/db/embedded.ts";

/** Path of a new folder; `name` starts its name. Anybody may enter it: root's PostgreSQL runs as somebody else. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** Removes a folder, with the embedded database the product may have made in it, wherever that put its files. */
export async function removeFolder(folder: string): Promise<void> {
  await removeEmbeddedPostgres(path.join(folder, "postgres"));
  rmSync(folder, { recursive: true, force: true });
}

/** A PostgreSQL of its own; `stop` ends it and leaves nothing behind. `settings` as in `{ fsync: "off" }`. */
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
