// Starts Redis or NATS from Debian's packages for tests: one process, on a free port, without persistence.
import { spawn } from "node:child_process";
import { freePort } from "../../sync-server/db/embedded-process.ts";
import { installed, killable, type Killable } from "./local-service.ts";

export type BusKind = "redis" | "nats";

const programs = { redis: "redis-server", nats: "nats-server" } as const;

/** Whether the service is installed; `.ci/run` installs both. */
export function hasBus(kind: BusKind): boolean {
  return installed(programs[kind]) !== null;
}

export type BusService = Killable & { url: string; port: number };

export async function startBus(kind: BusKind): Promise<BusService> {
  const port = await freePort();
  const flags =
    kind === "redis"
      ? ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
      : ["-a", "127.0.0.1", "-p", String(port)];
  const program = installed(programs[kind]) ?? programs[kind];
  const service: BusService = {
    ...killable(port, () => spawn(program, flags, { stdio: "ignore" })),
    url: `${kind}://127.0.0.1:${port}`,
    port,
  };
  await service.start();
  return service;
}
