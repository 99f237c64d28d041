// Measures B6: a press on a filter until the new list is painted, in turns with the smallest page.
import type { BrowserContext } from "@playwright/test";
import { atMost, ofRounds, type Measurement } from "../item.ts";
import { count } from "./keeping.ts";
import type { Smallest } from "./smallest.ts";
import { filterToPaint, openHome, throttle } from "./watch.ts";

/** Each press changes the count, also of three types together. */
const PRESSES = ["Jet", "Turboprop", "Jet", "Turboprop", "Multi engine", "Multi engine", "Jet", "Jet"];
const SMALL = 10_000;
const CPU = 4;

const boundsOf = (size: number) =>
  size <= SMALL ? { bar: atMost(60), goal: atMost(25) } : { bar: atMost(120), goal: atMost(40) };

export async function filters(
  context: BrowserContext,
  { url }: { url: string },
  smallest: Smallest,
  size: number,
): Promise<Measurement> {
  const pages = [await openHome(context, url, size), await openHome(context, smallest.url, size)] as const;
  const times: number[][] = [[], []];
  for (const name of PRESSES)
    for (const [place, page] of pages.entries()) {
      await page.bringToFront();
      await throttle(page, CPU);
      times[place]!.push(await filterToPaint(page, name));
      await throttle(page, 1);
    }
  for (const page of pages) await page.close();
  return {
    item: "B6",
    what: `filter to painted results, ${count(size)}, ${CPU}× CPU`,
    unit: "ms",
    ...ofRounds(times[0]!, times[1]),
    ...boundsOf(size),
  };
}
