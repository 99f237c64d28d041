// An optional bus between the processes of one database: it makes them poll at once instead of at the next interval.
// All facts are in the database; a lost, doubled, late or forged message changes only the wait.
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Wire, WireOptions } from "./wire.ts";

/** Another process wrote change-log lines (ended sessions included) or published catalogue buckets. */
export type BusMessage = { log: boolean; buckets: readonly string[] };

export type Bus = {
  /** Publishes to the other processes. Never waits and never throws. */
  publish(news: Partial<BusMessage>): void;
  close(): Promise<void>;
};

export type BusOptions = {
  /** `redis://`, `rediss://` or `nats://`; undefined means no bus. */
  url: string | undefined;
  /** Unique per database, since several may share a service. */
  channel: string;
  log: Logger;
  onNews(news: BusMessage): void;
};

/** News within this time share one message. */
const BATCH_MS = 2;
const MOST_BUCKETS = 100;
const MOST_TEXT = 16 * 1024;

export function openBus({ url, channel, log, onNews }: BusOptions): Bus {
  if (url === undefined) return { publish() {}, close: () => Promise.resolve() };
  const self = randomUUID();
  let isThere: boolean | null = null;
  let waiting: { log: boolean; buckets: Set<string> } | null = null;
  let isClosed = false;

  const wire = connect({
    url,
    channel: `tailhour.${channel}`,
    onMessage(text) {
      const news = text.length <= MOST_TEXT ? parseNews(text, self) : null;
      if (news && !isClosed) onNews(news);
    },
    onReachable(now) {
      if (isThere === now || isClosed) return;
      if (!now) log.warn("the bus is unreachable: other processes poll every quarter of a second");
      else if (isThere === false) log.info("the bus is reachable again");
      isThere = now;
    },
  });
  // If its client cannot be loaded, the server works without a bus.
  wire.catch((error: unknown) => log.error({ err: error }, "the bus could not be opened"));

  function flush(): void {
    const word = waiting;
    waiting = null;
    if (!word || isClosed) return;
    const text = JSON.stringify({ from: self, log: word.log, buckets: [...word.buckets].slice(0, MOST_BUCKETS) });
    void wire.then((open) => open.publish(text)).catch(() => undefined);
  }

  return {
    publish({ log: hasLines = false, buckets = [] }) {
      if (!waiting) setTimeout(flush, BATCH_MS);
      waiting ??= { log: false, buckets: new Set() };
      waiting.log ||= hasLines;
      for (const bucket of buckets) waiting.buckets.add(bucket);
    },
    async close() {
      isClosed = true;
      await wire.then(
        (open) => open.close(),
        () => undefined,
      );
    },
  };
}

async function connect(options: WireOptions): Promise<Wire> {
  if (options.url.startsWith("nats:")) return (await import("./nats-wire.ts")).natsWire(options);
  return (await import("./redis-wire.ts")).redisWire(options);
}

/** Parses a message of another process; null for this process's messages and invalid ones. */
function parseNews(text: string, self: string): BusMessage | null {
  try {
    const { from, log, buckets } = JSON.parse(text) as { from?: unknown; log?: unknown; buckets?: unknown };
    if (from === self) return null;
    const names = Array.isArray(buckets) ? buckets.slice(0, MOST_BUCKETS) : [];
    const known = names.filter((name): name is string => typeof name === "string" && /^[a-z0-9-]{1,80}$/.test(name));
    return log === true || known.length > 0 ? { log: log === true, buckets: known } : null;
  } catch {
    return null;
  }
}
