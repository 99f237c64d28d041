// The server of an earlier version, bundled from the history of the repository.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { EARLIER, hasEarlierVersion as reachesEarlier } from "../../scripts/earlier-version.mjs";
import { bundleServer, type ServerBundle } from "./server-bundle.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Whether the history reaches back to it; `npm test` says so where it does not. */
export const hasEarlierVersion = () => reachesEarlier(root);

/** Bundles its server; it runs with the packages of this version. */
export async function bundleEarlierServer(): Promise<ServerBundle> {
  const folder = path.join(root, ".cache", "earlier-version");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = execFileSync("git", ["archive", EARLIER, "sync-server", "shared"], {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
  });
  execFileSync("tar", ["-x", "-C", folder], { input: files });
  return bundleServer(folder);
}
