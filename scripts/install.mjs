// Installs the packages when the lock file changed since they were installed. Nothing here imports outside Node.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const lock = path.join(root, "package-lock.json");
const stamp = path.join(root, "node_modules", ".tailhour-lock");

/** Ends the process with one sentence. */
export function giveUp(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Makes sure that `node_modules` is what the lock file says. Needs the network only when it is not. */
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
    // Somebody else's folder: it is looked through again at the next start.
  }
}

// Someone who ran `npm ci` and then lost the network can still start.
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

// The npm that started us, else the one on the path; npm is a shell script on Windows.
export function npm(args, { stdio = "inherit", timeout } = {}) {
  const own = process.env.npm_execpath;
  const options = { cwd: root, stdio, timeout };
  if (own && /npm-cli\.c?js$/.test(own)) return spawnSync(process.execPath, [own, ...args], options);
  return spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
}
