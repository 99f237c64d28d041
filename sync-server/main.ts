// The process: settings, start, what the terminal is told, stop.
import { setTimeout as delay } from "node:timers/promises";
import { bootServer, reportTo } from "./boot/boot.ts";
import { createShutdown } from "./boot/shutdown.ts";
import { readConfig, SettingError, type Config } from "./config.ts";
import { EmbeddedDatabaseError } from "./db/embedded-error.ts";
import { demoLogins } from "./db/seed/demo-people.ts";
import { createLog } from "./log.ts";
import { StartError } from "./kit/start-error.ts";

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function introduce(url: string, config: Config): void {
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

/** One Ctrl-C may arrive twice, from the terminal and through npm, and late on a busy machine; a later one forces the stop. */
const SAME_KEY_MS = 2000;
/** What a start under way gets to notice that it was called off. */
const CALLED_OFF_MS = 500;

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config);
  const opened = createShutdown(reportTo(log));
  let stopAskedAt: number | undefined;
  // It begins once signals are listened to.
  const starting = Promise.resolve().then(() => bootServer(config, { log, say, opened }));

  async function stop(): Promise<void> {
    // Whatever ends this process, the embedded database ends with it (db/embedded.ts).
    if (stopAskedAt !== undefined && performance.now() - stopAskedAt > SAME_KEY_MS) process.exit(1);
    if (stopAskedAt !== undefined) return;
    stopAskedAt = performance.now();
    await opened.end();
    await Promise.race([starting.catch(() => null), delay(CALLED_OFF_MS)]);
    process.exit(0);
  }
  process.on("SIGINT", () => void stop());
  process.on("SIGTERM", () => void stop());
  // A terminal that is gone takes no more words; that must not end the stop halfway.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

  try {
    const running = await starting;
    if (stopAskedAt === undefined) introduce(running.url, config);
  } catch (error) {
    // A start that was called off fails in many ways, none of them worth a word.
    if (stopAskedAt === undefined) throw error;
  }
}

run().catch(fail);
