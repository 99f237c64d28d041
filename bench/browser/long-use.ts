// Measures B10: the heap of Home when the catalogue is there, and after the presses of ten minutes of use.
import type { BrowserContext, Page } from "@playwright/test";
import { atMost, ofRounds, type Measurement } from "../item.ts";
import { count } from "./keeping.ts";
import type { Smallest } from "./smallest.ts";
import { filterToPaint, heapOf, openHome } from "./watch.ts";

/** The heap is measured after each part of the presses. */
const ROUNDS = 3;
const STEPS = 300;
const names = ["Jet", "Turboprop", "Multi engine"];
const SMALL = 10_000;
const boundsOf = (size: number) =>
  size <= SMALL ? { bar: atMost(70), goal: atMost(45) } : { bar: atMost(200), goal: atMost(110) };
/** More growth than this, in megabytes, is not flat. */
const growth = { bar: atMost(5), goal: atMost(1) };

/** The work of ten minutes without its pauses, beside the smallest page with the same catalogue. */
export async function longUse(
  context: BrowserContext,
  { url }: { url: string },
  smallest: Smallest,
  size: number,
): Promise<Measurement[]> {
  const raw = await openHome(context, smallest.url, size);
  await use(raw, names.length * 2, 0);
  const limit = await heapOf(raw);
  await raw.close();
  const [heap, ...others] = await heapInUse(await openHome(context, url, size), size, 0);
  return [{ ...heap!, limit }, ...others];
}

/** The heap of Home during 300 presses, each followed by a pause in milliseconds; closes the page. */
export async function heapInUse(page: Page, size: number, pause: number): Promise<Measurement[]> {
  // The first presses load and compile what they need.
  await use(page, names.length * 2, 0);
  await page.bringToFront();
  const before = await heapOf(page);
  const heaps: number[] = [];
  const startedAt = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    await use(page, STEPS / ROUNDS, pause);
    heaps.push(await heapOf(page));
  }
  const minutes = (performance.now() - startedAt) / 60_000;
  await page.close();
  const shape = { item: "B10", unit: "MB" };
  const during = pause > 0 ? `${STEPS} presses in ${minutes.toFixed(1)} minutes` : `${STEPS} presses without pauses`;
  return [
    { ...shape, what: `heap on home with ${count(size)} during ${during}`, ...ofRounds(heaps), ...boundsOf(size) },
    { ...shape, what: `its growth by them, ${count(size)}`, value: heaps.at(-1)! - before, ...growth },
  ];
}

/** Each name twice: chosen, and not chosen again. */
async function use(page: Page, presses: number, pause: number): Promise<void> {
  for (let step = 0; step < presses; step++) {
    await filterToPaint(page, names[Math.floor(step / 2) % names.length]!);
    if (pause > 0) await page.waitForTimeout(pause);
  }
}
