// Starts all parts in order and stops them in reverse. No other file imports all parts.
import { existsSync } from "node:fs";
import path from "node:path";
import type { Knex } from "knex";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { commands } from "../../shared/commands.ts";
import type { Command } from "../../shared/kit/command.ts";
import { createApp } from "../app.ts";
import { startBackground } from "./background.ts";
import { openBus, type Bus } from "../bus/bus.ts";
import { openCatalogue } from "../catalogue/catalogue.ts";
import { createPublisher, type Publisher } from "../catalogue/publisher.ts";
import { createShutdown, reportTo, type Shutdown } from "./shutdown.ts";
import { openCompanion } from "../companion.ts";
import { isLoopback, type Config } from "../config.ts";
import { openData } from "./data.ts";
import { startDatabase } from "./embedded.ts";
import { readinessOf } from "../db/readiness.ts";
import { hasAdmin } from "../domain/accounts/people.ts";
import { openAdmission } from "../http/admission/server-admission.ts";
import { catalogueRoutes } from "../http/catalogue.ts";
import { directExchange } from "../http/direct-exchange.ts";
import { exchangeRoutes } from "../http/exchange.ts";
import { createSecurityHeaders } from "../http/headers.ts";
import { listen, LONGEST_CLOSE_MS } from "../http/listen.ts";
import { createMetrics, type Metrics } from "../http/metrics.ts";
import { objectRoutes } from "../http/uploads/objects.ts";
import { pages } from "../http/site/pages.ts";
import { readSession } from "../http/session.ts";
import { pathOf } from "../http/admission/target.ts";
import { unsubscribeRoutes } from "../http/site/unsubscribe.ts";
import { uploadRoutes } from "../http/uploads/upload-routes.ts";
import { registerLiveMetrics } from "../live/live-metrics.ts";
import { handleUpgrades } from "../live/upgrade.ts";
import { bucketScope } from "../kit/command-handler.ts";
import { createLog } from "../log.ts";
import type { Services } from "../kit/services.ts";
import type { Site } from "../kit/site.ts";
import { StartError } from "../kit/start-error.ts";
import type { PostOptions } from "../push/post.ts";
import { pushConfigOf, pushSender } from "./notices.ts";
import { createServices } from "./services.ts";
import { readSite } from "./site.ts";
import { openStream, type Stream } from "./stream.ts";
import { openUploads, type Uploads } from "./uploads.ts";
import { walletSealer } from "./wallet-keys.ts";
import { openReplica, type Replica } from "../reads/replica.ts";
import { createAdmission } from "../writes/admission.ts";
import { createCommandLimits } from "../writes/command-limits.ts";
import type { WriteServices } from "../writes/execute.ts";
import { createInFlight } from "../writes/in-flight.ts";
import { createLimits } from "../writes/limits.ts";
import { createMessageLimits } from "../writes/message-limits.ts";
import type { ObjectStore } from "../kit/upload-services.ts";

export type RunningServer = {
  /** Origin that the server listens on, without a trailing slash. */
  url: string;
  db: Knex;
  /** Finishes running requests and jobs, then stops all parts. Safe to call twice. */
  stop(): Promise<void>;
};

export type BootOptions = {
  log?: Logger;
  /** Replaces the store that the settings name. */
  objectStore?: ObjectStore;
  /** Receives one-line progress messages for the terminal. */
  say?: (line: string) => void;
  /** Collects the stop of each part; its owner can stop a start that is still running. */
  opened?: Shutdown;
  /** The address of a database that is already starting. */
  database?: Promise<string>;
};

/**
 * Starts the product.
 * @throws StartError, EmbeddedDatabaseError: with a one-sentence message for the operator
 */
export async function bootServer(
  config: Config,
  {
    log = createLog(config),
    say = () => {},
    objectStore,
    opened = createShutdown(reportTo(log)),
    database,
  }: BootOptions = {},
): Promise<RunningServer> {
  // New users would never receive their codes.
  if (!config.DEMO && !config.SMTP_URL)
    throw new StartError(
      "SMTP_URL is missing: without it and without demo data nobody could verify an account. Example: SMTP_URL=smtp://user:secret@mail.example:587",
    );
  const site = readSite(config);
  try {
    const url = await (database ?? startDatabase(config, opened, say));
    const db = await openData(config, url, { opened, say });
    const uploads = (registry: Registry) => openUploads({ config, db, registry, store: objectStore });
    const sender = pushSender(config);
    const services = await createServices(db, {
      push: sender && pushConfigOf(sender),
      sealer: walletSealer(config),
      requiresAdminFactor: config.ADMIN_SECOND_FACTOR,
      log,
    });
    opened.add("airfields", () => services.airfields.close());
    const running = await serve({ config, services, sender, log, site }, opened, uploads);
    warn(config, site, log);
    if (!(await hasAdmin(db)))
      log.warn("no account is an admin: sign up, then run the task make-admin of docs/operating.md");
    if (!services.sealer)
      log.warn("WALLET_KEYS is not set: pilots cannot share papers, and nobody can turn on a second factor");
    return { ...running, db, stop: opened.end };
  } catch (error) {
    await opened.end();
    throw error;
  }
}

type Base = { config: Config; services: Services; sender: PostOptions | null; log: Logger; site: Site };

async function serve(
  base: Base,
  opened: Shutdown,
  openUploadsWith: (registry: Registry) => Uploads,
): Promise<{ url: string }> {
  const { config, services, sender, log, site } = base;
  const { db, commits } = services;
  const metrics = createMetrics(db);
  const distDir = path.join(projectRoot(), "dist");
  const fault = (error: unknown) => log.error({ err: error }, "the catalogue or a page failed");
  const publisher = createPublisher({ db, commits, fault });
  const catalogue = openCatalogue({ db, publisher, fault });
  opened.add("catalogue", () => catalogue.stop());
  await catalogue.start();
  const rendered = pages({ services, publisher, distDir, site, fault });
  const uploads = openUploadsWith(metrics.registry);
  const { writes, stream, bus } = openWrites(base, metrics, { publisher, generation: catalogue.generation() }, uploads);
  opened.add("bus", () => bus.close());
  registerLiveMetrics(metrics.registry, () => stream.live.metrics());
  const companion = await openCompanion({
    config,
    folder: uploads.services.folder,
    isSignedIn: async (ctx) => (await readSession(ctx, { ...services, config })) !== null,
  });
  const securityHeaders = createSecurityHeaders(config, uploads.services.store.direct?.origin);
  const replica = openReadReplica(base, opened);
  const app = createApp({
    ...services,
    securityHeaders,
    config,
    log,
    metrics,
    webRoot: path.join(distDir, "pwa"),
    extra: [
      catalogueRoutes(catalogue),
      exchangeRoutes(stream.exchange),
      unsubscribeRoutes({ config, writes }),
      uploadRoutes({ ...services, config, log, writes, counted: uploads.metrics.counted }),
      objectRoutes({ db, store: uploads.services.store }),
      ...(companion ? [companion.routes] : []),
    ],
    replica,
    renderPage: (requested) => rendered.render(requested),
    site,
    waiting: readinessOf(db),
    writes,
  });
  const door = openAdmission(config, metrics.registry, log);
  opened.add("admission", () => door.stop());
  const handle = directExchange({ exchange: stream.exchange, securityHeaders, others: app.callback(), log, metrics });
  const listening = await listen(door.guard(handle), config.HOST, config.PORT);
  door.follow(listening.server);
  const url = config.PUBLIC_URL ?? `http://${urlHost(config.HOST)}:${listening.port}`;
  const sockets = new Map([["/api/live", stream.live.upgrade]]);
  if (companion) sockets.set("/companion/api/", companion.upgrade);
  handleUpgrades(listening.server, sockets, pathOf);
  opened.add("news of the catalogue", publisher.onNews(stream.live.news));
  // Only news with a segment was published by this process.
  const tellOthers = publisher.onNews(({ bucket, segment }) => segment && bus.publish({ buckets: [bucket] }));
  opened.add("news for other processes", tellOthers);
  startBackground({ config, services, sender, log, registry: metrics.registry, uploads, url, opened });
  opened.add("HTTP server", () => listening.close(), { withinMs: LONGEST_CLOSE_MS });
  opened.add("live lines", () => stream.live.stop(), { withinMs: 1500 });
  return { url: `http://${urlHost(config.HOST)}:${listening.port}` };
}

/** Creates the write path and connects each commit to the catalogue, the live lines and the other processes. */
function openWrites(
  { config, services, log }: Base,
  metrics: Metrics,
  { publisher, generation }: { publisher: Publisher; generation: string },
  uploads: Uploads,
): { writes: WriteServices; stream: Stream; bus: Bus } {
  const { db } = services;
  const messageLimits = createMessageLimits(db, config);
  const writes: WriteServices = {
    ...services,
    uploads: uploads.services,
    passwordMin: config.PASSWORD_MIN,
    limits: createLimits(db, config, messageLimits),
    commandLimits: createCommandLimits(db, config),
    admission: createAdmission(config.DATABASE_POOL),
    inFlight: createInFlight(),
    settled({ name, id, requestId }, outcome) {
      metrics.command(name, outcome);
      log.debug({ requestId, commandId: id, command: name, status: outcome.status }, "a command was committed");
      const spec: Command = commands[name];
      if (!spec.endsSessions) return;
      stream.live.poke();
      bus.publish({ log: true });
    },
    committed(scopes) {
      publisher.committed(scopes);
      stream.live.poke();
      bus.publish({ log: true });
    },
  };
  const stream = openStream({
    config,
    log,
    writes,
    messageLimits,
    messagesCommitted: () => bus.publish({ log: true }),
  });
  const bus = openBus({
    url: config.BUS_URL,
    channel: generation,
    log,
    onNews(news) {
      if (news.log) stream.live.poke();
      publisher.committed(news.buckets.map(bucketScope));
    },
  });
  return { writes, stream, bus };
}

function openReadReplica({ config, services, log }: Base, opened: Shutdown): Replica | null {
  const { DATABASE_REPLICA_URL: url, DATABASE_POOL: pool } = config;
  if (url === undefined) return null;
  const changed = (isCurrent: boolean) =>
    isCurrent ? log.info("the replica answers reads") : log.warn("the replica is behind or away: the primary answers");
  const replica = openReplica(services, url, { pool, changed });
  opened.add("replica", () => replica.stop());
  return replica;
}

function warn(config: Config, site: Site, log: Logger): void {
  if (config.DEMO && !isLoopback(config.HOST))
    log.warn(`DEMO is on and HOST is ${config.HOST}: anyone who can reach this machine can log in as the demo's admin`);
  if (config.DEMO) return;
  if (!config.PUBLIC_URL) log.warn("PUBLIC_URL is not set: links in mail lead to this machine only");
  if (!site.about.operator) log.warn("OPERATOR_NAME is not set: no page says who runs this site");
  if (Object.values(site.texts).some(({ isTemplate }) => isTemplate))
    log.warn("TEXTS_DIR has no terms.md or no privacy.md: their pages show templates");
}

function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** Returns the folder with package.json, from sources and from the bundle. */
function projectRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, "package.json")) && path.dirname(folder) !== folder)
    folder = path.dirname(folder);
  return folder;
}
