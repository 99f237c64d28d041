// Scenes: commands that wait for a verified email, and parts of the app whose code is not on the device yet.
import { expect, type Page } from "@playwright/test";
import type { Screen } from "./account-screens.ts";
import { fillListing } from "../listings.ts";
import type { Market } from "../market.ts";
import type { Booking } from "../../../shared/domain/bookings.ts";
import { demoLogins, newestMail, post, signIn } from "../people.ts";
import { home, liveDetail, openChat, openList, openListing, pickDate } from "../ways.ts";

/** Requests a booking with an unverified email, which leads to the screen for the code. */
async function requestTooEarly(page: Page, market: Market): Promise<void> {
  await liveDetail(page, market);
  await pickDate(page);
  await page.getByRole("complementary", { name: "Booking" }).getByRole("button", { name: "Book Now" }).click();
  await expect(page.getByRole("heading", { name: "Verify your email" })).toBeVisible();
}

/** Opens the completed flight of the demo, whose pilot has written about the aircraft and the owner. */
async function writtenReviews(page: Page): Promise<void> {
  await signIn(page, demoLogins.pilot);
  const bookings = (await (await page.request.get("/api/bookings")).json()) as Booking[];
  const { id: bookingId, aircraftId, ownerId } = bookings.find(({ status }) => status === "completed")!;
  const write = (targetType: string, targetId: string, comment: string) =>
    post(page.request, "/api/reviews", { bookingId, targetType, targetId, rating: 4, comment });
  await write("aircraft", aircraftId, "Fueled to the tabs and tidy. The second radio is weak below 3,000 feet.");
  await write("user", ownerId, "Clear briefing, keys as agreed.");
  await openChat(page, /Marisol Vega/);
  await page.getByText("Only you can read this").scrollIntoViewIfNeeded();
}

/** Verifies the email as another device would. */
async function verifyElsewhere(page: Page): Promise<void> {
  const { email } = (await (await page.request.get("/api/auth/me")).json()) as { email: string };
  const code = /\b\d{6}\b/.exec(await newestMail(page, email, /code|verif/i))?.[0];
  await post(page.request, "/api/auth/verify-email", { code });
}

/** Blocks the files of parts of the app, and the worker, which would fetch them. */
async function withoutParts(page: Page, parts: RegExp): Promise<void> {
  await page.route("**/sw.js", (route) => route.abort());
  await page.route(parts, (route) => route.abort());
}

export const waitingScreens: Screen[] = [
  {
    name: "verify-email-waiting",
    who: "newcomer",
    open: async (page, market) => {
      await requestTooEarly(page, market);
      const toasts = page.getByRole("region", { name: /Notifications/ });
      await expect(toasts).toContainText("Your request waits");
      await toasts.getByRole("button", { name: "Close" }).click();
      await expect(toasts).not.toContainText("Your request waits");
    },
  },
  {
    name: "chat-unverified",
    who: "newcomer",
    open: async (page, market) => {
      await requestTooEarly(page, market);
      await openChat(page, /Booking request for/);
      await expect(page.getByRole("button", { name: "Verify email" })).toBeVisible();
    },
  },
  {
    name: "queue-unverified",
    who: "newcomer",
    open: async (page, market) => {
      await requestTooEarly(page, market);
      await openList(page);
      await page.getByRole("button", { name: "1 waiting" }).click();
      await expect(page.getByRole("dialog")).toContainText("Your request waits until your email is verified.");
    },
  },
  { name: "reviews-waiting", who: "guest", open: writtenReviews },
  {
    name: "listing-returned",
    who: "newcomer",
    open: async (page) => {
      await openListing(page);
      await fillListing(page, "Piper Archer III");
      const form = page.getByRole("dialog", { name: "List Your Aircraft" });
      await form.getByRole("checkbox", { name: /^I own this aircraft/ }).check();
      await form.getByRole("button", { name: "List Aircraft" }).click();
      await expect(page).toHaveURL("/verify-email");
      await verifyElsewhere(page);
      await expect(form.getByLabel("Name")).toHaveValue("Piper Archer III");
    },
  },
  {
    name: "part-missing",
    who: "pilot",
    open: async (page, market) => {
      await withoutParts(page, /\/assets\/(message-dialog|chat-dialog)-/);
      await liveDetail(page, market);
      await page.getByRole("button", { name: "Contact Owner" }).click();
      await expect(page.getByRole("dialog", { name: "Not on this device yet" })).toBeVisible();
    },
  },
  {
    name: "page-missing",
    who: "pilot",
    open: async (page) => {
      await withoutParts(page, /\/assets\/messages-/);
      await home(page);
      await page.locator('a[href="/messages"]:visible').click();
      await expect(page.getByRole("heading", { level: 1, name: "Not on this device yet" })).toBeVisible();
    },
  },
];
