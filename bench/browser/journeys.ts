// Measures B8 and B9 on a journey: a pilot's phone goes through the screens, at the machine's speed and slowed four times.
import { chromium, type Browser, type Page } from "@playwright/test";
import { seedFleet } from "../../sync-server/db/seed/fleet.ts";
import { browserSwitches, findBrowser } from "../../tests/setup/browser.ts";
import { atMost, ofRounds, type Bench, type Measurement, type TakePart } from "../item.ts";
import { addPhones, exchange, messageTo, signIn, type Phone } from "../sync/people.ts";
import { atServer } from "../sync/place.ts";
import { shown, taken, tapOn, throttle, watch } from "./watch.ts";

const AIRCRAFT = 200;
const CONVERSATIONS = 10;
const ROUNDS = 3;
/** Milliseconds after which what a step set off has run. */
const REST = 250;

/** As fast as the machine. */
export const journeys: Bench = { run: (part) => journeysAt(1, part) };
/** On a phone of four years. */
export const slowJourneys: Bench = { run: (part) => journeysAt(4, part) };

const journeysAt = (cpu: number, part: TakePart): Promise<Measurement[]> =>
  atServer(async ({ url, db }) => {
    const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserSwitches });
    try {
      await seedFleet(db, AIRCRAFT);
      const [pilot, ...others] = (await addPhones(db, CONVERSATIONS + 1)) as [Phone, ...Phone[]];
      for (const other of others) await exchange(url, other, [messageTo(pilot, "Saturday is open until 14:00.")]);
      await part(`${cpu}× CPU`, async () => {
        const rounds: Seen[] = [];
        for (let round = 0; round < ROUNDS; round++) rounds.push(await journey(browser, url, pilot, cpu));
        return figuresOf(rounds, cpu);
      });
      return [];
    } finally {
      await browser.close();
    }
  });

/** The bars hold as fast as the machine; a slowed phone has a goal. */
function figuresOf(rounds: readonly Seen[], cpu: number): Measurement[] {
  const what = `on a pilot's journey, ${cpu}× CPU`;
  const of = (figure: "blocks" | "shift") => ({
    ...ofRounds(rounds.map((seen) => sum([...seen.values()].map((one) => one[figure])))),
    where: whereOf(rounds, figure),
    unit: "",
    goal: atMost(0),
  });
  const atFullSpeed = cpu === 1;
  return [
    { item: "B8", what: `blocks over 50 ms ${what}`, ...of("blocks"), ...(atFullSpeed ? { bar: atMost(2) } : {}) },
    { item: "B9", what: `layout shift ${what}`, ...of("shift"), ...(atFullSpeed ? { bar: atMost(0.01) } : {}) },
  ];
}

/** The mean of each step, without the steps whose mean is zero. */
function whereOf(rounds: readonly Seen[], figure: "blocks" | "shift"): Record<string, number> {
  const means = [...rounds[0]!.keys()].map((step): [string, number] => [
    step,
    sum(rounds.map((seen) => seen.get(step)?.[figure] ?? 0)) / rounds.length,
  ]);
  return Object.fromEntries(means.filter(([, mean]) => mean > 0));
}

/** What each step does, as a finger does it, and what shows that it is done. */
const steps: Record<string, (page: Page) => Promise<unknown>> = {
  "an aircraft": async (page) => {
    await tapOn(page, "article a");
    await shown(page, "main h1");
    await page.waitForURL("**/aircraft/**");
    await scrolled(page);
  },
  "Back to Home": async (page) => {
    await page.goBack();
    await shown(page, "article");
  },
  "a heart": async (page) => {
    await tapOn(page, "article button[aria-pressed=false]");
    await shown(page, "article button[aria-pressed=true]");
    await scrolled(page);
  },
  "the search": async (page) => {
    await tapOn(page, tab, "Search");
    await page.waitForURL("**/#search");
  },
  "the conversations": async (page) => {
    await tapOn(page, tab, "Messages");
    await shown(page, "main a, main button", "Saturday is open");
  },
  "a conversation": async (page) => {
    await tapOn(page, "main a, main button", "Saturday is open");
    await shown(page, "[role=log]", "Saturday is open");
  },
  "a message": async (page) => {
    await tapOn(page, "form textarea");
    await page.keyboard.type("Then 09:00 to 11:00.");
    await tapOn(page, "form button[type=submit]");
    await shown(page, "[role=log]", "Then 09:00 to 11:00.");
  },
  "the bookings": async (page) => {
    await page.goBack();
    await tapOn(page, tab, "Bookings");
    await page.waitForURL("**/bookings");
    await shown(page, "main h1");
  },
  "the profile": async (page) => {
    await tapOn(page, tab, "Profile");
    await page.waitForURL("**/profile");
    await shown(page, "main h1");
    await scrolled(page);
  },
};

const tab = "nav[aria-label=Tabs] a";

/** What a page saw by step. */
type Seen = Map<string, { blocks: number; shift: number }>;

/** A pilot's phone visits for the first time and goes through the screens. */
async function journey(browser: Browser, url: string, pilot: Phone, cpu: number): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const seen: Seen = new Map();
  try {
    await watch(context);
    await signIn(context, url, pilot);
    const page = await context.newPage();
    await throttle(page, cpu);
    const note = async (step: string) => {
      // What a step set off counts as its own.
      await page.waitForTimeout(REST);
      const { longTasks, shifts } = await taken(page);
      seen.set(step, { blocks: longTasks.length, shift: sum(shifts) });
    };
    await page.goto(url);
    await shown(page, "article");
    await note("Home");
    for (const [step, act] of Object.entries(steps)) {
      await act(page);
      await note(step);
    }
    return seen;
  } finally {
    await context.close();
  }
}

const sum = (values: Iterable<number>) => [...values].reduce((total, one) => total + one, 0);

/** To the end of the page and back, in steps of a screen. */
async function scrolled(page: Page): Promise<void> {
  for (let step = 0; step < 6; step++) await page.mouse.wheel(0, 700);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
}
