import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { StartError } from "./kit/start-error.ts";

/**
 * Makes a folder in DATA_DIR, or DATA_DIR itself.
 * @throws StartError when it cannot be written to
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

/** Step by step: asked for all at once, Node never comes back from a file system that refuses with «no such file». */
function make(folder: string): void {
  if (existsSync(folder)) return;
  make(path.dirname(folder));
  // Another process may have been faster.
  mkdirSync(folder, { recursive: true });
}
