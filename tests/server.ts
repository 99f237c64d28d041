// Starts the whole server in this process, on a separate database and a real port.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Knex } from "knex";
import { afterAll } from "vitest";
import { bootServer, type RunningServer } from "../sync-server/boot/boot.ts";
import { readConfig } from "../sync-server/config.ts";
import { createLog } from "../sync-server/log.ts";
import { freshDatabase } from "./postgres.ts";
import type { ObjectStore } from "../sync-server/kit/upload-services.ts";

export type TestServer = {
  /** Such as `http://localhost:40123`. */
  url: string;
  db: Knex;
  /** The log lines so far. */
  logged: string[];
  stop(): Promise<void>;
};

export type TestServerOptions = {
  /** Environment variables. DEMO is off by default. */
  env?: NodeJS.ProcessEnv;
  /** URL of a database for several servers; default: a new one. */
  databaseUrl?: string;
  /** A store for pictures; default: a folder. */
  objectStore?: ObjectStore;
};

/** A key for tests alone. */
export const testWalletKeys = `test:${Buffer.alloc(32, 7).toString("base64url")}`;

/** Starts a server; it stops after the file's tests. */
export async function startTestServer({
  env = {},
  databaseUrl,
  objectStore,
}: TestServerOptions = {}): Promise<TestServer> {
  const url = databaseUrl ?? (await freshDatabase({ pool: 2 })).url;
  const logged: string[] = [];
  const config = readConfig({
    NODE_ENV: "test",
    PORT: "0",
    DATABASE_URL: url,
    // A machine that runs many tests is always late: only the tests of overload refuse requests.
    LIMIT_RUNNING: "10000",
    DEMO: "0",
    // Nothing listens on this port; tests that read mail set another. The demo keeps mail in its mailbox.
    ...(env["DEMO"] !== "1" && { SMTP_URL: "smtp://127.0.0.1:1" }),
    WALLET_KEYS: testWalletKeys,
    LOG_LEVEL: "info",
    DATA_DIR: env["DATA_DIR"] ?? ownFolder(),
    ...env,
  });
  const log = createLog(config, { write: (line) => void logged.push(line) });
  const running = await bootServer(config, { log, ...(objectStore && { objectStore }) });
  open.push(running);
  return { url: running.url, db: running.db, logged, stop: running.stop };
}

const open: RunningServer[] = [];
const folders: string[] = [];

function ownFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "tailhour-data-"));
  folders.push(folder);
  return folder;
}

// Runs before the databases are dropped: vitest runs hooks in the reverse order of their files' loading.
afterAll(async () => {
  await Promise.all(open.splice(0).map((server) => server.stop()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
