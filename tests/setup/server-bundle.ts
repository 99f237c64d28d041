// Bundles the server and its migrations for tests that start it as a process, because sources load slowly.
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** `main`: the program to start; `restored`: the one after a restore. The caller must call `remove`. */
export type ServerBundle = { main: string; restored: string; remove(): void };

/**
 * Bundles the server's sources as the build does: each migration stays a file in the folder beside the program.
 * `sources` is the folder of another version; its packages are those of this one.
 */
export async function bundleServer(sources = root): Promise<ServerBundle> {
  const server = path.join(sources, "sync-server");
  const migrations = path.join(server, "db", "migrations");
  const programs = ["main", "restored"].filter((name) => existsSync(path.join(server, `${name}.ts`)));
  const folder = path.join(root, ".cache", "servers", randomUUID());
  await build({
    entryPoints: {
      ...Object.fromEntries(programs.map((name) => [name, path.join(server, `${name}.ts`)])),
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
    logLevel: sources === root ? "warning" : "error",
  });
  const [main, restored] = [path.join(folder, "main.js"), path.join(folder, "restored.js")];
  return { main, restored, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
