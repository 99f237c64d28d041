// Starts HAProxy from Debian's package before the servers of a test, as operators put a proxy before several processes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "../../sync-server/db/embedded-process.ts";
import { installed } from "./local-service.ts";
import { temporaryFolder } from "./temporary.ts";

const program = installed("haproxy");

/** Whether it is installed; `.ci/run` installs it. */
export const hasHaproxy = program !== null;

export type Proxy = { url: string; stop(): Promise<void> };

/** Spreads requests over the servers that are ready. Repeats a request only where no server has received it. */
export async function startHaproxy(servers: readonly string[]): Promise<Proxy> {
  const folder = temporaryFolder("tailhour-haproxy");
  const port = await freePort();
  const file = path.join(folder, "haproxy.cfg");
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  timeout check 5s
  retries 5
  option redispatch 1
  retry-on conn-failure
frontend all
  bind 127.0.0.1:${port}
  default_backend tailhour
backend tailhour
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 100ms fall 1 rise 1
${servers.map((url, at) => `  server s${at} ${new URL(url).host}`).join("\n")}
`,
  );
  const child = spawn(program ?? "haproxy", ["-f", file, "-q", "-db"], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/healthz`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  return {
    url,
    async stop() {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
