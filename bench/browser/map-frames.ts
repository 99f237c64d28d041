// Measures the frames of the map in a browser: 10,000 aircraft at 1,500 airfields, panned and zoomed; on a desktop, and on a phone of four years.
import { chromium, type Browser, type Page } from "@playwright/test";
import type { HomeAirport } from "../../shared/domain/airfields/home-airport.ts";
import { browserSwitches, findBrowser } from "../../tests/setup/browser.ts";
import { atMost, quantile, type Bench, type Measurement } from "../item.ts";
import { nameless } from "./keeping.ts";
import { startStage } from "./stage.ts";

const SIZE = 10_000;
const FIELDS = 1_500;
/** `rest`: milliseconds after which a movement and what follows it have ended. */
const SCREENS = [
  { name: "desktop", viewport: { width: 1440, height: 900 }, slowdown: 1, rest: 700, start: { x: 1000, y: 450 } },
  { name: "phone, 4× CPU", viewport: { width: 390, height: 844 }, slowdown: 4, rest: 1500, start: { x: 195, y: 250 } },
];
const STEPS = 90;
/** After it the name of a button under the pointer has appeared. */
const TOOLTIP_MS = 500;

export const mapFrames: Bench = {
  async run() {
    const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserSwitches });
    const stage = await startStage();
    try {
      stage.show(SIZE, airportOf);
      const found: Measurement[] = [];
      for (const screen of SCREENS) {
        const page = await browser.newPage({ viewport: screen.viewport });
        found.push(...(await measure(browser, page, stage.url, screen)));
        await page.close();
      }
      return found;
    } finally {
      await stage.stop();
      await browser.close();
    }
  },
};

/** Airfields all over the states, the same in every run. */
function airportOf(n: number): HomeAirport {
  const field = n % FIELDS;
  const share = (factor: number) => ((field * factor) % 997) / 997;
  return {
    id: `X${field.toString(36).toUpperCase().padStart(3, "0")}`,
    name: `Field ${field}`,
    latitude: 26 + 22 * share(619),
    longitude: -123 + 54 * share(353),
    zone: "America/Chicago",
  };
}

async function measure(
  browser: Browser,
  page: Page,
  url: string,
  screen: (typeof SCREENS)[number],
): Promise<Measurement[]> {
  await page.addInitScript({ content: nameless });
  await page.goto(`${url}/map`);
  await page
    .getByText(`${SIZE.toLocaleString("en-US")} aircraft`)
    .first()
    .waitFor();
  await page.getByRole("application").getByRole("button").first().waitFor();
  await page.locator("[role=application][aria-busy=false]").waitFor();
  // Files for the next pages load after the map.
  await page.waitForTimeout(screen.rest);
  const { pans, zooms, lost } = await framesOfMap(browser, page, screen);
  const marks = await page.locator("[data-x]").count();
  const bare = await browser.newPage({ viewport: screen.viewport });
  await bare.addInitScript({ content: nameless });
  await bare.goto("about:blank");
  await bare.setContent(bareMap);
  await bare.evaluate(startBareMap, marks);
  const limit = await framesOfMap(browser, bare, screen);
  await bare.close();
  const of = `${SIZE.toLocaleString("en-US")} aircraft, ${screen.name}`;
  const bound = screen.slowdown === 1 ? { bar: atMost(16) } : { goal: atMost(16) };
  const common = (frames: number[]) => quantile(frames, 0.95);
  const longest = (frames: number[]) => Math.max(...frames);
  const most = { value: Math.max(...lost.zooms), limit: Math.max(...limit.lost.zooms) };
  return [
    {
      what: `frames that the screen lost in a pan, ${of}`,
      unit: "",
      value: lost.pans[0]!,
      limit: limit.lost.pans[0]!,
      goal: atMost(0),
    },
    { what: `most frames that the screen lost in a zoom, ${of}`, unit: "", ...most, goal: atMost(0) },
    { what: `a frame of a pan, 95 of 100, ${of}`, value: common(pans), limit: common(limit.pans), ...bound },
    { what: `the longest frame of a pan, ${of}`, value: longest(pans), limit: longest(limit.pans), goal: atMost(16) },
    { what: `a frame of a zoom, 95 of 100, ${of}`, value: common(zooms), limit: common(limit.zooms), ...bound },
    {
      what: `the longest frame of a zoom, ${of}`,
      value: longest(zooms),
      limit: longest(limit.zooms),
      goal: atMost(16),
    },
  ].map((one) => ({ item: "M2", unit: "ms", ...one }));
}

/** The smallest map: a picture, and a button for each mark of the product. A press pans it, two buttons zoom. */
const bareMap = `<!doctype html><style>
  body { margin: 0; overflow: hidden }
  #map, #layer { position: absolute; inset: 0; will-change: transform }
  canvas { position: absolute; will-change: transform }
  #layer > div { position: absolute; top: 0; left: 0; width: 0; height: 0; contain: layout style }
  #layer button { height: 44px; width: max-content; pointer-events: auto }
  #layer { pointer-events: none }
  nav { position: absolute; top: 16px; right: 16px }
</style><div id="map"><canvas width="900" height="900"></canvas></div><div id="layer"></div>
<nav><button>Closer</button><button>Farther</button></nav>`;

/** Runs in the smallest map's page. */
function startBareMap(count: number) {
  const map = document.getElementById("map")!;
  const layer = document.getElementById("layer")!;
  const canvas = document.querySelector("canvas")!;
  const marks = Array.from({ length: count }, (_, n) => {
    const mark = document.createElement("div");
    mark.innerHTML = `<button>${n}</button>`;
    layer.append(mark);
    return { mark, x: ((n * 619) % 997) / 997 - 0.5, y: ((n * 353) % 997) / 997 - 0.5 };
  });
  let [right, down, scale, frame] = [0, 0, 1, 0];
  const draw = (isZoom: boolean) => {
    canvas.style.transform = `translate(${right}px, ${down}px) scale(${scale})`;
    if (!isZoom) layer.style.transform = `translate(${right}px, ${down}px)`;
    else
      for (const { mark, x, y } of marks)
        mark.style.transform = `translate(${innerWidth * (0.5 + x * scale)}px, ${innerHeight * (0.5 + y * scale)}px)`;
  };
  let last: PointerEvent | null = null;
  map.addEventListener("pointerdown", (event) => {
    last = event;
    map.setPointerCapture(event.pointerId);
  });
  map.addEventListener("pointerup", () => {
    last = null;
  });
  map.addEventListener("pointermove", (event) => {
    if (!last) return;
    [right, down] = [right + event.clientX - last.clientX, down + event.clientY - last.clientY];
    last = event;
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      draw(false);
    });
  });
  const zoom = (factor: number) => {
    const [from, began] = [scale, performance.now()];
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - began) / 240));
      scale = from * factor ** share;
      draw(true);
      if (share < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  };
  for (const button of document.querySelectorAll("nav button"))
    button.addEventListener("click", () => zoom(button.textContent === "Closer" ? 2 : 1 / 2));
}

type Frames = { pans: number[]; zooms: number[] };

/** Work of the page for each frame, and frames that the screen lost: these also wait for the browser's graphics. */
async function framesOfMap(browser: Browser, page: Page, screen: (typeof SCREENS)[number]) {
  const session = await page.context().newCDPSession(page);
  // What loading 10,000 aircraft has left behind is collected once, and not in a frame of the map.
  await session.send("HeapProfiler.collectGarbage");
  await session.send("Emulation.setCPUThrottlingRate", { rate: screen.slowdown });
  await page.evaluate(keepFrames);
  const lost = await movesOf(page, screen, (move) => lostFramesOf(page, move));
  return { ...(await movesOf(page, screen, (move) => framesOf(browser, page, move))), lost };
}

/** A pan, and six zooms by buttons; `watch` measures each. */
async function movesOf(
  page: Page,
  screen: (typeof SCREENS)[number],
  watch: (move: () => Promise<void>) => Promise<number[]>,
): Promise<Frames> {
  const { x, y } = screen.start;
  const pans = await watch(async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= STEPS; step++) await page.mouse.move(x - step * 4, y - step);
    await page.mouse.up();
    await page.waitForTimeout(screen.rest);
  });
  const zooms: number[] = [];
  for (const name of ["Closer", "Closer", "Closer", "Farther", "Farther", "Farther"]) {
    // Found before the frames are watched: Playwright's search among all marks is work of the page, too.
    await page.getByRole("button", { name, exact: true }).hover();
    await page.waitForTimeout(screen.rest + TOOLTIP_MS);
    zooms.push(
      ...(await watch(async () => {
        await page.mouse.down();
        await page.mouse.up();
        await page.waitForTimeout(screen.rest);
      })),
    );
  }
  return { pans, zooms };
}

type Watched = { frameTimes: number[] };

/** Asks for every frame, so that work between two frames counts also while nothing moves. Runs in the page. */
function keepFrames() {
  const watched = self as unknown as Watched;
  watched.frameTimes = [];
  const next = (now: number) => {
    watched.frameTimes.push(now);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

/** Frames of a screen with 60 in a second that had nothing new while the page moved: one number. */
async function lostFramesOf(page: Page, move: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    (self as unknown as Watched).frameTimes = [];
  });
  await move();
  const times = await page.evaluate(() => (self as unknown as Watched).frameTimes);
  return [
    times.slice(1).reduce((sum, time, nth) => sum + Math.max(0, Math.round((time - times[nth]!) / FRAME_MS) - 1), 0),
  ];
}

type TraceEvent = { name: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number };

const BEGIN = "frames begin";
/** Milliseconds between two frames of a screen. */
const FRAME_MS = 1000 / 60;
/** Milliseconds of work; frames with less are of a page at rest. */
const LEAST = 1;

/**
 * What each frame takes in milliseconds of the page's processor time: its own task, with scripts, style, layout and paint, and the
 * longest task before the next one. The frame may wait for that task, never for two. Unlike the time on a clock it does not grow when
 * other programs run.
 */
async function framesOf(browser: Browser, page: Page, move: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, {
    categories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"],
  });
  await page.evaluate((mark) => void performance.mark(mark), BEGIN);
  await move();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const begin = traceEvents.find(({ name }) => name === BEGIN);
  if (!begin) throw new Error("The trace has no beginning.");
  const events = traceEvents
    .filter(({ pid, tid, ts }) => pid === begin.pid && tid === begin.tid && ts >= begin.ts)
    .sort((a, b) => a.ts - b.ts);
  const tasks: { work: number; isFrame: boolean }[] = [];
  let end = 0;
  for (const { name, ts, dur = 0, tdur = 0 } of events) {
    // Only the outermost of nested tasks has all of the time.
    if (name === "RunTask" && ts >= end) {
      end = ts + dur;
      tasks.push({ work: tdur / 1000, isFrame: false });
    }
    if (name === "FireAnimationFrame" && tasks.length > 0) tasks.at(-1)!.isFrame = true;
  }
  const frames = [{ own: 0, longestTask: 0 }];
  for (const { work, isFrame } of tasks)
    if (isFrame) frames.push({ own: work, longestTask: 0 });
    else frames.at(-1)!.longestTask = Math.max(frames.at(-1)!.longestTask, work);
  return frames.map(({ own, longestTask }) => own + longestTask).filter((work) => work >= LEAST);
}
