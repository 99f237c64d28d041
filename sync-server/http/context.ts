// Types of the request state and of the services that the HTTP middleware uses.
import type { IncomingMessage } from "node:http";
import type { DefaultContext, Middleware, ParameterizedContext } from "koa";
import type { Logger } from "pino";
import type { CommandName } from "../../shared/commands.ts";
import type { RefusalCode } from "../../shared/kit/errors.ts";
import type { Config } from "../config.ts";
import type { Services } from "../kit/services.ts";
import type { Site } from "../kit/site.ts";
import type { Replica } from "../reads/replica.ts";
import type { WriteServices } from "../writes/execute.ts";
import type { Metrics } from "./metrics.ts";

export type RequestState = {
  /** In every log line of the request, and in its answer. */
  requestId?: string;
  /** Pattern of the matched route, for logs and metrics: a real path may contain personal data. */
  route?: string;
  command?: CommandName;
  /** For the security log: the caller, the affected user, and the refusal. */
  userId?: string | undefined;
  targetId?: string | undefined;
  refusal?: RefusalCode;
  /** Ids of the commands in an exchange, as the device made them. */
  commandIds?: string[];
  /** Refusals of the commands in an exchange. */
  refusals?: RefusalCode[];
  /** The request has a session token, valid or not. */
  hasToken?: boolean;
};

export type AppContext = ParameterizedContext<RequestState, DefaultContext>;
/** A request and its answer, in Koa or without it. */
export type Exchanged = Pick<AppContext, "req" | "res" | "state">;
export type AppMiddleware = Middleware<RequestState, DefaultContext>;

/** Computes security headers as name, value, name, value: those of every answer, and what documents have besides. */
export type SecurityHeaders = Record<"ofAll" | "ofDocuments", (request: IncomingMessage) => readonly string[]>;

export type PageAnswer = {
  status: number;
  html: string;
  /** Will be rendered again soon, so it gets fast compression. */
  isShortLived?: boolean;
  /** The canonical address; the answer redirects there and has no page. */
  movedTo?: string;
};

export type AppServices = Services & {
  config: Config;
  log: Logger;
  metrics: Metrics;
  securityHeaders: SecurityHeaders;
  site: Site;
  writes: WriteServices;
  /** Null without one. */
  replica: Replica | null;
  /** Lists what the server still waits for; empty when ready. */
  waiting(): Promise<string[]>;
  /** Renders the page of a path, with the data of the first screen. */
  renderPage(path: string): Promise<PageAnswer>;
  /** Folder of the built web app. */
  webRoot: string;
  /** Routes that are neither a command nor a query: the catalogue's files. */
  extra: readonly AppMiddleware[];
};
