// One flight, from a day searched without a network to both reviews: a pilot on a phone and the owner on another device.
import { readFile } from "node:fs/promises";
import { expect, test, type Browser, type Locator, type Page } from "@playwright/test";
import ICAL from "ical.js";
import { dayNumber, dayOf, weekdayOf } from "../../shared/kit/day-numbers.ts";
import { weekdays } from "../../shared/domain/free-hours.ts";
import type { Booking } from "../../shared/domain/bookings.ts";
import type { CatalogueSegment, Manifest } from "../../shared/sync.ts";
import { seriousFindings } from "./axe.ts";
import { panelOf } from "./booking-ways.ts";
import { appStarted, openSignedIn } from "./device.ts";
import { finishFlight } from "./finish-flight.ts";
import { card, named } from "./listings.ts";
import { post, site, toast, verifiedPerson } from "./people.ts";

/** Ten days ahead: within the horizon of the default plan, after its notice. */
const day = dayNumber(new Date().toISOString().slice(0, 10)) + 10;
const weekday = weekdays[weekdayOf(day)]!;
const place = { make: "Mooney", model: "M20J", location: "Phoenix AZ" };

async function newContextPage(browser: Browser, viewport?: { width: number; height: number }): Promise<Page> {
  const { baseURL = "", timezoneId, locale } = test.info().project.use;
  return (await browser.newContext({ baseURL, timezoneId, locale, ...(viewport && { viewport }) })).newPage();
}

/** Waits until the catalogue's files say that an aircraft is closed on some days. */
async function publishedClosed({ request }: Page, id: string): Promise<void> {
  await expect
    .poll(async () => {
      const { generation, buckets } = (await (await request.get("/api/catalogue")).json()) as Manifest;
      const head = buckets.find(({ bucket }) => bucket === "phoenix-az")?.head ?? 0;
      const path = `/api/catalogue/phoenix-az/segment/${head}?g=${generation}`;
      const segment = (await (await request.get(path)).json()) as CatalogueSegment;
      return segment.put.some((one) => one.id === id && one.closedDays);
    })
    .toBe(true);
}

/** Presses a day, in the next month if the calendar does not show it. */
async function chooseDay(button: Locator, later: Locator): Promise<void> {
  await expect(later).toBeVisible();
  if ((await button.count()) === 0) await later.click();
  await button.click();
}

const bookingCard = (page: Page) => page.getByRole("log").getByRole("region", { name: "Booking" });

async function openConversation(page: Page, name: string): Promise<void> {
  await page.goto("/messages");
  await appStarted(page);
  await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole("log")).toBeVisible();
}

// Two browsers are slow on a busy machine.
test.slow();

test("[S005] a day searched offline becomes a flight with two reviews that appear together", async ({ browser }) => {
  const owner = await newContextPage(browser);
  const host = await verifiedPerson(owner, named("Hana"), "owner");
  const [closed, open] = [named("Closed Mooney"), named("Open Mooney")];
  const listed: string[] = [];
  for (const name of [open, closed])
    listed.push((await post<{ id: string }>(owner.request, "/api/aircraft", { ...place, name })).id);
  const data = { weekly: { ...everyDay, [weekday]: [] } };
  const plan = { data, headers: { Origin: site() } };
  expect((await owner.request.patch(`/api/aircraft/${listed[1]}/availability`, plan)).status()).toBe(200);
  const page = await newContextPage(browser, { width: 390, height: 844 });
  const pilot = await verifiedPerson(page, named("Nadia"));
  await publishedClosed(page, listed[1]!);

  // One visit keeps the catalogue and the free hours of an aircraft.
  await openSignedIn(page);
  await page.goto(`/aircraft/${listed[0]}`);
  await appStarted(page);
  await expect(page.getByRole("button", { name: /to favorites$/ }).first()).toBeEnabled();
  await panelOf(page).getByRole("button", { name: /^Date/ }).click();
  await expect(page.locator(`[data-day]`).first()).toBeVisible();

  await page.context().setOffline(true);
  await page.goto("/?location=Phoenix+AZ");
  await appStarted(page);
  for (const name of [open, closed]) await expect(card(page, name)).toBeVisible();
  const search = page.getByRole("search", { name: "Aircraft" });
  await search.getByRole("button", { name: /^Date/ }).click();
  const calendar = page.getByRole("dialog", { name: "Choose a date" });
  await chooseDay(calendar.locator(`[data-day="${day}"]`), calendar.getByRole("button", { name: "Later month" }));
  await search.getByRole("button", { name: "Search" }).click();
  await expect(card(page, closed)).toHaveCount(0);
  await card(page, open)
    .getByRole("link", { name: /^View Details/ })
    .click();

  await panelOf(page).getByRole("button", { name: /^Date/ }).click();
  const sheet = page.getByRole("dialog");
  await chooseDay(sheet.locator(`[data-day="${day}"]`), sheet.getByRole("button", { name: "Later month" }));
  await sheet.getByRole("radio", { name: /^14:00/ }).click();
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(
    panelOf(page).getByText(/^Free hours as of today, .* The server checks them when you have signal\.$/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Book Now" }).last().dblclick();
  await expect(bookingCard(page)).toContainText("Waiting for signal");
  await expect(bookingCard(page).getByRole("button")).toHaveText(["Change Request", "Delete"]);
  await page.close();

  // The request is sent once, after its tab is closed.
  await owner.goto("/messages");
  await appStarted(owner);
  await page.context().setOffline(false);
  const phone = await page.context().newPage();
  await openConversation(phone, host.name);
  await expect(phone.getByRole("log").locator("[data-id]")).toHaveCount(1);
  await expect(phone.getByRole("log").locator("[data-id]")).toContainText("Sent");
  await expect(bookingCard(phone).getByRole("button", { name: "Cancel Request" })).toBeVisible();
  const bookings = (await (await phone.request.get("/api/bookings")).json()) as Booking[];
  expect(bookings.map(({ aircraftId }) => aircraftId)).toEqual([listed[0]]);

  const row = owner.getByRole("button", { name: new RegExp(`^${pilot.name}`) });
  await expect(row).toContainText("New");
  await row.click();
  await expect(bookingCard(owner)).toContainText("14:00–16:00 MST");
  expect(await seriousFindings(owner)).toEqual([]);
  await readSharedPaper(phone, owner, bookings[0]!.id);
  await bookingCard(owner).getByRole("button", { name: "Accept" }).click();
  await expect(bookingCard(owner)).toContainText("Accepted");
  await expect(phone.getByRole("log")).toContainText(`Booking accepted: ${open}`);
  await expect(bookingCard(phone)).toContainText("Accepted");

  const saved = phone.waitForEvent("download");
  await bookingCard(phone).getByRole("link", { name: "Add to calendar" }).click();
  const file = await readFile(await (await saved).path(), "utf8");
  const [event] = new ICAL.Component(ICAL.parse(file) as unknown[]).getAllSubcomponents("vevent");
  expect(event?.getFirstPropertyValue("status")).toBe("CONFIRMED");
  expect(String(event?.getFirstPropertyValue("dtstart"))).toBe(`${dayOf(day)}T14:00:00`);

  await finishFlight(bookings[0]!.id);
  await expect(bookingCard(phone)).toContainText("Completed");
  await expect(bookingCard(owner)).toContainText("Completed");
  await expect.poll(() => sharedOnDevice(owner)).toEqual([[]]);
  await reviewTogether(phone, owner, browser, { open, aircraftId: listed[0]!, pilot: pilot.name, host });
  await Promise.all([phone.context().close(), owner.context().close()]);
});

const certificate = { level: "private", classes: "ASEL", number: "3921748" };

/** The pilot shares one paper. The owner reads it, but the device has its name alone, in no store and no cache its content. */
async function readSharedPaper(phone: Page, owner: Page, booking: string): Promise<void> {
  const data = { shared: ["certificate"], papers: { certificate } };
  const answer = await phone.request.put(`/api/bookings/${booking}/papers`, { data, headers: { Origin: site() } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await bookingCard(owner).getByRole("button", { name: "1 paper" }).click();
  const dialog = owner.getByRole("dialog", { name: /^Request/ });
  await dialog.getByRole("button", { name: "Open pilot certificate" }).click();
  await expect(dialog.getByText(certificate.number)).toBeVisible();
  expect(await sharedOnDevice(owner)).toEqual([["certificate"]]);
  await owner.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}

/** Names of the papers in the bookings that a device has stored. Fails where the device has the content of one. */
async function sharedOnDevice(page: Page): Promise<unknown[]> {
  const stored = JSON.stringify(await page.context().storageState({ indexedDB: true }));
  const cached = await page.evaluate(async () => {
    const texts: string[] = [JSON.stringify({ ...sessionStorage })];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) texts.push((await (await cache.match(request))?.text()) ?? "");
    }
    return texts.join();
  });
  expect(stored).not.toContain(certificate.number);
  expect(cached).not.toContain(certificate.number);
  return [...stored.matchAll(/"sharedPapers":(\[[^\]]*\])/g)].map(([, names]) => JSON.parse(names!) as unknown);
}

const everyDay = Object.fromEntries(weekdays.map((name) => [name, [[420, 1_260]]]));

type Rated = { rating: number; reviewCount: number };
type Flight = { open: string; aircraftId: string; pilot: string; host: { id: string; name: string } };

/** Both members write; until the last review only its author reads one. */
async function reviewTogether(
  page: Page,
  owner: Page,
  browser: Browser,
  { open, aircraftId, pilot, host }: Flight,
): Promise<void> {
  const [flight, same] = [bookingCard(page), bookingCard(owner)];
  await expect(page.getByRole("log").locator("[data-id]").last()).toBeInViewport();
  await expect(page.getByRole("button", { name: "Newest messages" })).toHaveCount(0);
  await flight.getByRole("button", { name: "Write a review" }).click();
  const dialog = page.getByRole("dialog", { name: "Write a review" });
  await dialog.getByRole("radio", { name: open }).check();
  // By keyboard: to the stars, right, on to the comment.
  await dialog.getByRole("radio", { name: "1 star, Poor" }).focus();
  for (let star = 1; star < 4; star++) await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("radio", { name: "4 stars, Very good" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Climbs well with full tabs.");
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send review" }).click();
  await expect(toast(page, "Review saved")).toBeVisible();
  await expect(dialog).toHaveCount(0);

  // Only the author reads it, and may change it.
  await expect(flight.getByText("Only you can read this")).toBeVisible();
  await flight.getByRole("button", { name: `Edit review of ${open}` }).click();
  const editor = page.getByRole("dialog", { name: "Edit your review" });
  await expect(editor.getByRole("radio", { name: "4 stars, Very good" })).toBeChecked();
  await editor.getByLabel("Comment").fill("Climbs well with full tanks.");
  await editor.getByRole("button", { name: "Send review" }).click();
  await expect(flight.getByText("Climbs well with full tanks.")).toBeVisible();

  // The owner has no review yet; typed text survives Escape.
  await flight.getByRole("button", { name: "Write a review" }).click();
  await expect(dialog.getByText(`Of ${host.name}.`)).toBeVisible();
  await expect(dialog.getByLabel("Comment")).toHaveValue("");
  await dialog.getByLabel("Comment").fill("Answers the same day.");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("dialog", { name: host.name })).toBeVisible();
  await flight.getByRole("button", { name: "Write a review" }).click();
  await expect(dialog.getByText("This is what you typed before.")).toBeVisible();
  await expect(dialog.getByLabel("Comment")).toHaveValue("Answers the same day.");
  await dialog.getByRole("button", { name: "Discard draft" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await same.getByRole("button", { name: "Write a review" }).click();
  const hers = owner.getByRole("dialog", { name: "Write a review" });
  await expect(hers.getByText(`Of ${pilot}.`)).toBeVisible();
  await hers.getByRole("radio", { name: "5 stars, Excellent" }).check();
  await hers.getByLabel("Comment").fill("Back on time, tanks full.");
  await hers.getByRole("button", { name: "Send review" }).click();
  await expect(same.getByText("has written", { exact: false })).toHaveCount(1);
  await expect(same.getByText("Climbs well")).toHaveCount(0);
  const reader = await newContextPage(browser);
  await reader.goto(`/aircraft/${aircraftId}`);
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
  await review.getByRole("button", { name: `Reply once to ${pilot}` }).click();
  await same.getByLabel(`Reply to ${pilot}`).fill("Any day.");
  expect(await seriousFindings(owner)).toEqual([]);
  await same.getByRole("button", { name: "Send reply" }).click();
  await expect(review.getByText("You replied")).toBeVisible();

  await expect
    .poll(async () => {
      await reader.goto(`/aircraft/${aircraftId}`);
      return reader.getByText("Climbs well with full tanks.").count();
    })
    .toBe(1);
  await expect(reader.getByText(`${host.name} replied`)).toBeVisible();
  const rated = (await (await reader.request.get(`/api/users/${host.id}`)).json()) as Rated;
  expect([rated.rating, rated.reviewCount]).toEqual([5, 1]);
  await reader.context().close();
}
