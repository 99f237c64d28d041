// Bundles the server into one file for tests that start it as a process, because sources take seconds to load.
import { randomUUID } from "node:crypto";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Bundles the server's sources; returns the file, which the caller must remove. */
export async function bundleServer(): Promise<string> {
  const file = path.join(root, ".cache", "servers", `${randomUUID()}.mjs`);
  await build({
    entryPoints: [path.join(root, "sync-server", "main.ts")],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
  return file;
}
