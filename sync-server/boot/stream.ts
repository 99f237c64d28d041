// Creates the private stream: the exchange and the live line.
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { createSendBatcher } from "../domain/messages/send-batcher.ts";
import { cancelNotices } from "../domain/notices/schedule.ts";
import { createExchange, type Exchange } from "../http/exchange.ts";
import { bearerToken, isOwnOrigin, networkOf, sessionToken } from "../http/request.ts";
import { openLive, type Live } from "../live/live.ts";
import { batchSeen } from "../live/seen.ts";
import { unseenText } from "../reads/result-changes.ts";
import type { WriteServices } from "../writes/execute.ts";
import type { MessageLimits } from "../writes/message-limits.ts";

export type StreamOptions = {
  config: Config;
  log: Logger;
  writes: WriteServices;
  messageLimits: MessageLimits;
  /** Runs after each commit of messages. */
  messagesCommitted(): void;
};

export type Stream = { live: Live; exchange: Exchange };

export function openStream({ config, log, writes, messageLimits, messagesCommitted: sent }: StreamOptions): Stream {
  const { db } = writes;
  const live = openLive({
    config,
    services: writes,
    log,
    door: {
      tokenOf: (request) => sessionToken(request, config),
      isOwn: (request) => bearerToken(request) !== undefined || isOwnOrigin(request, config),
      networkOf: (request) => networkOf(request, config),
    },
    seen: batchSeen(
      (userId, ids) => cancelNotices(db, userId, ids),
      (error) => log.error({ err: error }, "a notice was not cancelled"),
    ),
  });
  const sends = createSendBatcher(writes.runPrepared, unseenText, (deliveries) => {
    live.delivered(deliveries);
    sent();
  });
  return { live, exchange: createExchange({ ...writes, config, sends, messageLimits, log }) };
}
