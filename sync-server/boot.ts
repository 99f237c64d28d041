// Starts everything in order, and ends it in the opposite one. The only file that knows all the others.
import { existsSync } from "node:fs";
import path from "node:path";
import type { Knex } from "knex";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { createApp } from "./app.ts";
import { openBus } from "./bus/bus.ts";
import { openCatalogue } from "./catalogue/catalogue.ts";
import { openCompanion } from "./companion.ts";
import type { Config } from "./config.ts";
import { isLoopback } from "./config.ts";
import { ensureSyncMeta, keepPartitions } from "./db/change-log.ts";
import { startEmbeddedPostgres } from "./db/embedded.ts";
import { openDatabase } from "./db/knex.ts";
import { migrateToLatest, pendingMigrations } from "./db/migrate.ts";
import { seedDemo } from "./db/seed/demo.ts";
import { demoPeople } from "./db/seed/demo-people.ts";
import { catalogueRoutes } from "./http/catalogue.ts";
import { listen } from "./http/listen.ts";
import { createMetrics } from "./http/metrics.ts";
import { pages } from "./http/pages.ts";
import { objectRoutes } from "./http/objects.ts";
import { readSession } from "./http/session.ts";
import { uploadRoutes } from "./http/uploads.ts";
import { unsubscribeRoutes } from "./http/unsubscribe.ts";
import type { ObjectStore } from "./domain/uploads/store.ts";
import { sendResetMail, sendVerificationMail } from "./jobs/account-mails.ts";
import { startBookingClock } from "./jobs/booking-clock.ts";
import { startHousekeeping } from "./jobs/housekeeping.ts";
import { startWorker, type JobHandlers } from "./jobs/worker.ts";
import { startNotices, type Notices } from "./notices.ts";
import { registerLiveFigures } from "./live/figures.ts";
import { handleUpgrades } from "./live/upgrade.ts";
import { createLog } from "./log.ts";
import { makeDataFolder } from "./make-folder.ts";
import { demoMailer, noMailer, smtpMailer, type Mailer } from "./mail/transport.ts";
import { StartError } from "./start-error.ts";
import { openStream } from "./stream.ts";
import { openUploads, type Uploads } from "./uploads.ts";
import type { WriteServices } from "./writes/execute.ts";
import { createLimits } from "./writes/limits.ts";
import { createMessageLimits } from "./writes/message-limits.ts";

const OLDEST_POSTGRES = 150_000;

export type RunningServer = {
  /** Where it answers, without a slash at the end. */
  url: string;
  db: Knex;
  /** Ends requests and jobs under way, then everything that was started. Safe to call twice. */
  stop(): Promise<void>;
};

export type BootOptions = {
  log?: Logger;
  /** Where pictures go instead of where the settings say. */
  objectStore?: ObjectStore;
  /** Told, in one line each, what a person at the terminal should know while it starts. */
  say?: (line: string) => void;
};

/** Things to end, the last one started first. */
function closers() {
  const list: (() => Promise<unknown> | void)[] = [];
  let ended: Promise<void> | undefined;
  async function endAll(): Promise<void> {
    for (const close of list.reverse()) await close();
  }
  return {
    add: (close: () => Promise<unknown> | void) => void list.push(close),
    end: () => (ended ??= endAll()),
  };
}

/**
 * Starts the product.
 * @throws StartError, EmbeddedDatabaseError: one sentence for a person each
 */
export async function bootServer(
  config: Config,
  { log = createLog(config), say = () => {}, objectStore }: BootOptions = {},
): Promise<RunningServer> {
  const opened = closers();
  try {
    const db = await openData(config, opened, say);
    const uploads = (registry: Registry) => openUploads({ config, db, registry, store: objectStore });
    const running = await serve(config, db, log, opened, uploads);
    warn(config, log);
    return { ...running, db, stop: opened.end };
  } catch (error) {
    await opened.end();
    throw error;
  }
}

type Closers = ReturnType<typeof closers>;

async function openData(config: Config, opened: Closers, say: (line: string) => void): Promise<Knex> {
  const url = config.DATABASE_URL ?? (await embeddedUrl(config, opened, say));
  const db = openDatabase(url, { pool: config.DATABASE_POOL });
  opened.add(() => db.destroy());
  await requireUsable(db, config.DATABASE_URL);
  await migrateToLatest(db);
  await keepPartitions(db);
  await ensureSyncMeta(db);
  if (config.DEMO && (await seedDemo(db))) say("The demo data is in place.");
  return db;
}

async function embeddedUrl({ DATA_DIR }: Config, opened: Closers, say: (line: string) => void): Promise<string> {
  const folder = makeDataFolder(DATA_DIR);
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, "postgres"), log: say });
  opened.add(() => postgres.stop());
  return postgres.url;
}

async function requireUsable(db: Knex, given: string | undefined): Promise<void> {
  let version: number;
  try {
    const { rows } = await db.raw<{ rows: { version: number }[] }>(
      "select current_setting('server_version_num')::integer as version",
    );
    version = rows[0]!.version;
  } catch (error) {
    if (given === undefined) throw error;
    const where = new URL(given).host;
    throw new StartError(`DATABASE_URL: the database at ${where} cannot be used: ${(error as Error).message}.`);
  }
  if (version < OLDEST_POSTGRES)
    throw new StartError(
      `DATABASE_URL: that server is PostgreSQL ${Math.floor(version / 10_000)}, but 15 or newer is needed.`,
    );
}

async function serve(
  config: Config,
  db: Knex,
  log: Logger,
  opened: Closers,
  openUploadsWith: (registry: Registry) => Uploads,
): Promise<{ url: string }> {
  const metrics = createMetrics(db);
  const distDir = path.join(projectRoot(), "dist");
  const fault = (error: unknown) => log.error({ err: error }, "the catalogue or a page stumbled");
  const catalogue = openCatalogue({ db, fault });
  opened.add(() => catalogue.stop());
  await catalogue.start();
  const site = pages({ db, catalogue, distDir, isDemo: config.DEMO, fault });
  const messageLimits = createMessageLimits(db, config);
  const uploads = openUploadsWith(metrics.registry);
  const writes: WriteServices = {
    db,
    uploads: uploads.services,
    limits: createLimits(db, config, messageLimits),
    settled(name, outcome) {
      metrics.command(name, outcome);
      // Not every command that ends a session writes lines of its own.
      if (!name.startsWith("auth.") && !name.startsWith("admin.")) return;
      stream.live.poke();
      bus.tell({ log: true });
    },
    committed(scopes) {
      catalogue.committed(scopes);
      stream.live.poke();
      bus.tell({ log: true });
    },
  };
  const stream = openStream({ config, db, log, writes, messageLimits, sent: () => bus.tell({ log: true }) });
  const bus = openBus({
    url: config.BUS_URL,
    channel: catalogue.generation(),
    log,
    heard(news) {
      if (news.log) stream.live.poke();
      catalogue.committed(news.buckets.map((bucket) => `bucket:${bucket}`));
    },
  });
  opened.add(() => bus.close());
  registerLiveFigures(metrics.registry, () => stream.live.figures());
  const companion = await openCompanion({
    config,
    folder: uploads.services.folder,
    isSignedIn: async (ctx) => (await readSession(ctx, { db, config })) !== null,
  });
  const app = createApp({
    config,
    db,
    log,
    metrics,
    webRoot: path.join(distDir, "pwa"),
    extra: [
      catalogueRoutes(catalogue),
      stream.routes,
      unsubscribeRoutes({ config, writes }),
      uploadRoutes({ config, db, log, writes, counted: uploads.figures.counted }),
      objectRoutes({ db, store: uploads.services.store }),
      ...(companion ? [companion.routes] : []),
    ],
    renderPage: (requested) => site.render(requested),
    waiting: () => waitingFor(db),
    writes,
  });
  const listening = await listen(app.callback(), config.HOST, config.PORT);
  const url = config.PUBLIC_URL ?? `http://${urlHost(config.HOST)}:${listening.port}`;
  const sockets = new Map([["/api/live", stream.live.upgrade]]);
  if (companion) sockets.set("/companion/api/", companion.upgrade);
  handleUpgrades(listening.server, sockets);
  opened.add(catalogue.onNews(stream.live.news));
  // A segment that comes with the news was made here.
  opened.add(catalogue.onNews(({ bucket, segment }) => segment && bus.tell({ buckets: [bucket] })));
  const mailer = mailerFor(config, db);
  const notices = startNotices({
    config,
    db,
    log,
    registry: metrics.registry,
    mailer,
    url,
    withheld: withheld(config),
  });
  opened.add(() => notices.stop());
  const worker = startWorker({ db, log, handlers: jobHandlers(config, db, mailer, url, notices) });
  const pictureWorker = startWorker({ db, log, handlers: uploads.jobs, atOnce: 1 });
  opened.add(() => pictureWorker.stop());
  opened.add(uploads.startSweeping(log));
  opened.add(() => mailer.close());
  opened.add(() => worker.stop());
  const endHousekeeping = startHousekeeping({ db, log });
  opened.add(() => endHousekeeping());
  opened.add(startBookingClock({ db, log }));
  opened.add(() => listening.close());
  opened.add(() => stream.live.stop());
  return { url: `http://${urlHost(config.HOST)}:${listening.port}` };
}

function mailerFor(config: Config, db: Knex): Mailer {
  if (config.SMTP_URL) return smtpMailer(config.SMTP_URL, config.MAIL_FROM);
  return config.DEMO ? demoMailer(db) : noMailer;
}

/** Whoever reads the demo's mailbox must not take its logins away from everybody else. */
function withheld({ DEMO }: Config): ReadonlySet<string> {
  return new Set(DEMO ? demoLogins().map(({ email }) => email) : []);
}

function jobHandlers(
  config: Config,
  db: Knex,
  mailer: Mailer,
  baseUrl: string,
  notices: Notices,
): Omit<JobHandlers, keyof Uploads["jobs"]> {
  return {
    "verification-mail": ({ userId }) => sendVerificationMail({ db, mailer }, userId),
    "reset-mail": async ({ email }) => {
      if (!withheld(config).has(email)) await sendResetMail({ db, mailer }, email, baseUrl);
    },
    "notice-mail": notices["notice-mail"],
  };
}

/** The people of the demo who can log in. */
export function demoLogins(): { email: string; password: string }[] {
  return demoPeople.flatMap(({ email, password }) => (password === undefined ? [] : [{ email, password }]));
}

async function waitingFor(db: Knex): Promise<string[]> {
  try {
    await db.raw("select 1").timeout(2000);
    return (await pendingMigrations(db)).length > 0 ? ["migrations"] : [];
  } catch {
    return ["database"];
  }
}

function warn(config: Config, log: Logger): void {
  if (config.DEMO && !isLoopback(config.HOST))
    log.warn(`DEMO is on and HOST is ${config.HOST}: anybody who reaches this machine can log in as the demo's admin`);
  if (config.DEMO) return;
  if (!config.SMTP_URL) log.warn("SMTP_URL is not set: verification codes and reset links cannot be mailed");
  if (!config.PUBLIC_URL) log.warn("PUBLIC_URL is not set: links in mail lead to this machine only");
}

function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** The folder with package.json, from the sources and from the bundle alike. */
function projectRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, "package.json")) && path.dirname(folder) !== folder)
    folder = path.dirname(folder);
  return folder;
}
