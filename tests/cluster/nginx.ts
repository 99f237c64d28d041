// Starts nginx from Debian's package with the configuration of docs/cluster before the servers of a test.
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../sync-server/db/embedded-process.ts";
import { installed, killable, type Killable } from "../setup/local-service.ts";
import { temporaryFolder } from "../setup/temporary.ts";

/** Its program; null where it is not installed. `.ci/run` installs it. */
export const nginxProgram = installed("nginx");

const configuration = readFileSync(fileURLToPath(new URL("../../docs/cluster/nginx.conf", import.meta.url)), "utf8");

/** Writes the configuration of docs/cluster to a folder, with addresses of this machine. Returns the file. */
export function writeNginx(folder: string, servers: readonly string[], port: number): string {
  const file = path.join(folder, "nginx.conf");
  const text = configuration
    .replaceAll(/server-(\d):3000/g, (_, number: string) => new URL(servers[Number(number) - 1]!).host)
    .replace("listen 8080", `listen 127.0.0.1:${port}`)
    .replaceAll("/run/", `${folder}/`);
  writeFileSync(file, text);
  return file;
}

export type Nginx = Killable & { url: string; remove(): void };

/** Starts it before three servers. */
export async function startNginx(servers: readonly string[]): Promise<Nginx> {
  const folder = temporaryFolder("tailhour-nginx");
  const port = await freePort();
  const file = writeNginx(folder, servers, port);
  // One process, so that its end is the end of all.
  const flags = ["-c", file, "-g", "daemon off; master_process off;"];
  const nginx = {
    ...killable(port, () => spawn(nginxProgram ?? "nginx", flags, { stdio: "ignore" })),
    url: `http://127.0.0.1:${port}`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  await nginx.start();
  return nginx;
}
