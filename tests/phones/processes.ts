// Real server processes on one database, which tests kill and restart at the same address.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../../sync-server/db/embedded-process.ts";
import { bundleServer, type ServerBundle } from "../setup/server-bundle.ts";

export type ServerProcess = {
  url: string;
  /** Whether it was running at the last check. */
  isUp: boolean;
  /** Kills it like a power cut. */
  kill(): Promise<void>;
  /** Stops it as a supervisor does: with SIGTERM. */
  stop(): Promise<void>;
  /** Restarts it and waits until it is ready; `program` replaces the one it runs. */
  start(program?: string): Promise<void>;
  pid(): number;
};

export type Fleet = { servers: ServerProcess[]; end(): Promise<void> };

/** Starts servers on one database; `settings` override the usual ones, `bundle` the program. */
export async function startFleet(
  databaseUrl: string,
  count: number,
  settings: Record<string, string> = {},
  bundle?: ServerBundle,
): Promise<Fleet> {
  const { main, remove } = bundle ?? (await bundleServer());
  const servers: ServerProcess[] = [];
  for (let at = 0; at < count; at++) servers.push(serverProcess(main, databaseUrl, await freePort(), settings));
  await Promise.all(servers.map((server) => server.start()));
  return {
    servers,
    async end() {
      await Promise.all(servers.map((server) => server.kill()));
      remove();
    },
  };
}

function serverProcess(
  file: string,
  databaseUrl: string,
  port: number,
  settings: Record<string, string>,
): ServerProcess {
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "test",
    PORT: String(port),
    HOST: "127.0.0.1",
    DATABASE_URL: databaseUrl,
    DEMO: "0",
    SMTP_URL: "smtp://127.0.0.1:1",
    LOG_LEVEL: "silent",
    RATE_LIMIT_FACTOR: "1000",
    LIMIT_RUNNING: "10000",
    ...settings,
  };
  async function end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const dying = child;
    child = null;
    server.isUp = false;
    if (!dying || dying.exitCode !== null) return;
    const exit = once(dying, "exit");
    dying.kill(signal);
    await exit;
  }
  const server: ServerProcess = {
    url,
    isUp: false,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    pid: () => child?.pid ?? 0,
    async start(program = file) {
      for (;;) {
        const starting = spawn(process.execPath, ["--enable-source-maps", program], {
          env,
          stdio: ["ignore", "ignore", "inherit"],
        });
        child = starting;
        if (await ready(url, starting)) break;
        // The database was unreachable; a supervisor would restart the server.
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      server.isUp = true;
    },
  };
  return server;
}

async function ready(url: string, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  return false;
}
