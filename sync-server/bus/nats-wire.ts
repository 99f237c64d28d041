// A bus connection over NATS.
import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { Wire, WireOptions } from "./wire.ts";

/** Resolves at once, connected or not, and reconnects by itself. */
export async function natsWire({ url, channel, onMessage, onReachable }: WireOptions): Promise<Wire> {
  const { host, username, password } = new URL(url);
  let connection: NatsConnection | null = null;
  let isUp = false;
  let isClosed = false;
  const up = (now: boolean) => {
    isUp = now;
    onReachable(now);
  };

  async function watchStatus(open: NatsConnection): Promise<void> {
    for await (const { type } of open.status()) {
      if (type === "disconnect") up(false);
      if (type === "reconnect") up(true);
    }
  }

  async function openConnection(): Promise<void> {
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
    opened.subscribe(channel, { callback: (error, message) => void (error ?? onMessage(message.string())) });
    up(true);
    await watchStatus(opened);
  }
  const slowStartTimer = setTimeout(() => connection ?? onReachable(false), 5000);
  slowStartTimer.unref();
  openConnection().catch(() => onReachable(false));
  return Promise.resolve({
    publish(text) {
      // Publishes only while connected, because the client's offline buffer is unbounded.
      if (isUp) connection?.publish(channel, text);
      return Promise.resolve();
    },
    async close() {
      isClosed = true;
      clearTimeout(slowStartTimer);
      await connection?.close();
    },
  });
}
