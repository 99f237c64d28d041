// Presses a button several times in a row, and reads what the server stored.
import { expect, test, type Browser, type Locator, type Page } from "@playwright/test";
import { site, toast } from "./people.ts";

type Way = "mouse" | "touch" | "Enter";
type Press = (button: Locator, times?: 2 | 3) => Promise<void>;

/** Presses three times as fast as possible; later presses hit whatever the first one opened. */
export function pressing(way: Way): Press {
  return async (button, times = 3) => {
    const page = button.page();
    await expect(button).toBeEnabled();
    await button.scrollIntoViewIfNeeded();
    if (way === "mouse") return await button.click({ clickCount: times });
    if (way === "Enter") {
      // Enter does nothing on a switch: its key is Space.
      const key = (await button.getAttribute("role")) === "switch" ? "Space" : "Enter";
      await button.focus();
      for (let time = 0; time < times; time++) await page.keyboard.press(key);
      return;
    }
    const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    for (let time = 0; time < times; time++) await page.touchscreen.tap(x + width / 2, y + height / 2);
  };
}

/** Expects no waiting or refused command and no toast about a failure. */
export async function expectNoFailure(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: /^(\d+ waiting|Sending|\d+ not sent)/ })).toHaveCount(0);
  await expect(page.getByText(/^Not s(ent|aved)/)).toHaveCount(0);
  await expect(toast(page, "Error")).toHaveCount(0);
}

export type Plane = { id: string; ownerId: string; name: string };
type Row = { id: string; status: string; content: string; bookingId: string; verified: boolean };

export const get = async <Answer = Row[]>(page: Page, path: string) =>
  (await (await page.request.get(path)).json()) as Answer;
export const statuses = async (page: Page) => (await get(page, "/api/bookings")).map(({ status }) => status).sort();

// Other tests list and delete aircraft at the same time, but never the demo's.
export const isDemo = ({ name }: Plane) => name.endsWith("Demo Data");

/** Number of messages between two users that start with this text. */
export async function linesWith(page: Page, me: string, peer: string, start: string): Promise<number> {
  return (await get(page, `/api/messages/${me}/${peer}`)).filter(({ content }) => content.startsWith(start)).length;
}

export async function otherPage(browser: Browser): Promise<Page> {
  const { timezoneId, locale } = test.info().project.use;
  return (await browser.newContext({ baseURL: site(), timezoneId, locale, hasTouch: true })).newPage();
}
