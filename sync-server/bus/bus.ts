// An optional bus between the processes of one database: it says «look now», so that nobody waits for the next look by the clock. What
// happened stands in the database alone; a word that is lost, doubled, late or made up changes nothing but the wait.
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Wire, WireOptions } from "./wire.ts";

/** What another process did: wrote lines of the change log (ended sessions among them), published buckets of the catalogue. */
export type BusNews = { log: boolean; buckets: readonly string[] };

export type Bus = {
  /** Tells the other processes. Never waits and never throws. */
  tell(news: Partial<BusNews>): void;
  close(): Promise<void>;
};

export type BusOptions = {
  /** `redis://`, `rediss://` or `nats://`; without it there is no bus. */
  url: string | undefined;
  /** Of this database alone: several may share a service. */
  channel: string;
  log: Logger;
  heard(news: BusNews): void;
};

/** What is told within this time goes as one word. */
const TOGETHER_MS = 2;
const MOST_BUCKETS = 100;
const MOST_TEXT = 16 * 1024;

export function openBus({ url, channel, log, heard }: BusOptions): Bus {
  if (url === undefined) return { tell() {}, close: () => Promise.resolve() };
  const self = randomUUID();
  let isThere: boolean | null = null;
  let waiting: { log: boolean; buckets: Set<string> } | null = null;
  let isClosed = false;

  const wire = connect({
    url,
    channel: `tailhour.${channel}`,
    heard(text) {
      const news = text.length <= MOST_TEXT ? readWord(text, self) : null;
      if (news && !isClosed) heard(news);
    },
    reached(now) {
      if (isThere === now || isClosed) return;
      if (!now) log.warn("the bus is away: other processes hear within a quarter of a second");
      else if (isThere === false) log.info("the bus is back");
      isThere = now;
    },
  });
  // A service that cannot even be loaded is away for good; everything works without it.
  wire.catch((error: unknown) => log.error({ err: error }, "the bus could not be opened"));

  function flush(): void {
    const word = waiting;
    waiting = null;
    if (!word || isClosed) return;
    const text = JSON.stringify({ from: self, log: word.log, buckets: [...word.buckets].slice(0, MOST_BUCKETS) });
    void wire.then((open) => open.publish(text)).catch(() => undefined);
  }

  return {
    tell({ log: hasLines = false, buckets = [] }) {
      if (!waiting) setTimeout(flush, TOGETHER_MS);
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

/** A word of another process, or null for an own one and for anything that is none. */
function readWord(text: string, self: string): BusNews | null {
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
