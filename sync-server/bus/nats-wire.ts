// NATS as the bus.
import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { Wire, WireOptions } from "./wire.ts";

/** Comes at once, connected or not; it goes on trying by itself. */
export async function natsWire({ url, channel, heard, reached }: WireOptions): Promise<Wire> {
  const { host, username, password } = new URL(url);
  let connection: NatsConnection | null = null;
  let isUp = false;
  let isClosed = false;
  const up = (now: boolean) => {
    isUp = now;
    reached(now);
  };

  async function follow(open: NatsConnection): Promise<void> {
    for await (const { type } of open.status()) {
      if (type === "disconnect") up(false);
      if (type === "reconnect") up(true);
    }
  }

  async function stand(): Promise<void> {
    const opened = await connect({
      servers: host,
      ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 1000,
      timeout: 5000,
    });
    connection = opened;
    if (isClosed) return opened.close();
    opened.subscribe(channel, { callback: (error, message) => void (error ?? heard(message.string())) });
    up(true);
    await follow(opened);
  }
  const tellIfSlow = setTimeout(() => connection ?? reached(false), 5000);
  tellIfSlow.unref();
  stand().catch(() => reached(false));
  return Promise.resolve({
    publish(text) {
      // Its own store of unsent words has no end.
      if (isUp) connection?.publish(channel, text);
      return Promise.resolve();
    },
    async close() {
      isClosed = true;
      clearTimeout(tellIfSlow);
      await connection?.close();
    },
  });
}
