// Measures B7 and B11 in a real browser: a tap on a heart or Send until it is painted, and a message until another page has painted it.
import { chromium, type BrowserContext, type Page } from "@playwright/test";
import { seedFleet } from "../../sync-server/db/seed/fleet.ts";
import { browserSwitches, findBrowser } from "../../tests/setup/browser.ts";
import { atMost, ofRounds, quantile, type Bench, type Measurement } from "../item.ts";
import { addPhones, exchange, messageTo, signIn, type Phone } from "../sync/people.ts";
import { atPlace, type Place } from "../sync/place.ts";
import { startSmallest, type Smallest } from "./smallest.ts";
import { CARDS, GUARD, heartToPaint, sendText, textPainted, throttle, watch } from "./watch.ts";

const ROUNDS = 3;
const TAPS = 5;
const MESSAGES = 12;
const bounds = { 1: { bar: atMost(50), goal: atMost(16) }, 4: { bar: atMost(100), goal: atMost(50) } };
const phone = { viewport: { width: 390, height: 844 } };

export const taps: Bench = {
  run: (part) =>
    atPlace(async (place) => {
      const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserSwitches });
      const smallest = await startSmallest();
      try {
        await seedFleet(place.db, CARDS);
        const people = (await addPhones(place.db, 2)) as [Phone, Phone];
        await exchange(place.url, people[0], [messageTo(people[1], "Hello")]);
        const contexts = await Promise.all(
          people.map(async (person) => {
            const context = await browser.newContext(phone);
            await watch(context);
            await signIn(context, place.url, person);
            return context;
          }),
        );
        const [one, other] = contexts as [BrowserContext, BrowserContext];
        await part("hearts", () => tapped(one, place, smallest));
        await part("messages", () => talked(one, other, place, smallest));
        return [];
      } finally {
        await smallest.stop();
        await browser.close();
      }
    }),
};

/** Median of each round for the product and for the smallest page, in turns. */
async function inTurns(count: number, both: readonly [() => Promise<number>, () => Promise<number>], share = 0.5) {
  const medians: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const times: [number[], number[]] = [[], []];
    for (let n = 0; n < count; n++) for (const [place, act] of both.entries()) times[place]!.push(await act());
    for (const [place, found] of times.entries()) medians[place]!.push(quantile(found, share));
  }
  return ofRounds(...medians);
}

/** A page that waits in the background paints nothing. */
async function inFront<Result>(page: Page, act: () => Promise<Result>): Promise<Result> {
  await page.bringToFront();
  return act();
}

/** Taps on the heart of the first card. */
async function tapped(context: BrowserContext, { url }: Place, smallest: Smallest): Promise<Measurement[]> {
  const page = await context.newPage();
  await page.goto(url);
  await page.locator("article button[aria-pressed]").first().waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const raw = await context.newPage();
  await smallest.fill(raw, page, []);
  await raw.locator("article button[aria-pressed]").first().waitFor();
  const found: Measurement[] = [];
  for (const cpu of [1, 4] as const) {
    const tap = (one: Page, rest: number) => () => inFront(one, () => heartToPaint(one, rest));
    const both = [tap(page, GUARD), tap(raw, 0)] as const;
    for (const one of [page, raw]) await throttle(one, cpu);
    // The first taps load and compile what they need.
    for (const act of [...both, ...both]) await act();
    const figures = await inTurns(TAPS, both);
    found.push({ item: "B7", what: `tap on a heart to painted, ${cpu}× CPU`, unit: "ms", ...figures, ...bounds[cpu] });
  }
  await page.close();
  await raw.close();
  return found;
}

/** Sends from one page to another, both in the conversation. */
async function talked(
  one: BrowserContext,
  other: BrowserContext,
  { url, raw }: Place,
  smallest: Smallest,
): Promise<Measurement[]> {
  const [sender, receiver] = await Promise.all([open(one, url), open(other, url)]);
  const [rawSender, rawReceiver] = await Promise.all([
    openRaw(one, smallest, raw, "one,other"),
    openRaw(other, smallest, raw, "other,one"),
  ]);
  const found: Measurement[] = [];
  let number = 0;
  for (const cpu of [1, 4] as const) {
    const send = (page: Page, rest: number) => async () =>
      (await inFront(page, () => sendText(page, `tap ${cpu}, number ${number++};`, rest))).shown;
    for (const page of [sender, rawSender]) await throttle(page, cpu);
    const figures = await inTurns(TAPS, [send(sender, GUARD), send(rawSender, 0)]);
    found.push({ item: "B7", what: `tap on Send to painted, ${cpu}× CPU`, unit: "ms", ...figures, ...bounds[cpu] });
  }
  for (const page of [sender, rawSender]) await throttle(page, 1);
  const between = (from: Page, to: Page, rest: number) => async () => {
    const text = `message number ${number++};`;
    await Promise.all([from.bringToFront(), to.bringToFront()]);
    const painted = textPainted(to, text);
    const { at } = await sendText(from, text, rest);
    return (await painted) - at;
  };
  const times: [number[][], number[][]] = [[], []];
  for (let round = 0; round < ROUNDS; round++)
    for (const [place, send] of [between(sender, receiver, GUARD), between(rawSender, rawReceiver, 0)].entries()) {
      const list: number[] = [];
      for (let n = 0; n < MESSAGES; n++) list.push(await send());
      times[place]!.push(list);
    }
  const figures = (share: number) =>
    ofRounds(...(times.map((rounds) => rounds.map((list) => quantile(list, share))) as [number[], number[]]));
  const shape = { item: "B11", unit: "ms" };
  const what = "message on one phone to painted on another";
  return [
    ...found,
    { ...shape, what: `${what}, p50`, ...figures(0.5), bar: atMost(60), goal: atMost(25) },
    { ...shape, what: `${what}, p99`, ...figures(0.99), bar: atMost(250), goal: atMost(80) },
  ];
}

async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}/messages`);
  await page.getByText("Hello").first().click();
  await page.getByRole("log").getByText("Hello").waitFor();
  return page;
}

/** A page of the minimal server's line: `pair` is the own name and the receiver's. */
async function openRaw(context: BrowserContext, smallest: Smallest, raw: string, pair: string): Promise<Page> {
  const page = await context.newPage();
  const line = `${raw.replace("http", "ws")}/?${pair.split(",")[0]}`;
  await page.goto(`${smallest.url}/?${new URLSearchParams({ line, pair })}`);
  await page.getByRole("log").waitFor({ state: "attached" });
  return page;
}
