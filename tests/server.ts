// The whole product in this process, on a database of its own and a real port.
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
  /** As in `http://localhost:40123`. */
  url: string;
  db: Knex;
  /** Lines of the log so far. */
  logged: string[];
  stop(): Promise<void>;
};

export type TestServerOptions = {
  /** Settings as the environment has them. DEMO is off unless asked for. */
  env?: NodeJS.ProcessEnv;
  /** Address of a database that several servers share; a fresh one when absent. */
  databaseUrl?: string;
  /** Where pictures go instead of a folder. */
  objectStore?: ObjectStore;
};

/** Starts a server that ends with the file's tests. */
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
    DEMO: "0",
    // Nothing listens there: a test that reads mail says where it goes. The demo keeps mail in its mailbox.
    ...(env["DEMO"] !== "1" && { SMTP_URL: "smtp://127.0.0.1:1" }),
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

// Runs before the databases are dropped: hooks run in the opposite order of their files' loading.
afterAll(async () => {
  await Promise.all(open.splice(0).map((server) => server.stop()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
