// A conversation of 5,000 messages opens as fast as a short one, because only messages near the view are rendered.
import { expect, test, type Page } from "@playwright/test";
import { newId } from "../../shared/kit/ids.ts";
import { verifiedPerson } from "./people.ts";

test.use({ serviceWorkers: "block" });

const MESSAGES = 5_000;
/** Maximum commands of an exchange. */
const AT_ONCE = 500;
/** Maximum rows of an answer: the newest messages arrive first. */
const FIRST_PAGE = 1_000;
/** Maximum of rendered messages (features/messages/chat-window.ts). */
const MOST_DRAWN = 240;

type Outcomes = { outcomes: { status: string }[] };

/** Sends numbered messages like a phone that was offline for a long time. */
async function sendMany(page: Page, userId: string, receiverId: string): Promise<void> {
  const clientId = newId();
  // Each answer brings what changed since the one before; a long one has several pages, and outcomes on the last.
  let cursor: string | null = null;
  for (let sent = 0; sent < MESSAGES; sent += AT_ONCE) {
    const commands = Array.from({ length: AT_ONCE }, (_, at) => {
      const id = newId();
      const input = { id, receiverId, content: `Number ${sent + at + 1}`, aircraftId: null };
      return { id, name: "messages.send", lane: `conversation:${receiverId}`, input };
    });
    let outcomes: Outcomes["outcomes"] = [];
    while (outcomes.length === 0) {
      const data = { schema: 1, clientId, userId, cursor, commands };
      const headers = { Origin: process.env["BASE_URL"] ?? "" };
      const answer = await page.request.post("/api/sync", { data, headers, timeout: 60_000 });
      expect(answer.status()).toBe(200);
      const said = (await answer.json()) as Outcomes & { to: string };
      cursor = said.to;
      outcomes = said.outcomes;
    }
    expect(outcomes.filter(({ status }) => status !== "applied")).toEqual([]);
  }
}

/** Holds all pages of the first synchronization except the newest messages, until the returned function is called. */
async function holdOlder(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/sw.js", (route) => route.abort());
  await page.route("**/api/sync", async (route) => {
    const { cursor } = route.request().postDataJSON() as { cursor: string | null };
    if (cursor !== null) await released;
    await route.continue();
  });
  return release;
}

type Reading = {
  /** Scrolls near the start of what is rendered. */
  scrollBack(): void;
  /** Largest movement of the topmost visible line between two frames, other than by `scrollBack`. */
  moved: number;
  /** Largest number of rendered messages. */
  drawn: number;
};

/** Watches every frame of a conversation from now on. */
async function watchReading(page: Page): Promise<void> {
  await page.getByRole("log").evaluate((box) => {
    let top = { id: "", at: 0 };
    const note = () => {
      const edge = box.getBoundingClientRect().top;
      const lines = [...box.querySelectorAll<HTMLElement>("[data-id]")];
      const line = lines.find((one) => one.getBoundingClientRect().top >= edge);
      top = { id: line?.dataset["id"] ?? "", at: line?.getBoundingClientRect().top ?? 0 };
      reading.drawn = Math.max(reading.drawn, lines.length);
    };
    const reading: Reading = {
      moved: 0,
      drawn: 0,
      scrollBack() {
        box.scrollTop = Math.min(box.scrollTop, 700);
        note();
      },
    };
    const look = () => {
      const now = box.querySelector(`[data-id="${top.id}"]`)?.getBoundingClientRect().top ?? Infinity;
      reading.moved = Math.max(reading.moved, Math.abs(now - top.at));
      note();
      requestAnimationFrame(look);
    };
    note();
    Object.assign(globalThis, { reading });
    requestAnimationFrame(look);
  });
}

/** Scrolls back, and returns what was seen after two frames: one renders the older messages, one settles their position. */
function scrollBack(page: Page): Promise<{ moved: number; drawn: number }> {
  return page.evaluate(() => {
    const { reading } = globalThis as unknown as { reading: Reading };
    reading.scrollBack();
    return new Promise<{ moved: number; drawn: number }>((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => resolve({ moved: reading.moved, drawn: reading.drawn })));
    });
  });
}

test("a conversation of 5,000 messages opens at its end, draws a part, and is read back without a jump", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { baseURL = "" } = test.info().project.use;
  const sender = await (await browser.newContext({ baseURL })).newPage();
  const reader = await (await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })).newPage();
  const from = await verifiedPerson(sender, "Terrence Okafor");
  const to = await verifiedPerson(reader, "June Nakashima");
  await sendMany(sender, from.id, to.id);

  const release = await holdOlder(reader);
  await reader.goto("/messages");
  await reader
    .getByRole("main")
    .getByRole("button", { name: /Terrence Okafor/ })
    .click({ timeout: 60_000 });
  const log = reader.getByRole("log");
  const bubbles = log.locator("[data-id]");
  await expect(log.getByText(`Number ${MESSAGES}`)).toBeInViewport({ timeout: 60_000 });
  expect(await bubbles.count()).toBeLessThanOrEqual(MOST_DRAWN);

  // Scrolling back: visible messages keep their position while older ones are rendered above, or arrive.
  await watchReading(reader);
  let oldest = MESSAGES;
  while (oldest > MESSAGES - FIRST_PAGE - MOST_DRAWN) {
    const { moved, drawn } = await scrollBack(reader);
    release();
    expect(moved).toBeLessThan(2);
    expect(drawn).toBeLessThanOrEqual(MOST_DRAWN);
    const first = Number(/Number (\d+)/.exec((await bubbles.first().locator("p").first().textContent()) ?? "")?.[1]);
    expect(first).toBeLessThanOrEqual(oldest);
    oldest = first;
  }

  await reader.getByRole("button", { name: "Newest messages" }).click();
  await expect(log.getByText(`Number ${MESSAGES}`)).toBeInViewport();
  await reader.context().close();
  await sender.context().close();
});
