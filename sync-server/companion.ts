// Mounts Uppy Companion, an Express app for pictures from other services, under /companion.
// It is not a dependency: an operator who configures a provider installs it, and only then it is loaded.
import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { MAX_PICTURE_BYTES, uploadIdOf } from "../shared/domain/uploads-rules.ts";
import { DomainError } from "../shared/kit/errors.ts";
import { newId } from "../shared/kit/ids.ts";
import type { Config } from "./config.ts";
import { sourceName } from "./domain/uploads/store.ts";
import type { AppContext, AppMiddleware } from "./http/context.ts";
import type { UpgradeHandler } from "./live/upgrade.ts";
import { StartError } from "./kit/start-error.ts";

export type Companion = {
  routes: AppMiddleware;
  /** Takes sockets below `/companion/api/`: progress of transfers. */
  upgrade: UpgradeHandler;
};

type Handler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** The used parts of the packages, which are not installed at compile time. */
type CompanionModule = { app(options: object): { app: Handler }; socket(server: object): void };
type SessionModule = (options: object) => Handler;

export type CompanionOptions = {
  config: Config;
  /** Folder for bytes in transfer. */
  folder: string;
  /** Whether the request has a session. */
  isSignedIn(ctx: AppContext): Promise<boolean>;
  load?: (name: string) => Promise<unknown>;
};

const ROOT = "/companion";
const HOW = "npm install @uppy/companion@5 express-session";

/**
 * Returns null when no provider is configured.
 * @throws StartError when the packages are missing or reject the settings
 */
export async function openCompanion(options: CompanionOptions): Promise<Companion | null> {
  const { config, isSignedIn, load = (name: string) => import(name) as Promise<unknown> } = options;
  if (config.COMPANION_PROVIDERS === undefined) return null;
  const companion = (await loaded(load, "@uppy/companion")) as CompanionModule;
  const session = (await loaded(load, "express-session")) as SessionModule;
  let program: Handler;
  try {
    program = companion.app(settingsOf(options)).app;
  } catch (error) {
    throw new StartError(`COMPANION_PROVIDERS: ${(error as Error).message}`);
  }
  const withSession = session({
    name: "tailhour_companion",
    secret: config.COMPANION_SECRET,
    resave: false,
    saveUninitialized: false,
    cookie: { path: ROOT, httpOnly: true, sameSite: "lax", secure: config.PUBLIC_URL?.startsWith("https:") },
  });
  // Companion would handle every upgrade of a server, so it gets an emitter with its own upgrades only.
  const ownSockets = new EventEmitter();
  companion.socket(ownSockets);
  return {
    routes: async (ctx, next) => {
      if (ctx.path !== ROOT && !ctx.path.startsWith(`${ROOT}/`)) return next();
      ctx.state.route = ROOT;
      // Companion signs S3 uploads without our checks; ours are under /s3. Express ignores the case of a path.
      if (ctx.path.toLowerCase().startsWith(`${ROOT}/s3`)) throw new DomainError("not-found");
      if (!(await isSignedIn(ctx))) throw new DomainError("not-signed-in");
      await handOver(ctx, withSession, program);
    },
    upgrade: (...request) => void ownSockets.emit("upgrade", ...request),
  };
}

async function loaded(load: (name: string) => Promise<unknown>, name: string): Promise<unknown> {
  try {
    const found = (await load(name)) as { default?: unknown };
    return found.default ?? found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new StartError(`COMPANION_PROVIDERS needs ${name}, which is not installed: ${HOW}`);
  }
}

/** Sets the URLs as Express does when it mounts an app. */
function handOver(ctx: AppContext, withSession: Handler, program: Handler): Promise<void> {
  const request = ctx.req as IncomingMessage & { originalUrl?: string; baseUrl?: string };
  request.originalUrl = request.url ?? "/";
  request.baseUrl = ROOT;
  request.url = request.originalUrl.slice(ROOT.length) || "/";
  return new Promise((resolve, reject) => {
    const failed = (error: unknown) => reject(error instanceof Error ? error : new DomainError("not-found"));
    ctx.res.once("close", () => {
      ctx.respond = false;
      resolve();
    });
    withSession(ctx.req, ctx.res, (error) => (error ? failed(error) : program(ctx.req, ctx.res, failed)));
  });
}

function settingsOf({ config, folder }: CompanionOptions): object {
  const site = new URL(config.PUBLIC_URL ?? "http://localhost");
  return {
    providerOptions: providersOf(config.COMPANION_PROVIDERS ?? ""),
    secret: config.COMPANION_SECRET,
    server: { host: site.host, protocol: site.protocol.slice(0, -1), path: ROOT },
    filePath: folder,
    corsOrigins: [site.origin],
    uploadUrls: [site.origin],
    maxFileSize: MAX_PICTURE_BYTES,
    metrics: false,
    s3: {
      key: config.S3_ACCESS_KEY_ID,
      secret: config.S3_SECRET_ACCESS_KEY,
      bucket: config.S3_BUCKET,
      region: config.S3_REGION,
      endpoint: config.S3_ENDPOINT,
      forcePathStyle: true,
      getKey: keyOf,
    },
  };
}

/** Uses the client's upload URL for this picture, so that the claim finds the file under that name. */
function keyOf({ metadata }: { metadata?: { uploadURL?: unknown } }): string {
  const named = typeof metadata?.uploadURL === "string" ? uploadIdOf(metadata.uploadURL) : null;
  return sourceName(named ?? newId());
}

/** `name=key:secret,…` */
function providersOf(list: string): Record<string, { key: string; secret: string }> {
  const entries = list.split(",").map((one) => {
    const [, name = "", key = "", secret = ""] = /^([a-z]+)=([^:]+):(.+)$/.exec(one) ?? [];
    return [name, { key, secret }] as const;
  });
  return Object.fromEntries(entries);
}
