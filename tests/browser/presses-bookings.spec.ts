// Booking buttons, favorites, messages and reviews act once when pressed several times in a row.
import { expect, test } from "@playwright/test";
import { chooseHours, panelOf } from "./booking-ways.ts";
import { named } from "./listings.ts";
import { demoLogins, post, signIn, toast, verifiedPerson } from "./people.ts";
import { expectNoFailure, get, isDemo, linesWith, otherPage, pressing, statuses, type Plane } from "./presses.ts";

test.describe.configure({ mode: "parallel" });
test.use({ serviceWorkers: "block", hasTouch: true, reducedMotion: "reduce" });
// Several devices and all ways of pressing are slow on a busy machine.
test.slow();

test("Accept, Decline and Cancel Booking take one step each, by mouse and touch", async ({ page, browser }) => {
  const pilot = await verifiedPerson(page, "Pilot Pressed");
  const owner = await otherPage(browser);
  // This aircraft asks for no minima, so no press opens the dialog of a request.
  const { id: ownerId } = await verifiedPerson(owner, named("Pressing Owner"), "owner");
  const listing = { make: "Mooney", model: "M20J", location: "Phoenix AZ", name: named("Pressed Mooney") };
  const plane = await post<{ id: string }>(owner.request, "/api/aircraft", listing);
  const log = owner.getByRole("log");
  const cards = log.getByRole("region", { name: "Booking" });
  const buttons = (name: string) => cards.getByRole("button", { name });
  const lines = async () =>
    await Promise.all(
      ["accepted", "declined", "cancelled"].map((step) => linesWith(page, pilot.id, ownerId, `Booking ${step}`)),
    );
  const before: string[] = [];
  for (const [turn, way] of (["mouse", "touch"] as const).entries()) {
    const press = pressing(way);
    const expectStatuses = async (...two: string[]) => {
      await expect.poll(() => statuses(page)).toEqual([...before, ...two].sort());
      await expectNoFailure(owner);
    };
    // At 18:00 UTC, when the default plan is open.
    const ahead = 10 + 4 * turn;
    const day = Date.parse(`${new Date().toISOString().slice(0, 10)}T18:00:00Z`) + ahead * 86_400_000;
    for (const at of [day, day + 86_400_000]) {
      const startDate = new Date(at).toISOString();
      await post(page.request, "/api/bookings", { aircraftId: plane.id, startDate, hours: 4, content: "Please" });
    }
    if (turn === 0) await owner.goto(`/messages?with=${pilot.id}`);
    await expect(buttons("Accept")).toHaveCount(2);
    await press(buttons("Accept").first());
    await expectStatuses("accepted", "requested");
    await expect(buttons("Decline")).toHaveCount(1);
    await buttons("Decline").click();
    const declining = owner.getByRole("dialog", { name: "Decline this request?" });
    await press(declining.getByRole("button", { name: "Decline" }));
    await expectStatuses("accepted", "declined");

    await buttons("Cancel Booking").click();
    const question = owner.getByRole("dialog", { name: "Cancel this booking?" });
    await question.getByRole("radio", { name: /Weather/ }).check();
    await press(question.getByRole("button", { name: "Cancel Booking" }));
    await expectStatuses("cancelled", "declined");
    await expect(buttons("Cancel Booking")).toHaveCount(0);
    expect(await lines()).toEqual([turn + 1, turn + 1, turn + 1]);
    for (const step of ["accepted", "declined", "cancelled"]) await expect(log).toContainText(`Booking ${step}`);
    before.push("cancelled", "declined");
  }
  await owner.context().close();
});

test("a favorite button, Book Now, Send and Mute act once, by mouse and Enter", async ({ page }) => {
  const pilot = await verifiedPerson(page, "Pilot Pressed");
  const planes = (await get<Plane[]>(page, "/api/aircraft")).filter(isDemo);
  // Two aircraft of one owner: both requests are in one conversation.
  const fleetOf = (owner = "") => planes.filter((plane) => plane.ownerId === owner);
  const ownerId = planes.map((plane) => plane.ownerId).find((owner) => fleetOf(owner).length > 1) ?? "";
  const fleet = fleetOf(ownerId);
  for (const [turn, way] of (["mouse", "Enter"] as const).entries()) {
    const press = pressing(way);
    await page.goto("/");
    const heart = page
      .getByRole("article")
      .filter({ hasText: "Demo Data" })
      .first()
      .getByRole("button", { name: /favorites$/ });
    for (const times of [3, 2] as const) {
      await press(heart, times);
      await expect
        .poll(async () => [(await get(page, "/api/favorites")).length, await heart.getAttribute("aria-pressed")].join())
        .toMatch(/^(1,true|0,false)$/);
      await expectNoFailure(page);
    }

    await page.goto(`/aircraft/${fleet[turn]?.id}`);
    await chooseHours(page);
    await press(panelOf(page).getByRole("button", { name: "Book Now" }));
    const bubbles = page.getByRole("log").locator("[data-id]");
    await expect(bubbles).toHaveCount(2 * turn + 1);
    await expect(bubbles.last()).toContainText("Sent");
    expect(await statuses(page)).toEqual(["requested", "requested"].slice(0, turn + 1));

    const words = `Once, please, by ${way}.`;
    await page.getByRole("textbox", { name: /^Message to / }).fill(words);
    await press(page.getByRole("button", { name: "Send message" }));
    await expect(bubbles).toHaveCount(2 * turn + 2);
    await expect(bubbles.last()).toContainText("Sent");
    expect(await linesWith(page, pilot.id, ownerId, words)).toBe(1);

    const mute = page.getByRole("button", { name: /^Mute / });
    for (const times of [3, 2] as const) {
      await press(mute, times);
      await expect
        .poll(async () => {
          const { mutes } = await get<{ mutes: object[] }>(page, "/api/settings");
          return [mutes.length, await mute.getAttribute("aria-pressed")].join();
        })
        .toMatch(/^(1,true|0,false)$/);
      await expectNoFailure(page);
    }
  }
});

// A flight has at most three reviews, of the aircraft and both users; each way of pressing writes one.
test("Send review sends a review once", async ({ page, browser }) => {
  const owner = await otherPage(browser);
  const pilot = await signIn(page, demoLogins.pilot);
  const marisol = await signIn(owner, demoLogins.owner);
  for (const [way, writer, peer] of [
    ["mouse", page, marisol],
    ["touch", page, marisol],
    ["Enter", owner, pilot],
  ] as const) {
    await writer.goto(`/messages?with=${peer.id}`);
    const flight = writer.getByRole("log").getByRole("region", { name: "Booking" }).filter({ hasText: "Completed" });
    await flight.getByRole("button", { name: "Write a review" }).click();
    const dialog = writer.getByRole("dialog", { name: "Write a review" });
    await dialog.getByRole("radio", { name: "4 stars, Very good" }).check({ force: true });
    await dialog.getByLabel("Comment").fill(`Pressed by ${way}.`);
    await pressing(way)(dialog.getByRole("button", { name: "Send review" }));
    await expect(toast(writer, "Review saved")).toBeVisible();
    await expectNoFailure(writer);
  }
  await owner.context().close();
});
