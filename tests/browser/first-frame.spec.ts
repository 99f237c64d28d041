// From the first frame on a returning user sees their favorites and badge, and nothing moves.
import { expect, test, type Page } from "@playwright/test";
import { openMarket } from "./market.ts";
import { demoLogins, logIn, signIn, verifiedPerson, post } from "./people.ts";
import { home } from "./ways.ts";

type Frame = { hearts: (string | null)[]; badge: string };

/** Records each frame from the first cards on, and layout shifts. */
async function recordFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorded = { frames: [] as Frame[], shift: 0 };
    Object.assign(globalThis, { recorded });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) recorded.shift += (entry as unknown as { value: number }).value;
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
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
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

test("the page of an aircraft first shows what its card knew, and its details move nothing", async ({ browser }) => {
  const { baseURL = "", timezoneId, locale } = test.info().project.use;
  // Requests of a worker would pass the held line.
  const context = await browser.newContext({ baseURL, timezoneId, locale, serviceWorkers: "block" });
  const page = await context.newPage();
  await home(page);
  await page.waitForFunction(() => localStorage.getItem("first-view") !== null);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route("**/with-owner", (route) => held.then(() => route.continue()));
  const card = page.getByRole("article").first();
  const name = await card.getByRole("heading").innerText();
  const price = (await card.getByText(/^\$\d/).first().innerText()).split(" ", 1)[0]!;
  await card.getByRole("link", { name: /^View Details/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name.replaceAll("\n", " "));
  await expect(page.getByRole("main")).toContainText(price);
  await expect(page.getByRole("group", { name: "Pictures" })).toBeVisible();
  const places = () =>
    page.evaluate(() =>
      ["h1", "[role=group][aria-label=Pictures]"].map((part) => {
        const { x, y, width } = document.querySelector(`main ${part}`)!.getBoundingClientRect();
        return [x, y, width];
      }),
    );
  const before = await places();
  release();
  await expect(page.getByRole("complementary", { name: "Booking" })).toBeVisible();
  expect(await places()).toEqual(before);
  await context.close();
});
