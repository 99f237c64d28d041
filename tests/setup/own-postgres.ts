// Clusters of a PostgreSQL from Debian's packages, which has all its programs: the embedded one lacks those for backups.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { accountForRoot } from "../../sync-server/db/embedded-binaries.ts";
import { freePort } from "../../sync-server/db/embedded-process.ts";

const versions = "/usr/lib/postgresql";

/** The folder of PostgreSQL's programs, the newest version; null where none is installed. `.ci/run` installs them. */
export const ownPrograms: string | null =
  (existsSync(versions) ? readdirSync(versions) : [])
    .filter((version) => Number(version) >= 15)
    .sort((a, b) => Number(a) - Number(b))
    .map((version) => path.join(versions, version, "bin"))
    .filter((folder) => existsSync(path.join(folder, "initdb")) && existsSync(path.join(folder, "pg_basebackup")))
    .at(-1) ?? null;

/** PostgreSQL refuses to run as root. */
const account = accountForRoot();
/** The account and the folder of every process of PostgreSQL here. */
export const asPostgres = { ...account, cwd: "/" };

export type OwnCluster = {
  data: string;
  port: number;
  /** The address of a database, as the superuser `tailhour`. */
  url(database: string): string;
  /** Starts it, waits until it answers. */
  start(): Promise<void>;
  /** Stops it cleanly, or like a power cut. */
  stop(signal?: "SIGINT" | "SIGQUIT"): Promise<void>;
};

/** Makes a folder that PostgreSQL's account may write. */
export function folderForPostgres(folder: string): string {
  mkdirSync(folder, { mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Initializes a cluster in a new folder. */
export function makeCluster(data: string): void {
  const flags = ["--username=tailhour", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"];
  execFileSync(program("initdb"), [...flags, "--pgdata", folderForPostgres(data)], { ...asPostgres, stdio: "ignore" });
}

export function program(name: string): string {
  return path.join(ownPrograms ?? "", name);
}

/** A cluster in an existing folder, on a free port. `settings` as in `{ fsync: "off" }`. */
export async function clusterIn(data: string, settings: Record<string, string> = {}): Promise<OwnCluster> {
  const port = await freePort();
  const all = { listen_addresses: "127.0.0.1", unix_socket_directories: "", port: String(port), ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  let child: ChildProcess | null = null;
  return {
    data,
    port,
    url: (database) => `postgres://tailhour@127.0.0.1:${port}/${database}`,
    async start() {
      const starting = spawn(program("postgres"), ["-D", data, ...flags], { ...asPostgres, stdio: "ignore" });
      child = starting;
      while (!answers(port)) {
        if (starting.exitCode !== null) throw new Error(`PostgreSQL in ${data} ended with ${starting.exitCode}`);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    },
    async stop(signal = "SIGINT") {
      const ending = child;
      child = null;
      if (!ending || ending.exitCode !== null) return;
      const ended = once(ending, "exit");
      ending.kill(signal);
      await ended;
    },
  };
}

function answers(port: number): boolean {
  try {
    const flags = ["--host=127.0.0.1", `--port=${port}`, "--username=tailhour", "--dbname=postgres", "--quiet"];
    execFileSync(program("pg_isready"), flags, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
