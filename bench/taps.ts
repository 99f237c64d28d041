// Measures B7 and B11 in a real browser: a tap on a heart or Send until it is painted, and a message until another page has painted it.
import { chromium, type BrowserContext, type Page } from "@playwright/test";
import { openDatabase } from "../sync-server/db/knex.ts";
import { seedFleet } from "../sync-server/db/seed/fleet.ts";
import { browserSwitches, findBrowser } from "../tests/setup/browser.ts";
import { startProduct } from "../tests/setup/product.ts";
import { temporaryPostgres } from "../tests/setup/temporary.ts";
import { atMost, ofRounds, quantile, type Bench, type Measurement } from "./item.ts";
import { nameless } from "./keeping.ts";
import { addPhones, exchange, messageTo, signIn, type Phone } from "./sync/people.ts";

const AIRCRAFT = 24;
const ROUNDS = 3;
const TAPS = 10;
const MESSAGES = 40;
const bounds = { 1: { bar: atMost(50), goal: atMost(16) }, 4: { bar: atMost(100), goal: atMost(50) } };

export const taps: Bench = {
  name: "taps",
  async run() {
    const postgres = await temporaryPostgres("tailhour-bench");
    const product = await startProduct({ DATABASE_URL: postgres.url, DEMO: "0", SMTP_URL: "smtp://127.0.0.1:1" });
    const db = openDatabase(postgres.url);
    const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserSwitches });
    try {
      await seedFleet(db, AIRCRAFT);
      const people = (await addPhones(db, 2)) as [Phone, Phone];
      await exchange(product.url, people[0], [messageTo(people[1], "Hello")]);
      const [one, other] = await Promise.all(
        people.map(async (phone) => {
          const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
          await context.addInitScript({ content: nameless });
          await signIn(context, product.url, phone);
          return context;
        }),
      );
      const hearts = await tapped(one!, product.url);
      return [...hearts, ...(await talked(one!, other!, product.url))];
    } finally {
      await browser.close();
      await db.destroy();
      await product.stop();
      await postgres.stop();
    }
  },
};

async function throttle(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

/** Taps on the heart of the first card. */
async function tapped(context: BrowserContext, url: string): Promise<Measurement[]> {
  const page = await context.newPage();
  await page.goto(url);
  await page.locator("article button[aria-pressed]").first().waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const found: Measurement[] = [];
  for (const cpu of [1, 4] as const) {
    await throttle(page, cpu);
    // The first taps load and compile what they need.
    await page.evaluate(tapHeart, 2);
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(quantile(await page.evaluate(tapHeart, TAPS), 0.5));
    found.push({
      item: "B7",
      what: `tap on a heart to painted, ${cpu}× CPU`,
      ...ofRounds(rounds),
      unit: "ms",
      ...bounds[cpu],
    });
  }
  await page.close();
  return found;
}

/** Runs in the page: milliseconds from each tap until the frame that shows it is painted. */
async function tapHeart(count: number): Promise<number[]> {
  const heart = document.querySelector<HTMLElement>("article button[aria-pressed]");
  if (!heart) throw new Error("There is no heart to tap.");
  const times: number[] = [];
  for (let tap = 0; tap < count; tap++) {
    const before = heart.getAttribute("aria-pressed");
    const from = performance.now();
    heart.click();
    while (heart.getAttribute("aria-pressed") === before)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    times.push(performance.now() - from);
    // A second tap at once counts as part of a double tap.
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
  return times;
}

/** Sends from one page to another, both in the conversation. */
async function talked(one: BrowserContext, other: BrowserContext, url: string): Promise<Measurement[]> {
  const [sender, receiver] = await Promise.all([open(one, url), open(other, url)]);
  const found: Measurement[] = [];
  for (const cpu of [1, 4] as const) {
    await throttle(sender, cpu);
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const times: number[] = [];
      for (let n = 0; n < TAPS; n++) times.push((await sender.evaluate(send, `tap ${cpu} ${round} ${n}`)).shown);
      rounds.push(quantile(times, 0.5));
    }
    found.push({
      item: "B7",
      what: `tap on Send to painted, ${cpu}× CPU`,
      ...ofRounds(rounds),
      unit: "ms",
      ...bounds[cpu],
    });
  }
  await throttle(sender, 1);
  const [half, slowest]: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const times: number[] = [];
    for (let n = 0; n < MESSAGES; n++) {
      const text = `message ${round} ${n}`;
      const painted = receiver.evaluate(paintedAt, text);
      const { at } = await sender.evaluate(send, text);
      times.push((await painted) - at);
    }
    half!.push(quantile(times, 0.5));
    slowest!.push(quantile(times, 0.99));
  }
  const shape = { item: "B11", unit: "ms" };
  const what = "message on one phone to painted on another";
  return [
    ...found,
    { ...shape, what: `${what}, p50`, ...ofRounds(half!), bar: atMost(60), goal: atMost(25) },
    { ...shape, what: `${what}, p99`, ...ofRounds(slowest!), bar: atMost(250), goal: atMost(80) },
  ];
}

async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}/messages`);
  await page.getByText("Hello").first().click();
  await page.getByRole("log").getByText("Hello").waitFor();
  return page;
}

/** Runs in the page: sends a text; returns when it was sent, on the machine's clock, and how long until it was painted. */
async function send(text: string): Promise<{ at: number; shown: number }> {
  const field = document.querySelector<HTMLTextAreaElement>("form textarea");
  if (!field) throw new Error("There is no field for a message.");
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")!.set!.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const button = field.form!.querySelector<HTMLButtonElement>("button[type=submit]")!;
  while (button.disabled) await new Promise((resolve) => requestAnimationFrame(resolve));
  const log = document.querySelector("[role=log]")!;
  const from = performance.now();
  button.click();
  while (!log.textContent?.includes(text)) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const shown = performance.now() - from;
  // A second press at once counts as part of a double press.
  await new Promise((resolve) => setTimeout(resolve, 700));
  return { at: performance.timeOrigin + from, shown };
}

/** Runs in the page: when a text was painted, on the machine's clock. */
async function paintedAt(text: string): Promise<number> {
  const log = document.querySelector("[role=log]")!;
  while (!log.textContent?.includes(text)) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.timeOrigin + performance.now();
}
