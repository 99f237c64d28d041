// Measures the frames of the map in a browser, also slowed four times: 10,000 aircraft at 1,500 airfields, panned and zoomed.
import { chromium, type Page } from "@playwright/test";
import type { HomeAirport } from "../shared/domain/airfields/home-airport.ts";
import { browserSwitches, findBrowser } from "../tests/setup/browser.ts";
import { atMost, quantile, type Bench, type Measurement } from "./item.ts";
import { nameless } from "./keeping.ts";
import { startStage } from "./stage.ts";

const SIZE = 10_000;
const FIELDS = 1_500;
const SLOWDOWNS = [1, 4];
const STEPS = 90;

export const mapFrames: Bench = {
  name: "map",
  async run() {
    const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserSwitches });
    const stage = await startStage();
    try {
      stage.show(SIZE, airportOf);
      const found: Measurement[] = [];
      for (const slowdown of SLOWDOWNS) {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
        found.push(...(await measure(page, stage.url, slowdown)));
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

async function measure(page: Page, url: string, slowdown: number): Promise<Measurement[]> {
  await page.addInitScript({ content: nameless });
  await page.goto(`${url}/map`);
  await page
    .getByText(`${SIZE.toLocaleString("en-US")} aircraft at ${FIELDS.toLocaleString("en-US")} airfields.`)
    .waitFor();
  await page.getByRole("application").getByRole("button").first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.evaluate(watchFrames);
  await page.mouse.move(1000, 500);
  await page.mouse.down();
  for (let step = 1; step <= STEPS; step++) await page.mouse.move(1000 - step * 4, 500 - step);
  await page.mouse.up();
  const pans = await page.evaluate(takeFrames);
  for (let press = 0; press < 3; press++) {
    await page.getByRole("button", { name: "Closer", exact: true }).click();
    await page.waitForURL((now) => now.searchParams.get("at") !== null);
    await page.waitForTimeout(500);
  }
  const zooms = await page.evaluate(takeFrames);
  const of = `${SIZE.toLocaleString("en-US")} aircraft, ${slowdown}× CPU`;
  return [
    { what: `a frame of a pan, median, ${of}`, value: quantile(pans, 0.5) },
    { what: `a frame of a pan, 95 of 100, ${of}`, value: quantile(pans, 0.95) },
    { what: `a frame of a zoom, median, ${of}`, value: quantile(zooms, 0.5) },
    { what: `a frame of a zoom, 95 of 100, ${of}`, value: quantile(zooms, 0.95) },
  ].map((one) => ({ item: "M2", unit: "ms", bar: atMost(16), ...one }));
}

/** From the start of a frame until the page is free again: scripts, style, layout and paint. */
function watchFrames() {
  const frames: number[] = [];
  Object.assign(globalThis, { frames });
  const after = new MessageChannel();
  let began = 0;
  after.port1.onmessage = () => frames.push(performance.now() - began);
  const watch = () => {
    began = performance.now();
    after.port2.postMessage(null);
    requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);
}

function takeFrames(): number[] {
  return (globalThis as unknown as { frames: number[] }).frames.splice(0);
}
