// Installs the packages if the lock file changed since the last install. Imports Node's own modules only.
// The product is built and run without `devDependencies`: tests, linters and benchmarks are two fifths of all packages.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { takeTurn } from "./turns.mjs";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const lock = path.join(root, "package-lock.json");
const stamp = path.join(root, "node_modules", ".tailhour-lock");

/** Exits with an error message. */
export function giveUp(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Makes `node_modules` match the lock file, `devDependencies` only for tests. Needs the network only if it differs. */
export function install({ tests = false } = {}) {
  if (isInstalled(tests)) return;
  const endTurn = takeTurn(path.join(root, ".cache", "turns", "install"), () =>
    console.log("Another command is installing the packages. Waiting for it …"),
  );
  if (!isInstalled(tests)) installNow(tests);
  endTurn();
}

/** The hash of the lock file. */
const wantedLock = () => createHash("sha256").update(readFileSync(lock)).digest("hex");

/** The hash of the lock file that was installed, and `all` or `product`. */
const readStamp = () => (existsSync(stamp) ? readFileSync(stamp, "utf8").split(" ") : []);

function isInstalled(tests) {
  const [installed, scope] = readStamp();
  return installed === wantedLock() && (scope === "all" || !tests);
}

function installNow(tests) {
  const wanted = wantedLock();
  const [installed, scope] = readStamp();
  // A checkout that has run the tests keeps their packages.
  const all = tests || scope === "all" || installedByHand({ tests: true });
  if (!installedByHand({ tests: all })) {
    console.log("Installing packages (about half a minute the first time) …");
    const which = all ? "--include=dev" : "--omit=dev";
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", which, "--include=optional"];
    // Only adds the packages of tests where the others are right: a running server goes on using its files.
    const how = installed === wanted ? ["install", "--no-save"] : ["ci"];
    const { status, error } = npm([...how, ...flags, "--loglevel=error"]);
    if (status !== 0) {
      giveUp(
        `Installing the packages failed${error ? ` (${error.message})` : ""}: see npm's words above, then start again.`,
      );
    }
  }
  try {
    writeFileSync(stamp, `${wanted} ${all ? "all" : "product"}`);
  } catch {
    // Another user owns the folder, so the next start checks it again.
  }
}

// Accepts packages of an earlier `npm ci`, so that the start works offline.
function installedByHand({ tests }) {
  try {
    const there = JSON.parse(readFileSync(path.join(root, "node_modules", ".package-lock.json"), "utf8")).packages;
    const wanted = JSON.parse(readFileSync(lock, "utf8")).packages;
    return Object.entries(wanted).every(([place, { version, optional, dev, devOptional }]) => {
      if (place === "") return true;
      return there[place] ? there[place].version === version : optional || (!tests && (dev || devOptional));
    });
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

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  install({ tests: process.argv.includes("--tests") });
}
