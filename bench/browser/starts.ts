// Measures B4: an offline start of a fresh browser until 24 cards are painted, in turns with the smallest page.
import type { BrowserContext } from "@playwright/test";
import { atMost, ofRounds, type Measurement } from "../item.ts";
import { count } from "./keeping.ts";
import type { Smallest } from "./smallest.ts";
import { cardsPainted, throttle } from "./watch.ts";

const ROUNDS = 3;
const bounds = {
  1: { bar: atMost(250), goal: atMost(130) },
  4: { bar: atMost(700), goal: atMost(430) },
};

/** `open` starts a browser with the profile of a device that has visited both: so no process of an earlier start is warm. */
export async function starts(
  open: () => Promise<BrowserContext>,
  { url }: { url: string },
  smallest: Smallest,
  size: number,
): Promise<Measurement[]> {
  const start = async (address: string, cpu: number) => {
    const context = await open();
    try {
      await context.setOffline(true);
      const page = await context.newPage();
      await throttle(page, cpu);
      await page.goto(address);
      return await cardsPainted(page);
    } finally {
      await context.close();
    }
  };
  const found: Measurement[] = [];
  for (const cpu of [1, 4] as const) {
    const times: { ours: number[]; raw: number[] } = { ours: [], raw: [] };
    for (let round = 0; round < ROUNDS; round++) {
      times.ours.push(await start(url, cpu));
      times.raw.push(await start(smallest.url, cpu));
    }
    found.push({
      item: "B4",
      what: `offline start to 24 painted cards, ${count(size)} kept, ${cpu}× CPU`,
      unit: "ms",
      ...ofRounds(times.ours, times.raw),
      ...bounds[cpu],
    });
  }
  return found;
}
