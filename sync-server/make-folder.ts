import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { StartError } from "./kit/start-error.ts";

/**
 * Creates DATA_DIR or a folder in it.
 * @throws StartError when it is not writable
 */
export function makeDataFolder(dataDir: string, name = ""): string {
  const folder = path.join(path.resolve(dataDir), name);
  try {
    make(folder);
    accessSync(folder, constants.W_OK);
  } catch {
    throw new StartError(`DATA_DIR ${path.resolve(dataDir)} cannot be written to. Example: DATA_DIR=.data`);
  }
  return folder;
}

/** Creates one level at a time: `recursive` never returns on a file system that refuses with ENOENT. */
function make(folder: string): void {
  if (existsSync(folder)) return;
  make(path.dirname(folder));
  // Another process may have created it.
  mkdirSync(folder, { recursive: true });
}
