// Sends the requests of the overload item from a separate process, so that they do not delay other event loops.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { quantile } from "./item.ts";
import { openWires, type Ask, type Result } from "./load-wire.ts";

/** The first message to this process: the server's URL, the tokens of users, the ids of aircraft. */
export type Setting = { url: string; tokens: string[]; planes: string[] };
/** A phase: a fixed number of requests in flight, or a fixed number per second regardless of answers. */
export type Order = { seconds: number } & ({ inFlight: number } | { perSecond: number });
export type Report = {
  /** Correct answers per second, and refusals per second. */
  goodput: number;
  shed: number;
  failed: number;
  late: number;
  /** Times of correct answers and of cheap requests, in ms. */
  p99: number;
  cheapP99: number;
  /** Delay of this process's event loop, p99 in ms: the times above include it. */
  ownDelay: number;
};

const PATIENCE_MS = 10_000;
const WARM_UP_MS = 1000;
const CHEAP_EVERY_MS = 20;
const cheapPaths = [
  ["/healthz", `"ok"`],
  ["/manifest.webmanifest", "Tailhour"],
] as const;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function load({ url, tokens, planes }: Setting): (order: Order) => Promise<Report> {
  const target = new URL(url);
  let turn = 0;
  let writes = 0;

  function text(method: string, path: string, more = "", body = ""): string {
    // A hundred networks, so that no limit of a network address applies.
    const from = `X-Forwarded-For: 203.0.113.${turn % 100}\r\n`;
    return `${method} ${path} HTTP/1.1\r\nHost: ${target.host}\r\n${from}${more}\r\n${body}`;
  }

  /** The mix of requests: three aircraft pages, two of their reads, three filtered lists, two new favorites. */
  function next(): Ask {
    const kind = turn++ % 10;
    if (kind >= 8) return favorite();
    if (kind >= 5) return { text: text("GET", "/api/aircraft?location=phoenix&types=jet"), proof: `[{"id":` };
    const id = planes[turn % planes.length]!;
    if (kind >= 2) return { text: text("GET", `/aircraft/${id}`), proof: id };
    return { text: text("GET", `/api/aircraft/${id}/with-owner`), proof: `"id":"${id}"` };
  }

  function favorite(): Ask {
    const token = tokens[writes % tokens.length]!;
    const plane = planes[Math.floor(writes++ / tokens.length) % planes.length]!;
    const body = JSON.stringify({ aircraftId: plane });
    const headers = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    return { text: text("POST", "/api/favorites", headers, body), proof: `"aircraftId":"${plane}"` };
  }

  return async function phase(order) {
    const wires = openWires(target, PATIENCE_MS);
    const counts: Record<Result, number> = { right: 0, shed: 0, failed: 0, late: 0 };
    const [times, cheapTimes]: [number[], number[]] = [[], []];
    const from = performance.now();
    const until = from + order.seconds * 1000;
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const sent = new Set<Promise<void>>();

    async function ask(one: Ask): Promise<void> {
      const askedAt = performance.now();
      const result = await wires.send(one);
      const now = performance.now();
      if (result === "late" || result === "failed") return void counts[result]++;
      if (now < from + WARM_UP_MS || now > until) return;
      counts[result]++;
      if (result === "right") times.push(now - askedAt);
    }

    async function askCheap(at: number): Promise<void> {
      const [path, proof] = cheapPaths[at % cheapPaths.length]!;
      const askedAt = performance.now();
      const result = await wires.send({ text: text("GET", path), proof });
      if (result !== "right") counts.failed++;
      cheapTimes.push(performance.now() - askedAt);
    }

    function start(work: Promise<void>): void {
      const tracked = work.finally(() => sent.delete(tracked));
      sent.add(tracked);
    }

    async function closedLoop(): Promise<void> {
      while (performance.now() < until) await ask(next());
    }

    async function arrivals(perSecond: number): Promise<void> {
      for (let count = 0, cheap = 0; performance.now() < until; await wait(2)) {
        const elapsed = performance.now() - from;
        for (; count < (elapsed * perSecond) / 1000; count++) start(ask(next()));
        for (; cheap < elapsed / CHEAP_EVERY_MS; cheap++) start(askCheap(cheap));
      }
    }

    if ("inFlight" in order) await Promise.all(Array.from({ length: order.inFlight }, closedLoop));
    else await arrivals(order.perSecond);
    await Promise.all(sent);
    wires.close();
    delay.disable();
    const seconds = order.seconds - WARM_UP_MS / 1000;
    return {
      goodput: counts.right / seconds,
      shed: counts.shed / seconds,
      failed: counts.failed,
      late: counts.late,
      p99: times.length > 0 ? quantile(times, 0.99) : PATIENCE_MS,
      cheapP99: cheapTimes.length > 0 ? quantile(cheapTimes, 0.99) : 0,
      ownDelay: delay.percentile(99) / 1e6,
    };
  };
}

process.once("message", (setting) => {
  const phase = load(setting as Setting);
  process.on("message", (order) => void phase(order as Order).then((report) => process.send?.(report)));
});
