// Starts Redis or NATS from Debian's packages for tests: one process, on a free port, without persistence.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { freePort } from "../../sync-server/db/embedded-process.ts";

export type BusKind = "redis" | "nats";

const programs = { redis: "redis-server", nats: "nats-server" } as const;

/** Whether the service is installed; `.ci/run` installs both. */
export function hasBus(kind: BusKind): boolean {
  const folders = [...(process.env["PATH"] ?? "").split(path.delimiter), "/usr/sbin"];
  return folders.some((folder) => existsSync(path.join(folder, programs[kind])));
}

export type BusService = { url: string; port: number; kill(): Promise<void>; start(): Promise<void> };

export async function startBus(kind: BusKind): Promise<BusService> {
  const port = await freePort();
  const flags =
    kind === "redis"
      ? ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
      : ["-a", "127.0.0.1", "-p", String(port)];
  let child: ChildProcess | null = null;
  const service: BusService = {
    url: `${kind}://127.0.0.1:${port}`,
    port,
    async kill() {
      const dying = child;
      child = null;
      if (!dying || dying.exitCode !== null) return;
      dying.kill("SIGKILL");
      await once(dying, "exit");
    },
    async start() {
      const env = { ...process.env, PATH: `${process.env["PATH"]}${path.delimiter}/usr/sbin` };
      child = spawn(programs[kind], flags, { stdio: "ignore", env });
      while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };
  await service.start();
  return service;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
