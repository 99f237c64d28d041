// Redis as the bus: two connections, because one that listens cannot speak.
import { Redis } from "ioredis";
import type { Wire, WireOptions } from "./wire.ts";

const LONGEST_PAUSE_MS = 5000;

const options = {
  connectTimeout: 5000,
  retryStrategy: (times: number) => Math.min(LONGEST_PAUSE_MS, 100 * 2 ** Math.min(times, 6)),
};

/** Comes at once, connected or not. */
export async function redisWire({ url, channel, heard, reached }: WireOptions): Promise<Wire> {
  // What cannot be said now is not worth saying later.
  const speaking = new Redis(url, { ...options, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  const listening = new Redis(url, { ...options, maxRetriesPerRequest: null });
  for (const connection of [speaking, listening]) connection.on("error", () => reached(false));
  listening.on("close", () => reached(false));
  listening.on("ready", () => reached(true));
  listening.on("message", (_, text) => heard(text));
  // Waits for the connection, and is repeated with every new one.
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
