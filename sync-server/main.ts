// The process: reads settings, starts, prints messages for the terminal, stops on a signal.
import { setTimeout as delay } from "node:timers/promises";
import { startDatabase } from "./boot/embedded.ts";
import { createShutdown, reportTo } from "./boot/shutdown.ts";
import { readConfig, SettingError, type Config } from "./config.ts";
import { EmbeddedDatabaseError } from "./db/embedded-error.ts";
import { demoLogins } from "./db/seed/demo-people.ts";
import { createLog } from "./log.ts";
import { StartError } from "./kit/start-error.ts";

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printReady(url: string, config: Config): void {
  say(`Tailhour is ready: ${config.PUBLIC_URL ?? url}`);
  if (!config.DEMO) return;
  say("Demo logins:");
  for (const { email, password } of demoLogins()) say(`  ${email} / ${password}`);
}

function fail(error: unknown): never {
  const isForPeople = [SettingError, StartError, EmbeddedDatabaseError].some((kind) => error instanceof kind);
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(isForPeople ? `${message}\n` : `Tailhour could not start: ${message}\n`);
  if (!isForPeople && process.env.LOG_LEVEL === "debug") process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(1);
}

/** Ctrl-C may arrive twice, from the terminal and through npm, and late under load. A later one forces the exit. */
const REPEATED_SIGNAL_MS = 2000;
/** Time for an aborted start to end. */
const ABORT_MS = 500;

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config);
  const opened = createShutdown(reportTo(log));
  let stopAskedAt: number | undefined;
  // Starts after the signal handlers below are registered.
  const starting = Promise.resolve().then(async () => {
    const database = startDatabase(config, opened, say);
    // Most of the code: the database starts meanwhile.
    const { bootServer } = await import("./boot/boot.ts");
    return await bootServer(config, { log, say, opened, database });
  });

  async function stop(): Promise<void> {
    // The embedded database ends with this process, however it ends (db/embedded.ts).
    if (stopAskedAt !== undefined && performance.now() - stopAskedAt > REPEATED_SIGNAL_MS) process.exit(1);
    if (stopAskedAt !== undefined) return;
    stopAskedAt = performance.now();
    await opened.end();
    await Promise.race([starting.catch(() => null), delay(ABORT_MS)]);
    process.exit(0);
  }
  process.on("SIGINT", () => void stop());
  process.on("SIGTERM", () => void stop());
  // A closed terminal fails writes, which must not interrupt the stop.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

  try {
    const running = await starting;
    if (stopAskedAt === undefined) printReady(running.url, config);
  } catch (error) {
    // An aborted start fails in many ways; none needs a message.
    if (stopAskedAt !== undefined) return;
    await opened.end();
    throw error;
  }
}

run().catch(fail);
