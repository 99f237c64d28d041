// Starts the picture store of docs/cluster, OpenStack Swift from Debian's packages, as an independent S3 service for tests.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { freePort } from "../../sync-server/db/embedded-process.ts";
import type { S3Settings } from "../../sync-server/domain/uploads/s3-store.ts";
import { installed } from "./local-service.ts";
import { temporaryFolder } from "./temporary.ts";

export type Swift = {
  settings: S3Settings;
  /** Ends all its servers; `start` starts them again on their data. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Milliseconds for all four servers, on a machine that runs much else. */
export const SWIFT_MS = 240_000;

// The interpreter of Debian's packages; PATH may have another one first.
const PYTHON = "/usr/bin/python3";
const store = fileURLToPath(new URL("../../docs/cluster/store.py", import.meta.url));
const programs = ["swift-proxy-server", "swift-object-server", "swift-container-server", "swift-account-server"];

/** Whether Swift is installed; `.ci/run` installs it. */
export const hasSwift = programs.every((program) => installed(program) !== null);

/** The settings of a server that keeps its pictures there. */
export function s3Environment({ settings }: Swift): Record<string, string> {
  return {
    S3_BUCKET: settings.bucket,
    S3_ENDPOINT: settings.endpoint,
    S3_REGION: settings.region,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
}

/** Starts Swift with one empty bucket, and its data in a temporary folder. */
export async function startSwift(): Promise<Swift> {
  const folder = temporaryFolder("tailhour-swift");
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()];
  const settings: S3Settings = {
    bucket: "pictures",
    endpoint: `http://127.0.0.1:${ports[0]}`,
    region: "us-east-1",
    accessKeyId: "test:tester",
    secretAccessKey: "testing",
    isDirect: true,
  };
  const env = {
    PATH: process.env["PATH"],
    STORE_FOLDER: folder,
    STORE_PORTS: ports.join(","),
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
  let running: ChildProcess | null = null;
  async function start(): Promise<void> {
    const starting = spawn(PYTHON, [store], { env, stdio: "ignore" });
    running = starting;
    const giveUp = Date.now() + SWIFT_MS - 60_000;
    while (!(await answers(env))) {
      if (Date.now() > giveUp || starting.exitCode !== null) throw new Error("Swift did not start.");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  async function kill(): Promise<void> {
    const dying = running;
    running = null;
    if (!dying || dying.exitCode !== null || dying.signalCode !== null) return;
    const exit = once(dying, "exit");
    dying.kill("SIGTERM");
    await exit;
  }
  async function stop(): Promise<void> {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { settings, kill, start, stop };
}

/** Whether the store answers and has its bucket, by the health check of docs/cluster. */
async function answers(env: NodeJS.ProcessEnv): Promise<boolean> {
  const [code] = await once(spawn(PYTHON, [store, "check"], { env, stdio: "ignore" }), "exit");
  return code === 0;
}
