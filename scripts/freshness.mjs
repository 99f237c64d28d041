// The parts of the build, their sources, and whether a built part is up to date.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./install.mjs";

/** Each part with its result and its sources, in build order. */
const parts = {
  client: {
    result: ["dist/pwa/index.html", "dist/prerender/prerender.js"],
    sources: [
      "pwa",
      "shared",
      "vite.config.ts",
      "package-lock.json",
      "scripts/build.mjs",
      "scripts/precompress.mjs",
      "scripts/airfields",
    ],
  },
  server: {
    result: ["dist/server/main.js", "dist/airfields/facts.bin"],
    sources: ["sync-server", "shared", "texts", "package-lock.json", "scripts/build.mjs", "scripts/airfields"],
  },
};

/** Names of the parts whose sources changed since their build. Reads them only if a file was touched since the last look. */
export function staleParts() {
  return Object.keys(parts).filter((name) => {
    const { result } = parts[name];
    if (!result.every((file) => existsSync(path.join(root, file)))) return true;
    const [built, looked] = readStamp(name).split(" ");
    const now = touchesOf(name);
    if (looked === now) return false;
    if (built !== sourcesOf(name)) return true;
    writeStamp(name, `${built} ${now}`);
    return false;
  });
}

/** A hash of when each source was last changed in any way, which no program can set back. */
function touchesOf(name) {
  const hash = createHash("sha256");
  for (const file of filesOf(name)) {
    const { ctimeMs, size, ino } = statSync(file);
    hash.update(`${file}\0${ctimeMs} ${size} ${ino}\0`);
  }
  return hash.digest("hex");
}

/** A hash of all sources of the part. Compute it before the build, so that an edit during the build counts as new. */
export function sourcesOf(name) {
  const hash = createHash("sha256");
  for (const file of filesOf(name))
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}

/** Records the hash of the sources of a built part. */
export function stampPart(name, sources) {
  mkdirSync(path.join(root, ".cache"), { recursive: true });
  writeFileSync(stampOf(name), sources);
}

function filesOf(name) {
  return parts[name].sources.flatMap((source) => filesIn(path.join(root, source)));
}

function filesIn(place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules" && !/\.test\.tsx?$/.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(path.join(place, entry.name)) : [path.join(place, entry.name)]));
}

// Another user may own the folder: the next look reads the sources again.
function writeStamp(name, text) {
  try {
    writeFileSync(stampOf(name), text);
  } catch {
    return;
  }
}

function readStamp(name) {
  return existsSync(stampOf(name)) ? readFileSync(stampOf(name), "utf8") : "";
}

function stampOf(name) {
  return path.join(root, ".cache", `built-${name}`);
}
