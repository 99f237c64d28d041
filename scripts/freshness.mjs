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

/** Names of the parts whose sources changed since their build. Reads all sources in about 20 ms. */
export function staleParts() {
  return Object.keys(parts).filter((name) => {
    const { result } = parts[name];
    return !result.every((file) => existsSync(path.join(root, file))) || readStamp(name) !== sourcesOf(name);
  });
}

/** A hash of all sources of the part. Compute it before the build, so that an edit during the build counts as new. */
export function sourcesOf(name) {
  const hash = createHash("sha256");
  for (const source of parts[name].sources) addTo(hash, path.join(root, source));
  return hash.digest("hex");
}

/** Records the hash of the sources of a built part. */
export function stampPart(name, sources) {
  mkdirSync(path.join(root, ".cache"), { recursive: true });
  writeFileSync(stampOf(name), sources);
}

function addTo(hash, file) {
  if (!statSync(file).isDirectory()) {
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
    return;
  }
  for (const name of readdirSync(file).sort()) {
    if (name !== "node_modules" && !/\.test\.tsx?$/.test(name)) addTo(hash, path.join(file, name));
  }
}

function readStamp(name) {
  return existsSync(stampOf(name)) ? readFileSync(stampOf(name), "utf8") : "";
}

function stampOf(name) {
  return path.join(root, ".cache", `built-${name}`);
}
