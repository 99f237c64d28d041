// A conversation of 5,000 messages opens as fast as a short one, because only messages near the view are rendered.
import { expect, test, type Page } from "@playwright/test";
import { newId } from "../../shared/kit/ids.ts";
import { verifiedPerson } from "./people.ts";

const MESSAGES = 5_000;
/** Maximum commands of an exchange. */
const AT_ONCE = 500;
/** Maximum of rendered messages (features/messages/chat-window.ts). */
const MOST_DRAWN = 240;

type Outcomes = { outcomes: { status: string }[] };

/** Sends numbered messages like a phone that was offline for a long time. */
async function sendMany(page: Page, userId: string, receiverId: string): Promise<void> {
  const clientId = newId();
  for (let sent = 0; sent < MESSAGES; sent += AT_ONCE) {
    const commands = Array.from({ length: AT_ONCE }, (_, at) => {
      const id = newId();
      const input = { id, receiverId, content: `Number ${sent + at + 1}`, aircraftId: null };
      return { id, name: "messages.send", lane: `conversation:${receiverId}`, input };
    });
    let outcomes: Outcomes["outcomes"] = [];
    // A long answer has several pages; the last one contains the outcomes.
    let cursor: string | null = null;
    while (outcomes.length === 0) {
      const data = { schema: 1, clientId, userId, cursor, commands };
      const answer = await page.request.post("/api/sync", { data, headers: { Origin: process.env["BASE_URL"] ?? "" } });
      expect(answer.status()).toBe(200);
      const said = (await answer.json()) as Outcomes & { to: string };
      cursor = said.to;
      outcomes = said.outcomes;
    }
    expect(outcomes.filter(({ status }) => status !== "applied")).toEqual([]);
  }
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

  await reader.goto("/messages");
  await reader
    .getByRole("main")
    .getByRole("button", { name: /Terrence Okafor/ })
    .click({ timeout: 60_000 });
  const log = reader.getByRole("log");
  const bubbles = log.locator("[data-id]");
  await expect(log.getByText(`Number ${MESSAGES}`)).toBeInViewport({ timeout: 60_000 });
  expect(await bubbles.count()).toBeLessThanOrEqual(MOST_DRAWN);

  // Scrolling back: visible messages keep their position while older ones are rendered above.
  let oldest = MESSAGES;
  for (let steps = 0; steps < 12; steps++) {
    const seen = await log.evaluate((box) => {
      const top = () => box.getBoundingClientRect().top;
      box.scrollTop = Math.min(box.scrollTop, 700);
      const line = [...box.querySelectorAll<HTMLElement>("[data-id]")].find(
        (one) => one.getBoundingClientRect().top >= top(),
      );
      const at = line?.getBoundingClientRect().top ?? 0;
      const id = line?.dataset["id"] ?? "";
      return new Promise<{ moved: number; drawn: number }>((resolve) => {
        // Two frames: one renders the older messages, one settles their position.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const now = box.querySelector(`[data-id="${id}"]`)?.getBoundingClientRect().top ?? Infinity;
            resolve({ moved: Math.abs(now - at), drawn: box.querySelectorAll("[data-id]").length });
          }),
        );
      });
    });
    expect(seen.moved).toBeLessThan(2);
    expect(seen.drawn).toBeLessThanOrEqual(MOST_DRAWN);
    const first = Number(/Number (\d+)/.exec((await bubbles.first().locator("p").first().textContent()) ?? "")?.[1]);
    expect(first).toBeLessThanOrEqual(oldest);
    oldest = first;
  }
  expect(oldest).toBeLessThan(MESSAGES - MOST_DRAWN);

  await reader.getByRole("button", { name: "Newest messages" }).click();
  await expect(log.getByText(`Number ${MESSAGES}`)).toBeInViewport();
  await reader.context().close();
  await sender.context().close();
});
