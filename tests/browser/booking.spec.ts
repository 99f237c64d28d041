// Requests of guests and on a phone: a new pilot in each test, and an owner of the demo.
import { expect, test, type Browser, type Page } from "@playwright/test";
import { seriousFindings } from "./axe.ts";
import { chooseHours, panelOf } from "./booking-ways.ts";
import { fillLogin, toast, verifiedPerson } from "./people.ts";

test.use({ serviceWorkers: "block" });

const cirrus = "Cirrus SR22 G5 - Demo Data";
const arrow = "Piper Arrow III - Demo Data";

async function newContextPage(browser: Browser): Promise<Page> {
  const { baseURL = "", timezoneId, locale } = test.info().project.use;
  return (await browser.newContext({ baseURL, timezoneId, locale })).newPage();
}

async function openAircraft(page: Page, name: string): Promise<string> {
  const planes = (await (await page.request.get("/api/aircraft")).json()) as { id: string; name: string }[];
  const id = planes.find((plane) => plane.name === name)?.id ?? "";
  await page.goto(`/aircraft/${id}`);
  return id;
}

const bookingCard = (page: Page) => page.getByRole("log").getByRole("region", { name: "Booking" });

// Two browsers are slow on a busy machine.
test.slow();

test("[S097] a guest's booking details survive the log-in, and nothing is sent before Book Now", async ({
  page,
  browser,
}) => {
  const other = await newContextPage(browser);
  const { email, password } = await verifiedPerson(other, "June Okonkwo");
  await openAircraft(page, arrow);
  const panel = panelOf(page);
  await chooseHours(page, 1);
  const date = await panel.getByRole("button", { name: /Date/ }).textContent();
  await panel.getByRole("button", { name: "Book Now" }).click();
  await expect(page.getByText("Log in to send your booking request.")).toBeVisible();
  await fillLogin(page, { email, password });
  await expect(toast(page, "You've been logged in successfully!")).toBeVisible();
  await expect(panel.getByRole("button", { name: /Date/ })).toHaveText(date ?? "");
  await expect(panel.getByText("$179 × 3 hours")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await (await other.request.get("/api/bookings")).json()).toEqual([]);
  await panel.getByRole("button", { name: "Book Now" }).click();
  await expect(page.getByRole("log").locator("[data-id]")).toContainText("Sent");
  expect(await (await other.request.get("/api/bookings")).json()).toHaveLength(1);
  await other.context().close();
});

test("on a phone Book Now without a date shows an error and opens the calendar; the sheet keeps what is chosen", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await verifiedPerson(page, "Nadia Brandt");
  await openAircraft(page, cirrus);
  await expect(page.getByRole("button", { name: /to favorites$/ }).first()).toBeVisible();
  const bookNow = page.getByRole("button", { name: "Book Now" }).last();
  await bookNow.click();
  await expect(toast(page, "Please select a date for your flight.")).toBeVisible();
  const sheet = page.getByRole("dialog");
  await expect(sheet).toHaveAccessibleName("Choose a date");
  await expect(sheet.locator("button:focus")).toHaveAccessibleName(/, free /);
  // By keyboard: a week on, and back to the field.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(sheet).toHaveAccessibleName("Choose your hours");
  await expect(sheet.getByRole("button", { name: /^Date/ })).toBeFocused();
  await sheet.getByRole("radio", { name: /^10:00/ }).click();
  await expect(sheet.getByText(/^10:00–12:00 P[SD]T/)).toBeVisible();
  await page.keyboard.press("End");
  const reason = "20:30: free until 21:00, and 2 hours end at 22:30.";
  await expect(sheet.locator("button:focus")).toHaveAccessibleDescription(reason);
  await expect(sheet.getByText(reason)).toBeVisible();
  await expect(sheet.getByRole("radio", { name: /^10:00/ })).toBeChecked();
  expect(await seriousFindings(page)).toEqual([]);

  // Back closes the sheet and keeps the choice.
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText(/, 10:00 P[SD]T · 2 hours · \$759\.00$/)).toBeVisible();
  await bookNow.click();
  await expect(bookingCard(page)).toContainText(/, 10:00–12:00 P[SD]T/);
});
