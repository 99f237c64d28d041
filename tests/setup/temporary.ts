// Temporary folders and databases of one run.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import path from "node:path";
import { type EmbeddedPostgres, removeEmbeddedPostgres, startEmbeddedPostgres } from "../../sync-server/db/embedded.ts";

/** Linux keeps its files in memory: making and removing the hundreds of files of a database costs a third there. */
const MEMORY = "/dev/shm";
/** A whole run keeps less than a tenth of it. */
const ENOUGH_BYTES = 4e9;

/** The parents of all folders that `temporaryFolder` makes. */
export const parents: readonly string[] = existsSync(MEMORY) ? [MEMORY, tmpdir()] : [tmpdir()];

/** Where a database that need not survive is kept: in memory where that is large. */
export function quickParent(): string {
  if (!existsSync(MEMORY) || freemem() < ENOUGH_BYTES) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < ENOUGH_BYTES ? tmpdir() : MEMORY;
}

/** Path of a new folder; its name starts with `name`. All users may enter it, because root's PostgreSQL runs as another user. */
export function temporaryFolder(name: string, parent = tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, `${name}-`));
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
  parent = tmpdir(),
): Promise<EmbeddedPostgres> {
  const folder = temporaryFolder(name, parent);
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, "postgres"), settings });
  const stop = async () => {
    await postgres.stop();
    await removeFolder(folder);
  };
  return { ...postgres, stop };
}
