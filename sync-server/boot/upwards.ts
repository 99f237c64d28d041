// Finds files beside the code: in the project when it runs from sources, in `dist` when it runs from the bundle.
import { existsSync } from "node:fs";
import path from "node:path";

/** Finds the nearest folder above this file that has `file`. */
export function upwards(file: string, inside = ""): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, file)) && path.dirname(folder) !== folder) folder = path.dirname(folder);
  return path.join(folder, inside);
}
