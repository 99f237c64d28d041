// The built product, started as a person would start it, on a data folder and port of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Product = { url: string; pid: number; stop(): Promise<void> };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** Starts `dist/server/main.js` and waits until it is ready; `npm run build` first. Limits of calls are lifted. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), "tailhour-bench-"));
  const port = await freePort();
  const child = spawn(process.execPath, ["dist/server/main.js"], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: "100000",
      LOG_LEVEL: "warn",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = `http://localhost:${port}`;
  child.stdout.resume();
  const gone = once(child, "exit").then(() => {
    throw new Error("The product stopped before it was ready.");
  });
  await Promise.race([ready(url), gone]);
  gone.catch(() => undefined);
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function ready(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
