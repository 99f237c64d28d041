// The process: settings, start, what the terminal is told, stop.
import { bootServer, demoLogins } from "./boot.ts";
import { readConfig, SettingError, type Config } from "./config.ts";
import { EmbeddedDatabaseError } from "./db/embedded-error.ts";
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

async function run(): Promise<void> {
  const config = readConfig(process.env);
  let stopAsked = false;
  let running: Awaited<ReturnType<typeof bootServer>> | undefined;
  async function stop(): Promise<void> {
    if (stopAsked && running) process.exit(1);
    stopAsked = true;
    await running?.stop();
    // A start under way ends itself as soon as it can.
    if (running) process.exit(0);
  }
  process.on("SIGINT", () => void stop());
  process.on("SIGTERM", () => void stop());
  running = await bootServer(config, { say });
  if (stopAsked) {
    await running.stop();
    process.exit(0);
  }
  introduce(running.url, config);
}

run().catch(fail);
