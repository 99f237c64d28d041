// Installs the packages if the lock file changed since the last install. Imports Node's own modules only.
// The product is built and run without `devDependencies`: tests, linters and benchmarks are two fifths of all packages.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
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
    const isSmall = installed === wanted;
    const isDone = !isSmall && installAside(flags);
    const how = isSmall ? ["install", "--no-save"] : ["ci"];
    const { status, error } = isDone ? { status: 0 } : npm([...how, ...flags, "--loglevel=error"]);
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

/**
 * Installs into a separate folder, then moves the packages here. The lock file there contains the address of each package. Without them
 * npm asks the registry for each, which doubles its requests. False if anything fails, such as a registry with other addresses.
 */
function installAside(flags) {
  const folder = path.join(root, ".cache", "install");
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const registry = npm(["config", "get", "registry"], { stdio: "pipe" }).stdout.toString().trim();
    for (const file of ["package.json", ".npmrc"]) copyFileSync(path.join(root, file), path.join(folder, file));
    writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify(withAddresses(registry)));
    const { status } = npm(["ci", ...flags, "--loglevel=silent"], { cwd: folder, stdio: "ignore" });
    if (status !== 0) return false;
    const modules = path.join(root, "node_modules");
    if (existsSync(modules)) renameSync(modules, path.join(folder, "old"));
    renameSync(path.join(folder, "node_modules"), modules);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The lock file, with the address of each package in the registry. */
function withAddresses(registry) {
  const file = JSON.parse(readFileSync(lock, "utf8"));
  const start = registry.endsWith("/") ? registry : `${registry}/`;
  for (const [place, entry] of Object.entries(file.packages)) {
    if (place === "" || entry.link || entry.inBundle) continue;
    const name = entry.name ?? place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
    entry.resolved = `${start}${name}/-/${name.split("/").at(-1)}-${entry.version}.tgz`;
  }
  return file;
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
export function npm(args, { stdio = "inherit", timeout, cwd = root } = {}) {
  const own = process.env.npm_execpath;
  const options = { cwd, stdio, timeout };
  if (own && /npm-cli\.c?js$/.test(own)) return spawnSync(process.execPath, [own, ...args], options);
  return spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  install({ tests: process.argv.includes("--tests") });
}
