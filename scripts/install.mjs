// Installs the packages if the lock file changed since the last install. Imports Node's own modules only.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const lock = path.join(root, "package-lock.json");
const stamp = path.join(root, "node_modules", ".tailhour-lock");

/** Exits with an error message. */
export function giveUp(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Makes `node_modules` match the lock file. Needs the network only if it differs. */
export function install() {
  const wanted = createHash("sha256").update(readFileSync(lock)).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  if (!installedByHand()) {
    console.log("Installing packages (about half a minute the first time) …");
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--include=dev", "--include=optional"];
    const { status, error } = npm(["ci", ...flags, "--loglevel=error"]);
    if (status !== 0) {
      giveUp(
        `Installing the packages failed${error ? ` (${error.message})` : ""}: see npm's words above, then start again.`,
      );
    }
  }
  try {
    writeFileSync(stamp, wanted);
  } catch {
    // Another user owns the folder, so the next start checks it again.
  }
}

// Accepts packages of an earlier `npm ci`, so that the start works offline.
function installedByHand() {
  try {
    const there = JSON.parse(readFileSync(path.join(root, "node_modules", ".package-lock.json"), "utf8")).packages;
    const wanted = JSON.parse(readFileSync(lock, "utf8")).packages;
    return Object.entries(wanted).every(
      ([place, { version, optional }]) => place === "" || (there[place] ? there[place].version === version : optional),
    );
  } catch {
    return false;
  }
}

// The npm that started this process, else the one on the PATH; on Windows npm is a shell script.
export function npm(args, { stdio = "inherit", timeout } = {}) {
  const own = process.env.npm_execpath;
  const options = { cwd: root, stdio, timeout };
  if (own && /npm-cli\.c?js$/.test(own)) return spawnSync(process.execPath, [own, ...args], options);
  return spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
}
