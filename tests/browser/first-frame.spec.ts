// From the first frame on a returning user sees their favorites and badge, and nothing moves.
import { expect, test, type Locator, type Page } from "@playwright/test";
import { appStarted } from "./device.ts";
import { openMarket } from "./market.ts";
import { demoLogins, logIn, signIn, verifiedPerson, post } from "./people.ts";
import { home } from "./ways.ts";
import { workerControls } from "./worker.ts";

type Frame = { hearts: (string | null)[]; badge: string };

/** Records each frame from the first cards on, and layout shifts. */
async function recordFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorded = { frames: [] as Frame[], shift: 0, from: 0 };
    Object.assign(globalThis, { recorded });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.startTime >= recorded.from) recorded.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
    const look = () => {
      const hearts = [...document.querySelectorAll("article")].slice(0, 6).map((card) => {
        const heart = card.querySelector("button");
        return heart ? heart.getAttribute("aria-pressed") : "no heart";
      });
      const messages = document.querySelector("header a[href='/messages']");
      if (hearts.length > 0) recorded.frames.push({ hearts, badge: messages?.getAttribute("aria-label") ?? "no link" });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
const recorded = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { recorded: { frames: Frame[]; shift: number } }).recorded);
/** Frames that differ from the previous one. */
const changes = (frames: Frame[]) => [...new Set(frames.map((frame) => JSON.stringify(frame)))];

async function somebodyWithHearts(page: Page, other: Page) {
  const person = await verifiedPerson(page, "Iris Holm");
  const planes = (await (await page.request.get("/api/aircraft")).json()) as { id: string }[];
  for (const { id } of planes.slice(0, 2)) await post(page.request, "/api/favorites", { aircraftId: id });
  await signIn(other, demoLogins.owner);
  await post(other.request, "/api/messages", { receiverId: person.id, aircraftId: null, content: "Welcome aboard." });
  return person;
}

test("the first frame of a returning user shows favorites and badge, and nothing moves", async ({ page, browser }) => {
  await openMarket(browser);
  const other = await (await browser.newContext({ baseURL: test.info().project.use.baseURL ?? "" })).newPage();
  const { id } = await somebodyWithHearts(page, other);
  await home(page);
  await expect(page.getByRole("link", { name: "Messages, 1 unread" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(2);
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, `glance:${id}`);
  await workerControls(page);
  await page.waitForFunction(() => localStorage.getItem("first-view") !== null);

  await recordFrames(page);
  await page.reload();
  await expect(page.getByRole("button", { name: /^Remove / }).first()).toBeEnabled();
  const { frames, shift } = await recorded(page);
  expect(changes(frames)).toHaveLength(1);
  expect(frames[0]?.badge).toBe("Messages, 1 unread");
  expect(frames[0]?.hearts.filter((pressed) => pressed === "true")).toHaveLength(2);
  expect(shift).toBeLessThan(0.001);
  await other.context().close();
});

test("the next user of a device sees no data of the previous one", async ({ page, browser }) => {
  const other = await (await browser.newContext({ baseURL: test.info().project.use.baseURL ?? "" })).newPage();
  const { id } = await somebodyWithHearts(page, other);
  const next = await verifiedPerson(other, "Walt Prentiss");
  await home(page);
  await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(2);
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, `glance:${id}`);
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByRole("banner").getByRole("button", { name: "Log In" })).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), `glance:${id}`)).toBeNull();

  await recordFrames(page);
  await page.reload();
  await logIn(page, next);
  await expect(page.getByRole("button", { name: /to favorites$/ }).first()).toBeEnabled();
  const { frames } = await recorded(page);
  const claims = frames.filter(({ hearts, badge }) => hearts.includes("true") || /unread/.test(badge));
  expect(claims).toEqual([]);
  await other.context().close();
});

test("[S813] on a phone the page of a saved aircraft moves nothing, from the server's markup and from its card", async ({
  browser,
}) => {
  // The worker would answer with the shell of the app instead of the server's markup.
  const viewport = { width: 390, height: 844 };
  const { baseURL = "" } = test.info().project.use;
  const context = await browser.newContext({ baseURL, viewport, serviceWorkers: "block", reducedMotion: "reduce" });
  const page = await context.newPage();
  const person = await verifiedPerson(page, "Iris Holm");
  const [plane] = (await (await page.request.get("/api/aircraft")).json()) as { id: string }[];
  await post(page.request, "/api/favorites", { aircraftId: plane!.id });
  await home(page);
  await page.waitForFunction(
    ([key, id]) => localStorage.getItem(key!)?.includes(id!),
    [`glance:${person.id}`, plane!.id],
  );
  await recordFrames(page);

  await page.goto(`/aircraft/${plane!.id}`);
  await expect(page.getByText("Keep on this device")).toBeVisible();
  await detailsDrawn(page);
  expect((await recorded(page)).shift).toBeLessThan(0.01);

  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await home(page);
  await context.route("**/with-owner", (route) => held.then(() => route.continue()));
  const card = page.getByRole("article").nth(3);
  await card.hover();
  await transitionLoaded(page);
  const main = await page.locator("main").elementHandle();
  await card.getByRole("link", { name: /^View Details/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: / Demo Data$/ })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
  // A page without the header is a new element, so nothing moves on a slow phone.
  expect(await main?.evaluate(({ isConnected }) => isConnected)).toBe(false);
  await framesDrawn(page);
  // A press excuses what moves at once.
  await page.evaluate(() => {
    const { recorded } = globalThis as unknown as { recorded: { shift: number; from: number } };
    Object.assign(recorded, { shift: 0, from: performance.now() });
  });
  release();
  await detailsDrawn(page);
  expect((await recorded(page)).shift).toBeLessThan(0.001);
  await context.close();
});

const framesDrawn = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
async function detailsDrawn(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Specifications" })).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await framesDrawn(page);
}

type CardFrame = {
  /** Complete cards of Home in the view, or the parts of the aircraft's page. */
  shows: string;
  /** Names that a transition uses. */
  named: string[];
};

/** Records what each frame from the first cards on shows, layout shifts, and transitions. */
async function recordTransitions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorded = { frames: [] as CardFrame[], shift: 0, started: 0, finished: 0 };
    Object.assign(globalThis, { recorded });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) recorded.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      recorded.started += 1;
      const transition = start(change);
      transition.finished.finally(() => (recorded.finished += 1)).catch(() => undefined);
      return transition;
    };
    const look = () => {
      const parts = ["h1", "[role=group] img[alt]", "aside[aria-label=Booking] [data-price]"];
      const shown = parts.filter((part) => document.querySelector(`main ${part}`)?.getBoundingClientRect().width);
      const shows = document.querySelector("main article h3") ? "cards" : `${shown.length} parts of the page`;
      const styled = [...document.querySelectorAll<HTMLElement>("[style*=view-transition-name]")];
      const named = styled.map(({ style }) => style.getPropertyValue("view-transition-name"));
      if (recorded.frames.length > 0 || shows === "cards") recorded.frames.push({ shows, named });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
type Transitions = { frames: CardFrame[]; shift: number; started: number; finished: number };
const recordedTransitions = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { recorded: Transitions }).recorded);

/** Waits until the code that opens an aircraft's page with a transition runs. */
async function transitionLoaded(page: Page): Promise<void> {
  for (const name of ["card-transition", "aircraft-detail"]) {
    const script = await page.waitForFunction((part) => {
      const names = performance.getEntriesByType("resource").map((entry) => entry.name);
      return names.find((one) => one.includes(`/${part}-`) && one.endsWith(".js"));
    }, name);
    await page.evaluate((address) => import(address as string), await script.jsonValue());
  }
}

test("picture, name and price of a card travel to its page, details move nothing, and Back returns to the place", async ({
  browser,
}) => {
  const { baseURL = "", timezoneId, locale } = test.info().project.use;
  // Requests of a worker would pass the held line.
  const context = await browser.newContext({ baseURL, timezoneId, locale, serviceWorkers: "block" });
  const page = await context.newPage();
  await recordTransitions(page);
  await home(page);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route("**/with-owner", (route) => held.then(() => route.continue()));
  const card = page.getByRole("article").nth(3);
  await card.hover();
  await transitionLoaded(page);
  const top = await page.evaluate(() => scrollY);
  const name = await card.getByRole("heading").innerText();
  const price = (await card.getByText(/^\$\d/).first().innerText()).split(" ", 1)[0]!;
  await card.getByRole("link", { name: /^View Details/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name.replaceAll("\n", " "));
  await expect(page.getByRole("main")).toContainText(price);
  await expect(page.getByRole("group", { name: "Pictures" })).toBeVisible();
  // The details would push it away.
  const footer = page.locator("footer");
  await expect(footer).toBeHidden();
  const places = () =>
    page.evaluate(() =>
      ["h1", "[role=group][aria-label=Pictures] img", "aside[aria-label=Booking]"].map((part) => {
        const { x, y, width } = document.querySelector(`main ${part}`)!.getBoundingClientRect();
        return [x, y, width];
      }),
    );
  const [before, shiftBefore] = [await places(), (await recordedTransitions(page)).shift];
  release();
  await detailsDrawn(page);
  await expect(footer).toBeVisible();
  expect(await places()).toEqual(before);
  expect((await recordedTransitions(page)).shift - shiftBefore).toBeLessThan(0.001);

  // The heading that has the focus stays, so that it is announced once.
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(card).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(top);
  // The frame after the end has no names: the one before it may still have them.
  await page.waitForFunction(() => {
    const { finished, frames } = (globalThis as unknown as { recorded: Transitions }).recorded;
    return finished === 2 && frames.at(-1)?.named.length === 0;
  });
  const { frames, started } = await recordedTransitions(page);
  expect(started).toBe(2);
  // No frame shows less than the cards or the whole page, and no name is there twice.
  const shown = frames.map(({ shows }) => shows);
  expect(shown.filter((now, at) => now !== shown[at - 1])).toEqual(["cards", "3 parts of the page", "cards"]);
  for (const { named } of frames) expect(new Set(named).size).toBe(named.length);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await card.getByRole("link", { name: /^View Details/ }).click();
  await expect(page.getByRole("complementary", { name: "Booking" })).toBeVisible();
  expect((await recordedTransitions(page)).started).toBe(2);
  await context.close();
});

test("[S843] a pressed card stays until the code of its page is here; the last press counts, and adds one entry", async ({
  browser,
}) => {
  const { baseURL = "", timezoneId, locale } = test.info().project.use;
  const context = await browser.newContext({ baseURL, timezoneId, locale, serviceWorkers: "block" });
  const page = await context.newPage();
  await recordTransitions(page);
  // A slow machine may need longer than the card waits.
  await page.addInitScript(() => {
    const start = setTimeout;
    const longer = (work: () => void, ms?: number) => start(work, ms === 600 ? 60_000 : ms);
    Object.assign(globalThis, { setTimeout: longer });
  });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Without details the page has no cards of similar aircraft.
  await context.route("**/with-owner", () => undefined);
  const code = /\/aircraft-detail-[^/]*\.js$/;
  await context.route(code, (route) => held.then(() => route.continue()));
  await home(page);
  await appStarted(page);
  const before = await page.evaluate(() => history.length);
  const entries = async () => (await page.evaluate(() => history.length)) - before;
  const links = page.getByRole("link", { name: /^View Details/ });
  const name = (await page.getByRole("article").nth(1).getByRole("heading").innerText()).replaceAll("\n", " ");
  const asked = page.waitForRequest(code);
  // Presses without a pointer that comes near first.
  const press = (...places: number[]) =>
    links.evaluateAll((all, at) => at.forEach((place) => (all[place] as HTMLElement).click()), places);
  await press(0, 1, 1);
  await asked;
  // The last pressed card shows its press until its page is drawn.
  const opening = page.locator("article:has([data-opening])");
  await expect(opening).toHaveCount(1);
  await expect(opening.getByRole("heading")).toHaveText(name);
  const edge = (card: Locator) => card.evaluate((box) => getComputedStyle(box).boxShadow);
  const others = page.locator("article:not(:has([data-opening]))");
  await expect.poll(() => edge(opening)).not.toBe(await edge(others.first()));
  // A filter that draws the list again replaces the entry of Home meanwhile: the press still shows.
  const seats = page.getByRole("group", { name: /^Seats/ }).getByRole("button", { name: "2", exact: true });
  await seats.evaluate((button: HTMLElement) => button.click());
  await expect(page).toHaveURL(/\/\?seats=2/);
  await framesDrawn(page);
  await expect(opening.getByRole("heading")).toHaveText(name);
  await page.getByRole("checkbox", { name: /^Jet/ }).evaluate((box: HTMLElement) => box.click());
  await expect(page).toHaveURL(/\/\?types=jet/);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  const last = "3 parts of the page";
  await expect.poll(async () => (await recordedTransitions(page)).frames.at(-1)?.shows).toBe(last);
  const { frames } = await recordedTransitions(page);
  const shown = frames.map(({ shows }) => shows);
  expect(shown.filter((now, at) => now !== shown[at - 1])).toEqual(["cards", last]);
  expect(await entries()).toBe(1);

  // With the code here a double press also adds one entry.
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/\?types=jet/);
  await expect(links.first()).toBeVisible();
  await expect(opening).toHaveCount(0);
  await press(0, 0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/aircraft\//);
  expect(await entries()).toBe(1);
  await context.close();
});

test("[S1274] the messages of a phone without the app have their heading before any script, and it stays in place", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await verifiedPerson(page, "Edda Lund");
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  await recordFrames(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/messages", { waitUntil: "commit" });
  const heading = page.getByRole("heading", { name: "Messages", level: 1 });
  await expect(heading).toBeVisible();
  await expect(page).toHaveTitle("Messages - Tailhour");
  // The width of its words changes when the font arrives.
  const placeOf = async () => {
    const { x, y, height } = (await heading.boundingBox())!;
    return { x, y, height };
  };
  const place = await placeOf();
  release();
  await expect(page.getByRole("heading", { name: "No messages yet" })).toBeVisible();
  await appStarted(page);
  expect(await placeOf()).toEqual(place);
  expect((await recorded(page)).shift).toBeLessThan(0.001);
  expect(errors).toEqual([]);
});
