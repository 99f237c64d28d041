// Measures B10: the heap of Home when the catalogue is there, and after the presses of ten minutes of use.
import type { BrowserContext, Page } from "@playwright/test";
import { atMost, type Measurement } from "../item.ts";
import { count } from "./keeping.ts";
import type { Smallest } from "./smallest.ts";
import { filterToPaint, heapOf, openHome } from "./watch.ts";

/** A press every two seconds, ten minutes long; here without the pauses. */
const STEPS = 300;
const names = ["Jet", "Turboprop", "Multi engine"];
const SMALL = 10_000;
const boundsOf = (size: number) =>
  size <= SMALL ? { bar: atMost(70), goal: atMost(45) } : { bar: atMost(200), goal: atMost(110) };
/** More growth than this, in megabytes, is not flat. */
const growth = { bar: atMost(5), goal: atMost(1) };

export async function longUse(
  context: BrowserContext,
  { url }: { url: string },
  smallest: Smallest,
  size: number,
): Promise<Measurement[]> {
  const page = await openHome(context, url, size);
  const raw = await openHome(context, smallest.url, size);
  // The first presses load and compile what they need.
  await use(page, names.length * 2);
  await use(raw, names.length * 2);
  const [before, limit] = [await heapOf(page), await heapOf(raw)];
  await page.bringToFront();
  await use(page, STEPS);
  const after = await heapOf(page);
  await page.close();
  await raw.close();
  const shape = { item: "B10", unit: "MB" };
  return [
    {
      ...shape,
      what: `heap on home with ${count(size)}, after ${STEPS} presses`,
      value: after,
      limit,
      ...boundsOf(size),
    },
    { ...shape, what: `its growth by these presses`, value: after - before, ...growth },
  ];
}

/** Each name twice: chosen, and not chosen again. */
async function use(page: Page, presses: number): Promise<void> {
  for (let step = 0; step < presses; step++) await filterToPaint(page, names[Math.floor(step / 2) % names.length]!);
}
