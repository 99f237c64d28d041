// What every request carries through the middleware, and what the HTTP side is built from.
import type { DefaultContext, Middleware, ParameterizedContext } from "koa";
import type { Logger } from "pino";
import type { CommandName } from "../../shared/commands.ts";
import type { RefusalCode } from "../../shared/kit/errors.ts";
import type { Config } from "../config.ts";
import type { Services } from "../kit/services.ts";
import type { WriteServices } from "../writes/execute.ts";
import type { Metrics } from "./metrics.ts";

export type RequestState = {
  /** The pattern of the route that matched, for logs and figures: a real path may hold what must not be logged. */
  route?: string;
  command?: CommandName;
  /** For the security log: whose request it is, whom it changes, and what it was refused with. */
  userId?: string | undefined;
  targetId?: string | undefined;
  refusal?: RefusalCode;
  /** Refusals of the commands that an exchange brought. */
  refusals?: RefusalCode[];
  /** The request brought a token of a session, live or not. */
  hasToken?: boolean;
};

export type AppContext = ParameterizedContext<RequestState, DefaultContext>;
export type AppMiddleware = Middleware<RequestState, DefaultContext>;

export type PageAnswer = {
  status: number;
  html: string;
  /** Will be drawn again soon, so it is not worth much compressing. */
  isShortLived?: boolean;
  /** The one spelling of the address; the answer leads there and has no page. */
  movedTo?: string;
};

export type AppServices = Services & {
  config: Config;
  log: Logger;
  metrics: Metrics;
  writes: WriteServices;
  /** What is still missing before the server can do its work; empty when ready. */
  waiting(): Promise<string[]>;
  /** The page for a path, with the data of the first screen. */
  renderPage(path: string): Promise<PageAnswer>;
  /** Folder of the built web app. */
  webRoot: string;
  /** Routes that are no command and no query: the catalogue's files. */
  extra: readonly AppMiddleware[];
};
