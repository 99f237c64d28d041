// The private stream put together: the exchange and, beside it, the live line.
import type { Knex } from "knex";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { createSendGather } from "./domain/messages/send-gather.ts";
import type { AppMiddleware } from "./http/context.ts";
import { exchangeRoutes } from "./http/exchange.ts";
import type { WriteServices } from "./writes/execute.ts";
import type { MessageLimits } from "./writes/message-limits.ts";

export type StreamOptions = {
  config: Config;
  db: Knex;
  log: Logger;
  writes: WriteServices;
  messageLimits: MessageLimits;
};

export type Stream = { routes: AppMiddleware };

export function openStream({ config, db, log, writes, messageLimits }: StreamOptions): Stream {
  const sends = createSendGather(db, () => {});
  return { routes: exchangeRoutes({ config, db, replay: { ...writes, sends, messageLimits, log } }) };
}
