// A copy of the built product that a test can change.
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../setup/temporary.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns its folder. `startProduct` takes its `dist`. */
export function copyOfProduct(): string {
  const folder = temporaryFolder("tailhour-version");
  cpSync(path.join(root, "dist"), path.join(folder, "dist"), { recursive: true });
  cpSync(path.join(root, "package.json"), path.join(folder, "package.json"));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"), "junction");
  return folder;
}

/** Changes the text of the worker's file, as a release does, and removes its compressed twins. */
export function changeWorker(folder: string, change: (text: string) => string): void {
  const worker = path.join(folder, "dist", "pwa", "sw.js");
  writeFileSync(worker, change(readFileSync(worker, "utf8")));
  for (const twin of [".br", ".gz"]) rmSync(worker + twin, { force: true });
}
