// Chooses, records and releases the folder of the embedded database.
import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { type Account, accountForRoot, may, mayNotChangeAccounts } from "./embedded-binaries.ts";
import { EmbeddedDatabaseError, reasonOf } from "./embedded-error.ts";

/** `data` is PostgreSQL's folder (it may not exist yet), `account` its owner (null: the current user). */
export type Place = { data: string; account: Account | null };

/**
 * Returns where the data of `dataDir` is or will be. Root's PostgreSQL runs as `nobody`.
 * Where `nobody` cannot reach `dataDir`, the data is in a folder of /var/lib, noted beside `dataDir`.
 */
export function placeFor(dataDir: string, log: (line: string) => void): Place {
  const root = accountForRoot();
  const owner = existsSync(dataDir) ? ownerOf(dataDir) : null;
  if (root === null) {
    if (owner && owner.uid !== process.getuid?.() && process.platform !== "win32") throw ofSomeoneElse(dataDir);
    prepare(path.dirname(dataDir), null);
    return { data: dataDir, account: null };
  }
  // An ordinary user remains the owner of existing data.
  if (owner && owner.uid !== 0) return { data: dataDir, account: owner };

  prepare(path.dirname(dataDir), null);
  const elsewhere = path.join(outsideOf(dataDir), "postgres");
  const noted = notedPlace(dataDir);
  if (noted !== elsewhere && may(root, "-x", path.dirname(dataDir))) return { data: dataDir, account: root };
  if (noted !== elsewhere) {
    log(`Data of the database: ${elsewhere} (the account that runs it cannot enter ${path.dirname(dataDir)})`);
    if (noted) log(`What this folder used in another place is still at ${noted}.`);
  }
  prepare(path.dirname(elsewhere), dataDir);
  return { data: elsewhere, account: root };
}

/** Returns all folders and files of `dataDir`'s database, in any location; for db:reset. */
export function placesOf(dataDir: string): string[] {
  const noted = notedPlace(dataDir);
  return [
    dataDir,
    ...(noted === path.join(outsideOf(dataDir), "postgres") ? [path.dirname(noted)] : []),
    noteFor(dataDir),
  ];
}

/** Makes the database's account the owner of a file or folder. */
export function chownTo(account: Account | null, file: string): void {
  if (!account) return;
  try {
    chownSync(file, account.uid, account.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EPERM") throw mayNotChangeAccounts();
    throw error;
  }
}

/** Removes the file or folder at `file`. */
export function clear(file: string): void {
  rmSync(file, { recursive: true, force: true });
}

function noteFor(dataDir: string): string {
  return `${dataDir}-location`;
}

function notedPlace(dataDir: string): string | null {
  const note = noteFor(dataDir);
  return existsSync(note) ? readFileSync(note, "utf8").trim() : null;
}

function outsideOf(dataDir: string): string {
  const place = path.join(realpathSync(path.dirname(dataDir)), path.basename(dataDir));
  return `/var/lib/tailhour-${createHash("sha256").update(place).digest("hex").slice(0, 12)}`;
}

// Sets the mode on this folder alone: `recursive` with a mode would close its parents too.
function prepare(folder: string, notedBeside: string | null): void {
  try {
    const first = mkdirSync(folder, { recursive: true });
    if (first && process.getuid?.() === 0) chmodSync(folder, 0o755);
    if (notedBeside) writeFileSync(noteFor(notedBeside), `${path.join(folder, "postgres")}\n`);
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The data folder ${folder} cannot be written (${reasonOf(error)}): make it writable, or set DATA_DIR to another folder.`,
    );
  }
}

function ownerOf(folder: string): Account {
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}

function ofSomeoneElse(dataDir: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The database in ${dataDir} belongs to another user of this machine: start as that user, or set DATA_DIR to another folder.`,
  );
}
