// Starts the built product as users do, with a separate data folder.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../sync-server/db/embedded-process.ts";
import { removeFolder, temporaryFolder } from "./temporary.ts";

/** `dataDir` is its data folder. */
export type Product = { url: string; pid: number; dataDir: string; stop(): Promise<void> };

const root = new URL("../../", import.meta.url);
const dist = fileURLToPath(new URL("dist", root));

/** The switches of Node that `npm start` gives the server. */
export const serverSwitches: readonly string[] = (
  JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { scripts: { start: string } }
).scripts.start
  .split(" ")
  .filter((word) => word.startsWith("--"));

/**
 * Starts `dist/server/main.js` in demo mode and waits until it is ready; run `npm run build` first. Rate limits are off.
 * `env` adds settings; `build` is the folder of another build. @throws with the product's output if it does not start.
 */
export async function startProduct(env: Record<string, string> = {}, build = dist): Promise<Product> {
  const folder = temporaryFolder("tailhour-product");
  const port = env["PORT"] ?? String(await freePort());
  const settings = {
    PORT: port,
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: "100000",
    LIMIT_RUNNING: "10000",
    LOG_LEVEL: "warn",
    ...env,
  };
  const child = spawn(process.execPath, [...serverSwitches, path.join(build, "server", "main.js")], {
    env: { ...surroundings(), NODE_ENV: "production", ...settings },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let words = "";
  child.stderr.on("data", (chunk: Buffer) => (words = `${words}${chunk.toString()}`.slice(-4000)));
  const ended = once(child, "exit");
  const url = `http://localhost:${port}`;
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    await removeFolder(folder);
  };
  const isReady = await Promise.race([ready(url, () => child.exitCode !== null), ended.then(() => false)]);
  if (!isReady) {
    await stop();
    throw new Error(`The product did not start: ${words.trim()}`);
  }
  return { url, pid: child.pid ?? 0, dataDir: settings.DATA_DIR, stop };
}

// Drops the caller's settings, above all their DATABASE_URL.
function surroundings(): NodeJS.ProcessEnv {
  const names = ["PATH", "HOME", "TMPDIR", "TEMP", "SystemRoot", "NODE_OPTIONS", "NODE_V8_COVERAGE"];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

async function ready(url: string, isOver: () => boolean): Promise<boolean> {
  while (!isOver()) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}
