// Measures C1, the day of a pilot's phone that has the app: requests, bytes and processor time of five openings, 20 messages, 3 hearts and an
// hour of live line. A minute of the hour is measured and counted sixty times.
import { readFileSync } from "node:fs";
import { chromium, type BrowserContext, type CDPSession, type Page } from "@playwright/test";
import { seedFleet } from "../../sync-server/db/seed/fleet.ts";
import { browserSwitches, findBrowser } from "../../tests/setup/browser.ts";
import type { Bench, Measurement } from "../item.ts";
import { addPhones, exchange, messageTo, signIn, type Phone } from "../sync/people.ts";
import { atServer, type Server } from "../sync/place.ts";
import { heartToPaint, sendText, shown, tapOn, watch } from "./watch.ts";

const AIRCRAFT = 200;
/** Openings of the day, and how many of them are measured. */
const OPENINGS = 5;
const MEASURED = 3;
const MESSAGES = 20;
const HEARTS = 3;
const MINUTE_MS = 60_000;
const MINUTES = 60;
/** Milliseconds in which an opened page fetches what it defers. */
const REST_MS = 4000;
/** Milliseconds between two acts, longer than a double press. */
const PAUSE_MS = 800;
/** Frames closer than this keep a phone's radio awake once. */
const AWAKE_MS = 1000;

/** What a part of the day cost. `wakes`: times that the network was used after a second without use. */
type Cost = {
  requests: number;
  frames: number;
  bytes: number;
  wakes: number;
  clientSeconds: number;
  serverSeconds: number;
};

export const day: Bench = {
  async run(_part, idles) {
    // A second phone and server measure the idle minute at the same time: load changes neither counts nor processor time.
    const using = onPhone(usedPhone);
    using.then(idles, idles);
    const [idle, { first, openings, busy }] = await Promise.all([onPhone(idleMinute), using]);
    const idleHour = times(idle, MINUTES);
    const acts = minus(busy, middle(openings));
    const whole = [times(middle(openings), OPENINGS), acts, idleHour].reduce(plus);
    return [
      ...figures(`a day: ${OPENINGS} openings, ${MESSAGES} messages, ${HEARTS} hearts, an hour of live line`, whole),
      ...figures("of it one opening", middle(openings)),
      ...figures("of it messages and hearts", acts),
      ...figures("of it the hour of live line, a minute counted sixty times", idleHour),
      ...figures("besides, once: the first visit", first),
    ];
  },
};

/** The phone of a pilot with one conversation, and its server. */
type PhoneAt = { context: BrowserContext; server: Server };

function onPhone<Result>(work: (phone: PhoneAt) => Promise<Result>): Promise<Result> {
  return atServer(async (server) => {
    const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserSwitches });
    try {
      await seedFleet(server.db, AIRCRAFT);
      const [pilot, other] = (await addPhones(server.db, 2)) as [Phone, Phone];
      await exchange(server.url, other, [messageTo(pilot, "Saturday is open until 14:00.")]);
      const viewport = { width: 390, height: 844 };
      const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true });
      await watch(context);
      await signIn(context, server.url, pilot);
      return await work({ context, server });
    } finally {
      await browser.close();
    }
  });
}

async function usedPhone(phone: PhoneAt): Promise<{ first: Cost; openings: Cost[]; busy: Cost }> {
  const first = await costOf(phone, hasWorker);
  const openings: Cost[] = [];
  for (let turn = 0; turn < MEASURED; turn++) openings.push(await costOf(phone, async () => undefined));
  return { first, openings, busy: await costOf(phone, talkAndKeep) };
}

const hasWorker = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

async function talkAndKeep(page: Page): Promise<void> {
  for (let turn = 0; turn < HEARTS; turn++) await heartToPaint(page, PAUSE_MS);
  await tapOn(page, "nav[aria-label=Tabs] a", "Messages");
  await tapOn(page, "main a, main button", "Saturday is open");
  await shown(page, "[role=log]", "Saturday is open");
  for (let turn = 0; turn < MESSAGES; turn++) await sendText(page, `message number ${turn};`, PAUSE_MS);
}

/** The cost of a new page of Home, of an act there, and of what the page does after it. */
async function costOf({ context, server }: PhoneAt, act: (page: Page) => Promise<unknown>): Promise<Cost> {
  const page = await context.newPage();
  const meter = await startMeter(page, server);
  await page.goto(server.url);
  await shown(page, "article");
  await page.waitForTimeout(REST_MS);
  await act(page);
  const cost = await meter.read();
  await page.close();
  return cost;
}

async function idleMinute({ context, server }: PhoneAt): Promise<Cost> {
  const visit = await context.newPage();
  await visit.goto(server.url);
  await hasWorker(visit);
  await visit.close();
  const page = await context.newPage();
  await page.goto(server.url);
  await shown(page, "article");
  await page.waitForTimeout(2 * REST_MS);
  const meter = await startMeter(page, server);
  await page.waitForTimeout(MINUTE_MS);
  const cost = await meter.read();
  await page.close();
  return cost;
}

/** Counts what page and service worker send and receive, and processor seconds of the page and the server. */
async function startMeter(page: Page, { pid }: Server): Promise<{ read(): Promise<Cost> }> {
  const counted = { requests: 0, frames: 0, bytes: 0 };
  const uses: number[] = [];
  const use = () => uses.push(performance.now());
  const fromNetwork = new Set<string>();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.responseReceived", ({ requestId, response }) => {
    const isLocal = response.fromDiskCache || response.fromServiceWorker || response.fromPrefetchCache;
    if (isLocal || !response.url.startsWith("http")) return;
    fromNetwork.add(requestId);
    counted.requests++;
    use();
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (fromNetwork.has(requestId)) counted.bytes += encodedDataLength;
  });
  const frame = ({ response }: { response: { payloadData: string } }) => {
    counted.frames++;
    counted.bytes += response.payloadData.length;
    use();
  };
  session.on("Network.webSocketFrameSent", frame);
  session.on("Network.webSocketFrameReceived", frame);
  const worker = async (request: {
    serviceWorker(): unknown;
    response(): Promise<{ ok(): boolean } | null>;
    sizes(): Promise<{ responseBodySize: number; responseHeadersSize: number }>;
  }) => {
    if (request.serviceWorker() === null || !(await request.response().catch(() => null))) return;
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    counted.requests++;
    counted.bytes += responseBodySize + responseHeadersSize;
    use();
  };
  page.context().on("requestfinished", worker);
  const before = { client: await processorOf(session), server: secondsOf(pid) };
  return {
    async read() {
      const client = (await processorOf(session)) - before.client;
      page.context().off("requestfinished", worker);
      await session.detach();
      return { ...counted, wakes: wakesOf(uses), clientSeconds: client, serverSeconds: secondsOf(pid) - before.server };
    },
  };
}

function wakesOf(uses: readonly number[]): number {
  const sorted = [...uses].sort((a, b) => a - b);
  return sorted.filter((at, place) => place === 0 || at - sorted[place - 1]! > AWAKE_MS).length;
}

/** Processor seconds of the page's process. */
async function processorOf(session: CDPSession): Promise<number> {
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "ProcessTime")?.value ?? NaN;
}

/** Processor seconds of a process so far; the kernel counts hundredths. */
function secondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const combine = (one: Cost, other: Cost, by: (a: number, b: number) => number): Cost => ({
  requests: by(one.requests, other.requests),
  frames: by(one.frames, other.frames),
  bytes: by(one.bytes, other.bytes),
  wakes: by(one.wakes, other.wakes),
  clientSeconds: by(one.clientSeconds, other.clientSeconds),
  serverSeconds: by(one.serverSeconds, other.serverSeconds),
});
const plus = (one: Cost, other: Cost) => combine(one, other, (a, b) => a + b);
const minus = (one: Cost, other: Cost) => combine(one, other, (a, b) => a - b);
const times = (cost: Cost, factor: number) => combine(cost, cost, (a) => a * factor);
/** The cost in the middle by its requests and bytes. */
const middle = (costs: readonly Cost[]) =>
  costs.toSorted((one, other) => one.requests - other.requests || one.bytes - other.bytes)[
    Math.floor(costs.length / 2)
  ]!;

function figures(what: string, cost: Cost): Measurement[] {
  const shape = { item: "C1" };
  return [
    { ...shape, what: `${what}: requests`, value: cost.requests, unit: "" },
    { ...shape, what: "  frames of the live line", value: cost.frames, unit: "" },
    { ...shape, what: "  times that the network wakes", value: cost.wakes, unit: "" },
    { ...shape, what: "  bytes received and sent", value: cost.bytes / 1000, unit: "kB" },
    { ...shape, what: "  processor time of the page", value: cost.clientSeconds, unit: "s" },
    { ...shape, what: "  processor time of the server, its idle work included", value: cost.serverSeconds, unit: "s" },
  ];
}
