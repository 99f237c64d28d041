// From a chosen date to a review: a new pilot in each test, and the demo's owner in a second browser.
import { expect, test, type Browser, type Page } from "@playwright/test";
import { seriousFindings } from "./axe.ts";
import { chooseHours, panelOf } from "./booking-ways.ts";
import { named } from "./listings.ts";
import { demoLogins, fillLogin, signIn, toast, verifiedPerson } from "./people.ts";

const cirrus = "Cirrus SR22 G5 - Demo Data";
const arrow = "Piper Arrow III - Demo Data";
const mooney = "Mooney M20J 201 - Demo Data";
const baron = "Beechcraft Baron G58 - Demo Data";

type Rated = { rating: number; reviewCount: number };

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

async function openConversation(page: Page, name: string): Promise<void> {
  await page.goto("/messages");
  await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole("dialog", { name })).toBeVisible();
}

// Two browsers are slow on a busy machine.
test.slow();

test("[S005] a pilot books, the owner accepts, the pilot cancels; both see it without a reload", async ({
  page,
  browser,
}) => {
  // Other tests write to the demo's owner too.
  const { name } = await verifiedPerson(page, named("Nadia Brandt"));
  await openAircraft(page, cirrus);
  const panel = panelOf(page);
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
  await panel.getByRole("button", { name: "Book Now" }).click();
  await expect(toast(page, "Please select a date for your flight.")).toBeVisible();
  await expect(panel.getByText("Please select a date to continue")).toBeVisible();

  await chooseHours(page, 1);
  await expect(panel.getByText("$345 × 3 hours")).toBeVisible();
  await expect(panel.getByText("$1,138.50")).toBeVisible();
  await expect(panel.getByText("You won't be charged yet")).toBeVisible();

  const owner = await newContextPage(browser);
  await signIn(owner, demoLogins.owner);
  await owner.goto("/messages");
  await expect(owner.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible();

  await panel.getByRole("button", { name: "Book Now" }).dblclick();
  const chat = page.getByRole("dialog", { name: "Marisol Vega" });
  await expect(chat.getByRole("log")).toContainText(`Booking request for ${cirrus}`);
  await expect(chat.locator("[data-id]")).toHaveCount(1);
  await expect(chat.locator("[data-id]")).toContainText("Sent");
  await expect(bookingCard(page)).toContainText("Requested");
  await expect(bookingCard(page)).toContainText(/\d\d:00 P[SD]T/);
  await expect(bookingCard(page)).toContainText("$1,138.50");

  const row = owner.getByRole("button", { name: new RegExp(`^${name}`) });
  await expect(row).toContainText("New");
  await row.click();
  await expect(bookingCard(owner)).toContainText("Requested");
  expect(await seriousFindings(owner)).toEqual([]);
  await bookingCard(owner).getByRole("button", { name: "Accept" }).click();
  await expect(owner.getByRole("log")).toContainText(`Booking accepted: ${cirrus}`);
  await expect(bookingCard(owner)).toContainText("Accepted");

  await expect(page.getByRole("log")).toContainText(`Booking accepted: ${cirrus}`);
  await expect(bookingCard(page)).toContainText("Accepted");
  await bookingCard(page).getByRole("button", { name: "Cancel Booking" }).click();
  const why = page.getByRole("dialog", { name: "Cancel this booking?" });
  await why.getByRole("radio", { name: "Weather" }).check();
  await why.getByRole("button", { name: "Cancel Booking" }).click();
  await expect(bookingCard(owner)).toContainText("Cancelled, weather");
  await expect(bookingCard(owner).getByRole("button")).toHaveCount(0);
  await owner.context().close();
});

test("a booking requested offline is sent exactly once after its tab is closed", async ({ browser }) => {
  const page = await newContextPage(browser);
  await verifiedPerson(page, "Tomas Reyes");
  const aircraftId = await openAircraft(page, baron);
  const panel = panelOf(page);
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
  await page.getByRole("button", { name: "Contact Owner" }).click();
  // The user's rows are stored, so queued commands survive.
  await expect(page.getByText("Send a message to start the conversation.")).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  // From here on the app opens offline.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

  await page.context().setOffline(true);
  await page.reload();
  await chooseHours(page);
  // The free hours that were read before the reload.
  await expect(
    panel.getByText(/^Free hours as of today, .* The server checks them when you have signal\.$/),
  ).toBeVisible();
  await expect(panel.getByText("Marisol answers after it is sent")).toBeVisible();
  await panel.getByRole("button", { name: "Book Now" }).dblclick();
  const bubble = page.getByRole("log").locator("[data-id]");
  await expect(bubble).toContainText("Waiting for signal");
  await expect(bookingCard(page)).toContainText("Waiting for signal");
  await expect(bookingCard(page).getByRole("button")).toHaveText(["Delete"]);
  await page.close();

  await page.context().setOffline(false);
  const reopened = await page.context().newPage();
  await openConversation(reopened, "Marisol Vega");
  await expect(reopened.getByRole("log").locator("[data-id]")).toHaveCount(1);
  await expect(reopened.getByRole("log").locator("[data-id]")).toContainText("Sent");
  await expect(bookingCard(reopened).getByRole("button", { name: "Cancel Request" })).toBeVisible();
  const bookings = (await (await reopened.request.get("/api/bookings")).json()) as { aircraftId: string }[];
  expect(bookings.map((booking) => booking.aircraftId)).toEqual([aircraftId]);
  await page.context().close();
});

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
  await expect(page.getByRole("button", { name: /to favorites$/ })).toBeVisible();
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
  await expect(sheet.getByRole("status").getByText("20:30: free until 21:00, and 2 hours end at 22:30.")).toBeVisible();
  await expect(sheet.getByRole("radio", { name: /^10:00/ })).toBeChecked();
  expect(await seriousFindings(page)).toEqual([]);

  // Back closes the sheet and keeps the choice.
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText(/, 10:00 P[SD]T · 2 hours · \$759\.00$/)).toBeVisible();
  await bookNow.click();
  await expect(bookingCard(page)).toContainText(/, 10:00–12:00 P[SD]T/);
});

test("[S014] after a flight both members write, and all reviews appear together", async ({ page, browser }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const me = await signIn(page, demoLogins.pilot);
  await openConversation(page, "Marisol Vega");
  const flight = bookingCard(page).filter({ hasText: "Completed" });
  await expect(flight.getByRole("button", { name: "Write a review" })).toBeEnabled();
  // A booking card that follows its message keeps the list scrolled to the end.
  await expect(page.getByRole("log").locator("[data-id]").last()).toBeInViewport();
  await expect(page.getByRole("button", { name: "Newest messages" })).toHaveCount(0);
  await flight.getByRole("button", { name: "Write a review" }).click();
  const dialog = page.getByRole("dialog", { name: "Write a review" });
  await dialog.getByRole("radio", { name: "Mooney M20J 201" }).check();
  // By keyboard: to the stars, right, on to the comment.
  await dialog.getByRole("radio", { name: "1 star, Poor" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("radio", { name: "4 stars, Very good" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Climbs well with full tabs.");
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send review" }).click();
  await expect(toast(page, "Review saved")).toBeVisible();
  await expect(dialog).toHaveCount(0);

  // Only the author reads it, and may change it.
  await expect(flight.getByText("Only you can read this")).toBeVisible();
  await flight.getByRole("button", { name: "Edit review of Mooney M20J 201" }).click();
  const editor = page.getByRole("dialog", { name: "Edit your review" });
  await expect(editor.getByRole("radio", { name: "4 stars, Very good" })).toBeChecked();
  await editor.getByLabel("Comment").fill("Climbs well with full tanks.");
  await editor.getByRole("button", { name: "Send review" }).click();
  await expect(flight.getByText("Climbs well with full tanks.")).toBeVisible();

  // The owner has no review yet; typed text survives Escape.
  await flight.getByRole("button", { name: "Write a review" }).click();
  await expect(dialog.getByText("Of Marisol Vega.")).toBeVisible();
  await expect(dialog.getByLabel("Comment")).toHaveValue("");
  await dialog.getByLabel("Comment").fill("Answers the same day.");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("dialog", { name: "Marisol Vega" })).toBeVisible();
  await flight.getByRole("button", { name: "Write a review" }).click();
  await expect(dialog.getByText("This is what you typed before.")).toBeVisible();
  await expect(dialog.getByLabel("Comment")).toHaveValue("Answers the same day.");
  await dialog.getByRole("button", { name: "Discard draft" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  const owner = await newContextPage(browser);
  await signIn(owner, demoLogins.owner);
  await openConversation(owner, "Owen Fairley");
  const same = bookingCard(owner).filter({ hasText: "Completed" });
  await same.getByRole("button", { name: "Write a review" }).click();
  const hers = owner.getByRole("dialog", { name: "Write a review" });
  await expect(hers.getByText("Of Owen Fairley.")).toBeVisible();
  await hers.getByRole("radio", { name: "5 stars, Excellent" }).check();
  await hers.getByLabel("Comment").fill("Back on time, tanks full.");
  await hers.getByRole("button", { name: "Send review" }).click();
  await expect(same.getByText("when Owen has written", { exact: false })).toHaveCount(1);
  await expect(same.getByText("Climbs well")).toHaveCount(0);
  const reader = await newContextPage(browser);
  await openAircraft(reader, mooney);
  await expect(reader.getByRole("heading", { name: "Reviews" })).toBeVisible();
  await expect(reader.getByText("Climbs well with full tanks.")).toHaveCount(0);

  // The last review shows all, also on the other screen.
  await flight.getByRole("button", { name: "Write a review" }).click();
  await dialog.getByRole("radio", { name: "5 stars, Excellent" }).check({ force: true });
  await dialog.getByLabel("Comment").fill("Answers the same day.");
  await dialog.getByRole("button", { name: "Send review" }).click();
  await expect(flight.getByText("Both reviews are out")).toBeVisible();
  await expect(flight.getByText("Back on time, tanks full.")).toBeVisible();
  await expect(same.getByText("Both reviews are out")).toBeVisible();
  const review = same.getByRole("article").filter({ hasText: "Climbs well with full tanks." });
  await review.getByRole("button", { name: "Reply once to Owen Fairley" }).click();
  await same.getByLabel("Reply to Owen Fairley").fill("Any day.");
  expect(await seriousFindings(owner)).toEqual([]);
  await same.getByRole("button", { name: "Send reply" }).click();
  await expect(review.getByText("You replied")).toBeVisible();
  await owner.context().close();

  await expect
    .poll(async () => {
      await openAircraft(reader, mooney);
      return reader.getByText("Climbs well with full tanks.").count();
    })
    .toBe(1);
  await expect(reader.getByText("Marisol Vega replied")).toBeVisible();
  const { rating, reviewCount } = (await (await reader.request.get(`/api/users/${me.id}`)).json()) as Rated;
  expect([rating, reviewCount]).toEqual([5, 1]);
  await reader.context().close();
});
