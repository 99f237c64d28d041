// The process: settings, start, what the terminal is told, stop.
import { bootServer } from "./boot.ts";
import { readConfig, SettingError, type Config } from "./config.ts";
import { EmbeddedDatabaseError } from "./db/embedded-error.ts";
import { demoLogins } from "./db/seed/demo-people.ts";
import { StartError } from "./start-error.ts";

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

/** One Ctrl-C may arrive twice, from the terminal and through npm; a later one means «now». */
const SAME_KEY_MS = 1000;

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const starting = bootServer(config, { say });
  let stopAskedAt: number | undefined;
  async function stop(): Promise<void> {
    if (stopAskedAt !== undefined && Date.now() - stopAskedAt > SAME_KEY_MS) process.exit(1);
    if (stopAskedAt !== undefined) return;
    stopAskedAt = Date.now();
    // A start under way is waited for: what it has started must be ended too.
    const running = await starting.catch(() => null);
    await running?.stop();
    process.exit(0);
  }
  process.on("SIGINT", () => void stop());
  process.on("SIGTERM", () => void stop());
  const running = await starting;
  if (stopAskedAt === undefined) introduce(running.url, config);
}

run().catch(fail);
