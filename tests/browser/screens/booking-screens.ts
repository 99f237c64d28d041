// Scenes of bookings: the panel's refusals, the dialog of other hours, and cards in all states.
import { expect, type Page } from "@playwright/test";
import type { Screen } from "./account-screens.ts";
import { chooseDay, panelOf } from "../booking-ways.ts";
import { liveDetail, openChat, pickDate } from "../ways.ts";

/** Sends the next request with another total than the screen showed, as if the owner had changed the rate since. */
async function withOldRate(page: Page): Promise<void> {
  let isFirst = true;
  await page.route("**/api/sync", async (route) => {
    const body = route.request().postDataJSON() as { commands: { name: string; input: Record<string, unknown> }[] };
    const request = body.commands.find(({ name }) => name === "bookings.request");
    if (!request || !isFirst) return route.continue();
    isFirst = false;
    request.input["quotedTotalCents"] = Number(request.input["quotedTotalCents"]) - 2_200;
    await route.continue({ postData: body });
  });
}

type Answer = { days: { day: string; open: [number, number][] }[] };

/** From now on the page reads that only the evening of each day is free. */
async function withEveningsOnly(page: Page): Promise<void> {
  const asked = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const answers = new Map<string, Answer>();
  for (const address of new Set(asked.filter((name) => name.includes("/availability?")))) {
    const answer = (await (await page.request.get(address)).json()) as Answer;
    for (const day of answer.days) day.open = day.open.length > 0 ? [[1_050, 1_260]] : [];
    answers.set(address, answer);
  }
  // Answers at once: a reload or the end of the test would end a request made here.
  await page.route("**/availability?*", (route) => {
    const json = answers.get(route.request().url());
    return json ? route.fulfill({ json }) : route.abort();
  });
}

const inView = (page: Page) =>
  panelOf(page)
    .getByText("Total")
    .evaluate((element) => element.scrollIntoView({ block: "end", behavior: "instant" }));

export const bookingScreens: Screen[] = [
  {
    name: "detail-taken",
    who: "pilot",
    open: async (page, market) => {
      await liveDetail(page, market);
      await pickDate(page);
      await withEveningsOnly(page);
      await page.reload();
      await expect(panelOf(page)).toContainText(/was just taken\. 3 hours still fit from 17:30 or 18:00\./);
      await inView(page);
    },
  },
  {
    name: "detail-price",
    who: "pilot",
    open: async (page, market) => {
      await withOldRate(page);
      await liveDetail(page, market);
      await pickDate(page);
      await panelOf(page).getByRole("button", { name: "Book Now" }).click();
      await expect(page.getByRole("log")).toContainText("Not sent");
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
      const again = panelOf(page).getByRole("button", { name: /^Send at / });
      await expect(again).toBeVisible();
      await again.evaluate((button) => button.scrollIntoView({ block: "center", behavior: "instant" }));
    },
  },
  {
    name: "detail-no-start",
    who: "pilot",
    only: "desktop",
    open: async (page, market) => {
      await liveDetail(page, market);
      const fields = await chooseDay(page);
      for (let hours = 0; hours < 13; hours += 1) await fields.getByRole("button", { name: "One hour more" }).click();
      await expect(fields.getByText("No start fits")).toBeVisible();
    },
  },
  {
    name: "chat-hours",
    who: "pilot",
    // A wide window shows the conversation elsewhere, without its open dialogs.
    only: "phone",
    open: async (page) => {
      await openChat(page, /Marisol Vega/);
      await page.getByRole("log").getByRole("button", { name: "Other hours" }).last().click();
      const dialog = page.getByRole("dialog", { name: "Propose other hours" });
      await expect(dialog.getByRole("radiogroup", { name: "Start" })).toBeVisible();
    },
  },
  {
    name: "chat-cards",
    who: "pilot",
    only: "phone",
    open: async (page) => {
      const { width } = page.viewportSize() ?? { width: 390 };
      await page.setViewportSize({ width, height: 4_600 });
      await openChat(page, /Marisol Vega/);
      await expect(page.getByText("Free at those hours").first()).toBeVisible();
    },
  },
  {
    name: "chat-cards-owner",
    who: "owner",
    only: "phone",
    open: async (page, { pilot }) => {
      const { width } = page.viewportSize() ?? { width: 390 };
      await page.setViewportSize({ width, height: 4_600 });
      await openChat(page, pilot.name);
      await expect(page.getByRole("button", { name: "Accept" })).toBeVisible();
    },
  },
  {
    name: "chat-request",
    who: "owner",
    only: "phone",
    open: async (page, { pilot }) => {
      await openChat(page, pilot.name);
      await page.getByRole("button", { name: /^Minima and 2 papers/ }).click();
      const dialog = page.getByRole("dialog", { name: /^Request/ });
      await expect(dialog.getByRole("button", { name: "Open pilot certificate, front and back" })).toBeVisible();
      await dialog.getByRole("button", { name: "Open medical certificate" }).click();
      await expect(dialog.getByText("Third class")).toBeVisible();
    },
  },
  {
    name: "request-papers",
    who: "owner",
    only: "desktop",
    open: async (page, { pilot }) => {
      await openChat(page, pilot.name);
      await page.getByRole("button", { name: /^Minima and 2 papers/ }).click();
      const dialog = page.getByRole("dialog", { name: /^Request/ });
      await expect(dialog.getByRole("button", { name: "Open pilot certificate, front and back" })).toBeVisible();
    },
  },
  {
    name: "request-paper-open",
    who: "owner",
    only: "phone",
    open: async (page, { pilot }) => {
      await openChat(page, pilot.name);
      await page.getByRole("button", { name: /^Minima and 2 papers/ }).click();
      await page.getByRole("button", { name: "Open pilot certificate, front and back" }).click();
      await expect(page.getByRole("img", { name: "Pilot certificate, page 1 of 2" })).toBeVisible();
    },
  },
  {
    name: "chat-share-papers",
    who: "pilot",
    only: "phone",
    open: async (page) => {
      await openChat(page, /Marisol Vega/);
      await page.getByRole("button", { name: "2 papers shared" }).click();
      await expect(page.getByRole("checkbox", { name: /^Medical certificate/ })).toBeChecked();
    },
  },
];
