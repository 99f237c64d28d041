// The ways in which users and supervisors start and stop the product, and a load that keeps the machine busy.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { availableParallelism } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort, isAlive, isPostgres, readRunning } from "../../sync-server/db/embedded-process.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

type Pids = { first: number; server: number; postgres: number };

export type Way = { name: string; command: readonly [string, ...string[]]; stop(pids: Pids): void };

const byNpm = ["npm", "start", "--silent"] as const;
const byScript = [process.execPath, path.join(root, "scripts", "start.mjs")] as const;

/** Ways to start and stop the product. It gets its own process group, like a terminal's foreground job. */
export const ways: readonly Way[] = [
  { name: "npm start, SIGTERM to npm", command: byNpm, stop: ({ first }) => process.kill(first, "SIGTERM") },
  { name: "npm start, Ctrl-C in its terminal", command: byNpm, stop: ({ first }) => process.kill(-first, "SIGINT") },
  { name: "npm start, npm killed", command: byNpm, stop: ({ first }) => process.kill(first, "SIGKILL") },
  { name: "scripts/start.mjs, SIGTERM", command: byScript, stop: ({ first }) => process.kill(first, "SIGTERM") },
  { name: "scripts/start.mjs, Ctrl-C", command: byScript, stop: ({ first }) => process.kill(-first, "SIGINT") },
  {
    name: "a supervisor that signals every process of the service",
    command: byScript,
    stop({ server, postgres }) {
      process.kill(postgres, "SIGTERM");
      process.kill(server, "SIGTERM");
    },
  },
];

export type Stopped = { seconds: number; serverLeft: boolean; postgresLeft: boolean };

/**
 * Starts the built product in one way on the data in `folder`, keeps all cores busy, and stops it. Waits up to `patienceMs` until all
 * its processes end.
 */
export async function stopUnderLoad({ command, stop }: Way, folder: string, patienceMs: number): Promise<Stopped> {
  const data = path.join(folder, "postgres");
  const port = await freePort();
  const [program, ...args] = command;
  const settings = {
    PORT: String(port),
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: "100000",
    LIMIT_RUNNING: "10000",
    LOG_LEVEL: "error",
  };
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], ...settings };
  const child = spawn(program, args, { cwd: root, env, detached: true, stdio: ["ignore", "ignore", "inherit"] });
  let busy: ChildProcess[] = [];
  let load: Load | undefined;
  try {
    const url = `http://127.0.0.1:${port}`;
    while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
      if (child.exitCode !== null) throw new Error("The product did not start.");
      await delay(50);
    }
    const pids = { first: child.pid ?? 0, server: serverOf(data), postgres: readRunning(data)?.pid ?? 0 };
    load = fullLoad(port);
    busy = busyCores();
    await load.underWay;
    const began = performance.now();
    stop(pids);
    const serverLeft = () => isAlive(pids.server) && !isZombie(pids.server);
    const postgresLeft = () => isPostgres(pids.postgres) || isPostgres(readRunning(data)?.pid ?? 0);
    while ((serverLeft() || postgresLeft()) && performance.now() - began < patienceMs) await delay(20);
    const stopped = {
      seconds: (performance.now() - began) / 1000,
      serverLeft: serverLeft(),
      postgresLeft: postgresLeft(),
    };
    if (serverLeft()) process.kill(pids.server, "SIGKILL");
    return stopped;
  } finally {
    load?.stop();
    for (const loop of busy) loop.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  }
}

/** The server's pid: the server records it as the process that stops the database. */
function serverOf(data: string): number {
  return Number.parseInt(readFileSync(path.join(data, "tailhour.started-by"), "utf8"));
}

function isZombie(pid: number): boolean {
  try {
    return /\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

function busyCores(): ChildProcess[] {
  return Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
}

type Load = { stop(): void; underWay: Promise<void> };

/** Connections that send requests without pause: reads, sign-ins that cost a hash, and bodies that never end. */
function fullLoad(port: number): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: 120 });
  let isOver = false;
  let answered = 0;
  let manyAnswered = () => {};
  const underWay = new Promise<void>((resolve) => (manyAnswered = resolve));
  const signIn = JSON.stringify({ email: "pilot@demo.test", password: "not-this-one" });
  function next(path: string, body?: string): void {
    if (isOver) return;
    const headers = body ? { "Content-Type": "application/json" } : {};
    const sent = request({ port, host: "127.0.0.1", agent, path, method: body ? "POST" : "GET", headers }, (answer) => {
      answer.resume();
      answer.on("close", () => {
        if (++answered === 200) manyAnswered();
        next(path, body);
      });
    });
    sent.on("error", () => void setTimeout(() => next(path, body), 20));
    sent.end(body);
  }
  const endless = Array.from({ length: 5 }, () => {
    const headers = { "Content-Type": "application/json", "Content-Length": "1000" };
    const sent = request({ port, host: "127.0.0.1", path: "/api/auth/login", method: "POST", headers });
    sent.on("error", () => {});
    sent.write("{");
    return sent;
  });
  for (let n = 0; n < 60; n++) next(n % 2 === 0 ? "/api/aircraft" : "/");
  for (let n = 0; n < 20; n++) next("/api/auth/login", signIn);
  return {
    underWay,
    stop() {
      isOver = true;
      for (const sent of endless) sent.destroy();
      agent.destroy();
    },
  };
}
