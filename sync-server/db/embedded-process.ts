// Controls the server process of one data folder: pid file, log-in, owner, log, shutdown.
import { spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Account, mayNotChangeAccounts } from "./embedded-binaries.ts";
import { reasonOf } from "./embedded-error.ts";
import { type Place, chownTo } from "./embedded-place.ts";

export const role = "tailhour";
export const passwordFile = "tailhour.password";
const startedByFile = "tailhour.started-by";

/** Where a server listens: a port of 127.0.0.1, and a Unix socket in the folder `socket`; null for none. */
export type Address = { port: number; socket: string | null };

/** A server that responds, or may soon. */
export type Running = Address & { pid: number };

/** A server process spawned here: `reason` is null while it lives; `end` stops it at once. */
export type Spawned = { reason: string | null; end(): void };

export type Launch = Place & { binaries: string; settings: Record<string, string> };

/** Returns the connection address of `database` on the server of `data`. A statement over a socket takes two thirds of the time. */
export function urlOf(data: string, { port, socket }: Address, database: string): string {
  const password = readFileSync(path.join(data, passwordFile), "utf8").trim();
  const place = socket === null ? "" : `?host=${encodeURIComponent(socket)}`;
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}${place}`;
}

/** Longest path of a socket on macOS, which has the shortest, in bytes. */
const LONGEST_SOCKET = 103;

const socketName = ".s.PGSQL.";

/** The folder of the socket of `data`'s server; null where PostgreSQL cannot have one of this name. */
export function socketOf(data: string): string | null {
  const isPlain = process.platform !== "win32" && /^[\w./-]+$/.test(data);
  return isPlain && Buffer.byteLength(`${data}/${socketName}65535`) <= LONGEST_SOCKET ? data : null;
}

// Detached, so that Ctrl-C reaches it only through this process, after running requests.
export function spawnServer({ data, account, binaries, settings }: Launch, { port, socket }: Address): Spawned {
  const all = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: socket ?? "",
    log_checkpoints: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const output = openSync(logOf(data), isPostgres(readRunning(data)?.pid ?? 0) ? "a" : "w", 0o600);
  chownTo(account, logOf(data));
  const [program, args] = commandFor(data, port, flags);
  const child = spawn(path.join(binaries, "bin", program), args, {
    ...account,
    cwd: "/",
    env: environment(),
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const spawned: Spawned = { reason: null, end: () => void (process.platform !== "win32" && child.kill("SIGQUIT")) };
  child.on("error", (error) => (spawned.reason = reasonOf(error)));
  child.on("exit", (code, signal) => {
    if (process.platform !== "win32" || code !== 0) spawned.reason = readLog(data) || `ended with ${signal ?? code}`;
  });
  child.unref();
  return spawned;
}

// On Windows postgres.exe refuses an administrator; pg_ctl drops those rights first and then exits.
function commandFor(data: string, port: number, flags: string[]): [string, string[]] {
  if (process.platform !== "win32") return ["postgres", ["-D", data, "-p", String(port), ...flags]];
  return ["pg_ctl", ["start", "-D", data, "-o", ["-p", String(port), ...flags].join(" ")]];
}

/** Creates the files of a new server in `folder`, with the password in the file `secret`. */
export async function initialize(
  folder: string,
  secret: string,
  { account, binaries, signal }: { account: Account | null; binaries: string; signal: AbortSignal | undefined },
): Promise<void> {
  const method = ["--auth=scram-sha-256", `--username=${role}`, `--pwfile=${secret}`];
  const child = spawn(
    path.join(binaries, "bin", "initdb"),
    ["-D", folder, ...method, "--encoding=UTF8", "--locale=C", "--no-instructions"],
    { ...account, cwd: "/", env: environment(), stdio: ["ignore", "pipe", "pipe"], signal },
  );
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const failure = await new Promise<Error | null>((resolve) => {
    child.on("error", (error) => resolve(account && child.pid === undefined ? mayNotChangeAccounts() : error));
    child.on("close", (code, killed) =>
      resolve(code === 0 ? null : new Error(failureReason(err || out) || `initdb ended by ${killed}`)),
    );
  });
  if (failure) throw failure;
}

/** Null when the file does not exist, or is removed at this moment. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Reads the pid file of `data`, null without one. The process may be dead. */
export function readRunning(data: string): Running | null {
  const text = textOf(path.join(data, "postmaster.pid"));
  if (text === null) return null;
  const [pid, , , port, socket] = text.split("\n");
  return { pid: Number(pid), port: Number(port), socket: socket || null };
}

/**
 * True once the stored password opens the server at `address` and it serves `data`. Creates the database if
 * missing.
 */
export async function login(address: Address, data: string): Promise<boolean> {
  const { Client } = (await import("pg")).default;
  const client = new Client({ connectionString: urlOf(data, address, "postgres"), connectionTimeoutMillis: 3000 });
  // A lost connection must not end this process.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data: string; made: boolean }>(
      `select current_setting('data_directory') as data, exists (select from pg_database where datname = $1) as made`,
      [role],
    );
    const answer = rows[0];
    if (!answer || realpathSync(answer.data) !== realpathSync(data)) return false;
    if (!answer.made) await client.query(`create database ${role}`);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Records that this process stops the server of `data`. */
export function claim({ data, account }: Place): void {
  const file = path.join(data, startedByFile);
  writeFileSync(file, `${process.pid} ${startOf(process.pid)}\n`);
  chownTo(account, file);
}

/** True while the process responsible for stopping `data`'s server lives; with `by`, only if it is that process. */
export function isClaimed(data: string, by?: number): boolean {
  const file = path.join(data, startedByFile);
  if (!existsSync(file)) return false;
  const [pid, start] = readFileSync(file, "utf8").trim().split(" ");
  if (by !== undefined && Number(pid) !== by) return false;
  return isAlive(Number(pid)) && startOf(Number(pid)) === start;
}

/** True when `pid` is a running PostgreSQL; pids are reused, so a pid file alone proves nothing. */
export function isPostgres(pid: number): boolean {
  if (pid === 0) return false;
  const stat = statOf(pid);
  return stat === null ? isAlive(pid) : /\(postgres\) [^Z]/.test(stat);
}

/** PostgreSQL refuses to start while its pid file, or its socket's, names a running process of the same account. */
export function forgetDeadServer(data: string): void {
  const running = readRunning(data);
  if (!running || isPostgres(running.pid)) return;
  const ofSockets = readdirSync(data).filter((name) => name.startsWith(socketName));
  for (const name of [...ofSockets, "postmaster.pid"]) rmSync(path.join(data, name), { force: true });
}

/** Time limit of each shutdown kind: `fast` writes everything to disk, `immediate` leaves that to the next start. */
const shutdowns = [
  { signal: "SIGINT", mode: "fast", withinMs: 2500 },
  { signal: "SIGQUIT", mode: "immediate", withinMs: 1000 },
] as const;

/** Longest time `shutDown` takes. */
export const SHUTDOWN_MS = shutdowns.reduce((sum, { withinMs }) => sum + withinMs, 0);

/** Ends every connection and stops the server: a fast shutdown, then an immediate one, which loses no data either. */
export async function shutDown(data: string, binaries: () => string): Promise<void> {
  const pid = readRunning(data)?.pid;
  if (pid === undefined) return;
  const gone = () => readRunning(data)?.pid !== pid || !isPostgres(pid);
  for (const { signal, mode, withinMs } of shutdowns) {
    if (gone()) return;
    if (process.platform === "win32") {
      spawn(path.join(binaries(), "bin", "pg_ctl"), ["stop", "-D", data, "-m", mode], { stdio: "ignore" });
    } else {
      signalTo(pid, signal);
    }
    const until = performance.now() + withinMs;
    while (performance.now() < until && !gone()) await delay(10);
  }
}

/** Stops the server of `data` at once, without waiting, because this process is ending. */
export function killServer(data: string): void {
  const pid = readRunning(data)?.pid;
  if (pid !== undefined && isPostgres(pid) && process.platform !== "win32") signalTo(pid, "SIGQUIT");
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It ended between the check and the signal.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Finds a free loopback port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** The environment of PostgreSQL's programs: without PG variables, with a fixed locale. */
export function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: "C", TZ: "UTC" };
}

export function logOf(data: string): string {
  return path.join(data, "tailhour.log");
}

/** Returns the reason from a program's output: its first FATAL or error line, else its last line. */
export function failureReason(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim());
  const telling = lines.find((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? "";
  return telling.replace(/^.*?(FATAL|PANIC|error): */, "").trim();
}

function readLog(data: string): string {
  return existsSync(logOf(data)) ? readFileSync(logOf(data), "utf8").trim() : "";
}

/** True while any process with that pid runs. An ended one keeps its pid until its parent asks, which may never happen. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z/.test(statOf(pid) ?? "");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

// The start time distinguishes reused pids; without /proc the pid alone must do.
function startOf(pid: number): string {
  return (
    statOf(pid)
      ?.replace(/^.*\) /s, "")
      .split(" ")[19] ?? "unknown"
  );
}

function statOf(pid: number): string | null {
  if (!existsSync("/proc/self/stat")) return null;
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}
