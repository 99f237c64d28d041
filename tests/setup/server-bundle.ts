// Bundles the server and its migrations for tests that start it as a process, because sources load slowly.
import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../", import.meta.url));

const migrations = path.join(root, "sync-server", "db", "migrations");

/** `main`: the program to start. The caller must call `remove`. */
export type ServerBundle = { main: string; remove(): void };

/** Bundles the server's sources as the build does: each migration stays a file in the folder beside the program. */
export async function bundleServer(): Promise<ServerBundle> {
  const folder = path.join(root, ".cache", "servers", randomUUID());
  await build({
    entryPoints: {
      main: path.join(root, "sync-server", "main.ts"),
      ...Object.fromEntries(
        readdirSync(migrations).map((file) => [`migrations/${path.parse(file).name}`, path.join(migrations, file)]),
      ),
    },
    outdir: folder,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
  return { main: path.join(folder, "main.js"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
