// Runs the embedded PostgreSQL: creates, starts, recovers after a crash, and stops it.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { binariesFor } from "./embedded-binaries.ts";
import { EmbeddedDatabaseError, reasonOf } from "./embedded-error.ts";
import { type Place, clear, chownTo, placeFor, placesOf } from "./embedded-place.ts";
import {
  type Address,
  type Launch,
  type Spawned,
  SHUTDOWN_MS,
  claim,
  killServer,
  environment,
  forgetDeadServer,
  freePort,
  initialize,
  isAlive,
  isClaimed,
  isPostgres,
  failureReason,
  logOf,
  login,
  passwordFile,
  readRunning,
  role,
  shutDown,
  socketOf,
  spawnServer,
  urlOf,
} from "./embedded-process.ts";

export type EmbeddedPostgres = {
  /** Connection address of the database `tailhour`, of this machine alone; by its socket where there is one. */
  url: string;
  /** False when another running process started the server; `stop` then leaves it running. */
  startedHere: boolean;
  /**
   * Ends all connections and stops the server, if this process is responsible for it. Safe to call twice. Takes a few
   * seconds at most. A process that exits without it stops the server too, unless it is killed.
   */
  stop(): Promise<void>;
};

/** Longest duration of `stop`. */
export const LONGEST_STOP_MS = SHUTDOWN_MS;

export type EmbeddedOptions = {
  /** Folder of PostgreSQL's files; created at the first start. */
  dataDir: string;
  /** Called with one line for each slow step or unexpected location. */
  log?: (line: string) => void;
  /** PostgreSQL settings that override the defaults, as in `{ fsync: "off" }`. */
  settings?: Record<string, string>;
  /** Aborts at shutdown: cancels a running start, and prevents a restart of a dead server. */
  signal?: AbortSignal | undefined;
};

type Log = (line: string) => void;

/** Options of a start besides its location. */
type StartOptions = { settings: Record<string, string>; log: Log; signal: AbortSignal | undefined };

const START_TIMEOUT_MS = 20_000;
const WATCH_MS = 500;
const RETRY_MS = 5000;

/**
 * Starts the database of `dataDir`, or joins a running one; takes over a server whose starter was killed.
 * If the server dies while this process runs, it restarts at the same address.
 * @throws EmbeddedDatabaseError, with a one-sentence message for the operator
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log = () => {}, settings = {}, signal } = options;
  const means: StartOptions = { settings, log, signal };
  const place = placeFor(path.resolve(options.dataDir), log);
  const found = await join(place, means);
  if (found) return found;
  const binaries = binariesFor(place.account, log);
  if (!existsSync(path.join(place.data, "PG_VERSION"))) await create(place, binaries, means);
  refuseOtherVersion(place.data, binaries);
  return launch(place, binaries, means);
}

/**
 * Removes the database of `dataDir` with all its files, also those in other folders. Refuses while the product runs.
 */
export async function removeEmbeddedPostgres(dataDir: string): Promise<void> {
  const place = placeFor(path.resolve(dataDir), () => {});
  if (isServed(place.data)) {
    if (isClaimed(place.data)) {
      throw new EmbeddedDatabaseError("The database is in use by a running Tailhour: stop that one first.");
    }
    await shutDownServer(place);
  }
  for (const file of placesOf(path.resolve(dataDir))) clear(file);
}

// Initializes in a temporary folder and renames it when complete, so that a crash leaves no partial database.
async function create({ data, account }: Place, binaries: string, { log, signal }: StartOptions): Promise<void> {
  log("Making the database …");
  const fresh = `${data}.new-${process.pid}`;
  const secret = `${fresh}.password`;
  try {
    clearAbandoned(data);
    mkdirSync(fresh, { mode: 0o700 });
    writeFileSync(secret, randomBytes(24).toString("base64url"), { mode: 0o600 });
    chownTo(account, fresh);
    chownTo(account, secret);
    await initialize(fresh, secret, { account, binaries, signal });
    renameSync(secret, path.join(fresh, passwordFile));
    renameSync(fresh, data);
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) throw error;
    // A concurrent start was faster: use its database.
    if (existsSync(path.join(data, "PG_VERSION"))) return;
    throw new EmbeddedDatabaseError(
      `The database cannot be made in ${data} (${reasonOf(error)}): make the folder writable, or set DATA_DIR to another one.`,
    );
  } finally {
    clear(fresh);
    clear(secret);
  }
}

function clearAbandoned(data: string): void {
  const start = `${path.basename(data)}.new-`;
  for (const name of readdirSync(path.dirname(data))) {
    const maker = name.startsWith(start) ? Number.parseInt(name.slice(start.length)) : process.pid;
    if (maker !== process.pid && !isAlive(maker)) clear(path.join(path.dirname(data), name));
  }
}

function refuseOtherVersion(data: string, binaries: string): void {
  const made = readFileSync(path.join(data, "PG_VERSION"), "utf8").trim();
  const program = path.join(binaries, "bin", "postgres");
  const ours = /(\d+)\.\d+/.exec(
    spawnSync(program, ["--version"], { encoding: "utf8", env: environment() }).stdout,
  )?.[1];
  if (ours === undefined || ours === made) return;
  throw new EmbeddedDatabaseError(
    `The database in ${data} was made by PostgreSQL ${made} and this version brings ${ours}: move its data with pg_dump, or start anew with npm run db:reset.`,
  );
}

/** Returns the server that already runs for `place`, after waiting for one that starts or stops. */
async function join(place: Place, means: StartOptions): Promise<EmbeddedPostgres | null> {
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < giveUpAt && isServed(place.data)) {
    refuseAborted(means);
    const running = readRunning(place.data);
    if (running && (await login(running, place.data))) {
      // A server that was starting has noted its socket by now.
      return supervise(place, readRunning(place.data) ?? running, means, !isClaimed(place.data));
    }
    await delay(50);
  }
  return null;
}

async function launch(place: Place, binaries: string, means: StartOptions): Promise<EmbeddedPostgres> {
  try {
    const address = await launchServer({ ...place, binaries, settings: means.settings }, null, means);
    return supervise(place, address, means, true);
  } catch (error) {
    // Of two concurrent starts, the slower one joins the other's server.
    const other = await join(place, means);
    if (!other) throw error;
    return other;
  }
}

// Every user of the server restarts it at the same address if it dies; the last to restart it stops it.
function supervise(place: Place, address: Address, means: StartOptions, startedHere: boolean): EmbeddedPostgres {
  const { log, settings, signal } = means;
  let isMine = startedHere;
  if (isMine) claim(place);
  let bringingBack: Promise<unknown> | null = null;
  let stopping: Promise<void> | undefined;
  const bringBack = async () => {
    try {
      await launchServer({ ...place, binaries: binariesFor(place.account, log), settings }, address, means);
    } catch (error) {
      // Another process restarted it first.
      if (isServed(place.data)) return;
      throw error;
    }
    isMine = true;
    claim(place);
  };
  const lookAgain = (everyMs: number) => {
    bringingBack = null;
    clearInterval(watching);
    if (!stopping && !signal?.aborted) watching = setInterval(watch, everyMs).unref();
  };
  const watch = () => {
    // A supervisor may stop the database together with this process, so it is not restarted.
    if (signal?.aborted) return clearInterval(watching);
    if (isServed(place.data)) return;
    clearInterval(watching);
    log("The database ended unexpectedly and is started again.");
    // The cause may be temporary, so the restart is retried until it succeeds.
    bringingBack = bringBack().then(
      () => lookAgain(WATCH_MS),
      (error: Error) => {
        log(error.message);
        lookAgain(RETRY_MS);
      },
    );
  };
  let watching = setInterval(watch, WATCH_MS).unref();
  // Stops the server also when this process exits without `stop`.
  const leave = () => isMine && isClaimed(place.data, process.pid) && killServer(place.data);
  process.on("exit", leave);
  // Signals the server before the first await, because an exit handler cannot wait.
  const stop = async () => {
    clearInterval(watching);
    if (bringingBack) await bringingBack;
    clearInterval(watching);
    if (isMine) await shutDownServer(place);
    process.off("exit", leave);
  };
  return { url: urlOf(place.data, address, role), startedHere, stop: () => (stopping ??= stop()) };
}

// Each try uses a new port, unless clients already use the address.
async function launchServer(how: Launch, same: Address | null, means: StartOptions): Promise<Address> {
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  let socket = socketOf(how.data);
  for (;;) {
    refuseAborted(means);
    forgetDeadServer(how.data);
    const address = same ?? { port: await freePort(), socket };
    const failure = await ready(how.data, address, spawnServer(how, address), means);
    if (failure === null) return address;
    // Some file systems, such as shared folders of a virtual machine, have no sockets.
    if (!same && socket !== null && failure.includes("any Unix-domain sockets")) {
      socket = null;
      continue;
    }
    // After a kill, child processes keep the shared memory briefly; also another process may take the free port.
    const passes = /shared memory|could not bind|could not create any TCP/.test(failure);
    if (!passes || Date.now() > giveUpAt) {
      throw new EmbeddedDatabaseError(
        `The database in ${how.data} does not start: ${failureReason(failure)} (its log: ${logOf(how.data)}).`,
      );
    }
    await delay(250);
  }
}

// Recovery after a crash may take long: waits as long as the server lives.
async function ready(
  data: string,
  address: Address,
  server: Spawned,
  { log, signal }: StartOptions,
): Promise<string | null> {
  const sayAt = Date.now() + 3000;
  let said = false;
  const end = () => server.end();
  process.on("exit", end);
  signal?.addEventListener("abort", end);
  try {
    while (server.reason === null) {
      if (readRunning(data)?.port === address.port && (await login(address, data))) return null;
      if (!said && Date.now() > sayAt) {
        said = true;
        log("The database is getting ready; after a crash it replays its log first …");
      }
      await delay(15);
    }
    return server.reason;
  } finally {
    process.off("exit", end);
    signal?.removeEventListener("abort", end);
  }
}

function refuseAborted({ signal }: StartOptions): void {
  if (signal?.aborted) throw new EmbeddedDatabaseError("The start of the database was cancelled.");
}

function isServed(data: string): boolean {
  const running = readRunning(data);
  return running !== null && isPostgres(running.pid);
}

function shutDownServer({ data, account }: Place): Promise<void> {
  return shutDown(data, () => binariesFor(account, () => {}));
}
