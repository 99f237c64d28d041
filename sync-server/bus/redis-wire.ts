// A bus connection over Redis, with two connections: one in subscriber mode cannot publish.
import { Redis } from "ioredis";
import type { Wire, WireOptions } from "./wire.ts";

const LONGEST_PAUSE_MS = 5000;

const options = {
  connectTimeout: 5000,
  retryStrategy: (times: number) => Math.min(LONGEST_PAUSE_MS, 100 * 2 ** Math.min(times, 6)),
};

/** Resolves at once, connected or not. */
export async function redisWire({ url, channel, onMessage, onReachable }: WireOptions): Promise<Wire> {
  // No offline queue: other processes poll anyway, so late news are useless.
  const speaking = new Redis(url, { ...options, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  const listening = new Redis(url, { ...options, maxRetriesPerRequest: null });
  for (const connection of [speaking, listening]) connection.on("error", () => onReachable(false));
  listening.on("close", () => onReachable(false));
  listening.on("ready", () => onReachable(true));
  listening.on("message", (_, text) => onMessage(text));
  // The client subscribes after it connects, and again after each reconnect.
  listening.subscribe(channel).catch(() => undefined);
  return Promise.resolve({
    publish: (text) => speaking.publish(channel, text),
    close() {
      speaking.disconnect();
      listening.disconnect();
      return Promise.resolve();
    },
  });
}
