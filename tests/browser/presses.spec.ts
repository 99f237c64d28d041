// Each button is pressed three times by mouse, touch or keyboard: it acts once, and the screen shows no failure.
import { expect, test, type Browser, type Locator, type Page } from "@playwright/test";
import { openSignedIn } from "./device.ts";
import { dialogOf, fillListing, listingsOf, named } from "./listings.ts";
import { demoLogins, freshAddress, openAuthDialog, post, signIn, site, toast, verifiedPerson } from "./people.ts";

type Way = "mouse" | "touch" | "Enter";
type Press = (button: Locator, times?: 2 | 3) => Promise<void>;

/** Presses three times as fast as possible; later presses hit whatever the first one opened. */
function pressing(way: Way): Press {
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
async function expectNoFailure(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: /^(\d+ waiting|Sending|\d+ not sent)/ })).toHaveCount(0);
  await expect(page.getByText(/^Not s(ent|aved)/)).toHaveCount(0);
  await expect(toast(page, "Error")).toHaveCount(0);
}

type Plane = { id: string; ownerId: string; name: string };
type Row = { id: string; status: string; content: string; bookingId: string; verified: boolean };

const get = async <Answer = Row[]>(page: Page, path: string) => (await (await page.request.get(path)).json()) as Answer;
const planesOf = async (page: Page, ownerId: string) => await get<Plane[]>(page, `/api/aircraft?ownerId=${ownerId}`);
const statuses = async (page: Page) => (await get(page, "/api/bookings")).map(({ status }) => status).sort();

// Other tests list and delete aircraft at the same time, but never the demo's.
const isDemo = ({ name }: Plane) => name.endsWith("Demo Data");

/** Number of messages between two users that start with this text. */
async function linesWith(page: Page, me: string, peer: string, start: string): Promise<number> {
  return (await get(page, `/api/messages/${me}/${peer}`)).filter(({ content }) => content.startsWith(start)).length;
}

async function otherPage(browser: Browser): Promise<Page> {
  const { timezoneId, locale } = test.info().project.use;
  return (await browser.newContext({ baseURL: site(), timezoneId, locale, hasTouch: true })).newPage();
}

test.describe.configure({ mode: "parallel" });
test.use({ hasTouch: true, reducedMotion: "reduce" });
// Several devices and all ways of pressing are slow on a busy machine.
test.slow();

test("Accept, Decline and Cancel Booking take one step each, by mouse and touch", async ({ page, browser }) => {
  const pilot = await verifiedPerson(page, "Pilot Pressed");
  const owner = await otherPage(browser);
  const { id: ownerId } = await signIn(owner, demoLogins.owner);
  const [plane] = await planesOf(page, ownerId);
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
    // Days that no other test requests.
    const day = Date.now() + (1_000 + Math.floor(Math.random() * 20_000)) * 86_400_000;
    for (const at of [day, day + 86_400_000]) {
      const startDate = new Date(at).toISOString();
      await post(page.request, "/api/bookings", { aircraftId: plane?.id, startDate, hours: 4, content: "Please" });
    }
    if (turn === 0) await owner.goto(`/messages?with=${pilot.id}`);
    await expect(buttons("Accept")).toHaveCount(2);
    await press(buttons("Accept").first());
    await expectStatuses("accepted", "requested");
    await expect(buttons("Decline")).toHaveCount(1);
    await press(buttons("Decline"));
    await expectStatuses("accepted", "declined");

    await buttons("Cancel Booking").click();
    await press(owner.getByRole("alertdialog").getByRole("button", { name: "Cancel Booking" }));
    await expectStatuses("cancelled", "declined");
    await expect(buttons("Cancel Booking")).toHaveCount(0);
    expect(await lines()).toEqual([turn + 1, turn + 1, turn + 1]);
    for (const step of ["accepted", "declined", "cancelled"]) await expect(log).toContainText(`Booking ${step}`);
    before.push("cancelled", "declined");
  }
  await owner.context().close();
});

test("a heart, Book Now, Send and Mute act once, by mouse and Enter", async ({ page }) => {
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
    const panel = page.getByRole("complementary", { name: "Booking" });
    await panel.getByRole("button", { name: /Date/ }).click();
    await page.getByRole("gridcell").getByRole("button", { disabled: false }).last().click();
    await press(panel.getByRole("button", { name: "Book Now" }));
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

test("List Aircraft, Save of an edit and Delete Aircraft act once, by touch and Enter", async ({ page, context }) => {
  await verifiedPerson(page, "Owner Pressed", "owner");
  for (const way of ["touch", "Enter"] as const) {
    const press = pressing(way);
    await page.goto("/");
    await page.getByRole("banner").getByRole("button", { name: "List Your Aircraft" }).click();
    const name = named("Pressed");
    await fillListing(page, name);
    await press(dialogOf(page, "List Your Aircraft").getByRole("button", { name: "List Aircraft" }));
    await expect(toast(page, "Your aircraft has been listed successfully.")).toBeVisible();
    await expect.poll(async () => (await listingsOf(context)).length).toBe(1);
    await expectNoFailure(page);

    await page.goto(`/aircraft/${(await listingsOf(context))[0]?.id}`);
    await page.getByRole("button", { name: `Edit ${name}` }).click();
    await dialogOf(page, "Edit Aircraft").getByLabel("Hourly rate").fill("170");
    await press(dialogOf(page, "Edit Aircraft").getByRole("button", { name: "Save" }));
    await expect(toast(page, "Your changes have been saved.")).toBeVisible();
    await expect.poll(async () => (await listingsOf(context))[0]?.hourlyRate).toBe(170);
    await expectNoFailure(page);

    await page.getByRole("button", { name: `Delete ${name}` }).click();
    await press(page.getByRole("alertdialog").getByRole("button", { name: "Delete Aircraft" }));
    await expect(toast(page, "Aircraft Deleted")).toBeVisible();
    await expect.poll(async () => (await listingsOf(context)).length).toBe(0);
    await expectNoFailure(page);
  }
});

for (const way of ["mouse", "touch"] as const)
  test(`Create Account, Save, Log Out and Log In act once (${way})`, async ({ page }) => {
    const press = pressing(way);
    const [email, password] = [freshAddress(), "short-final"];
    await page.goto("/");
    await openAuthDialog(page, "Sign Up");
    const dialog = page.getByRole("dialog", { name: "Welcome to Tailhour" });
    await dialog.getByLabel("Full name").fill("Thrice Pressed");
    await dialog.getByLabel("Email").fill(email);
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await press(dialog.getByRole("button", { name: "Create Account" }));
    await expect(toast(page, "Account created!")).toBeVisible();
    await expect(page.getByText("An account with this email already exists.")).toHaveCount(0);

    await page.goto("/profile");
    await page.getByRole("button", { name: "Edit Profile" }).click();
    const form = page.getByRole("dialog", { name: "Edit Profile" });
    await form.getByLabel("Name").fill("Once Saved");
    await press(form.getByRole("button", { name: "Save" }));
    await expect(page.getByRole("heading", { level: 1, name: "Once Saved" })).toBeVisible();
    await expectNoFailure(page);

    await page.goto("/");
    await press(page.getByRole("banner").getByRole("button", { name: "Log Out" }));
    await expect(page.getByRole("banner").getByRole("button", { name: "Log In" })).toBeVisible();
    await expectNoFailure(page);
    await page.goto("/");
    await openAuthDialog(page, "Log In");
    await dialog.getByLabel("Email").fill(email);
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await press(dialog.getByRole("tabpanel").getByRole("button", { name: "Log In" }));
    await expect(toast(page, "You've been logged in successfully!")).toBeVisible();
    await expect(page.getByRole("banner").getByRole("button", { name: "Log Out" })).toBeVisible();
    await expectNoFailure(page);
  });

test("an admin's switches show what the server has, by touch and Enter", async ({ page, browser }) => {
  const other = await otherPage(browser);
  const person = await verifiedPerson(other, named("Switched"));
  await other.context().close();
  await signIn(page, demoLogins.admin);
  await page.goto("/admin");
  await page.getByRole("searchbox", { name: "Find a user" }).fill(person.email);
  for (const way of ["touch", "Enter"] as const)
    for (const [what, field] of [
      ["Verified", "verified"],
      ["Active", "isActive"],
    ] as const) {
      const one = page.getByRole("switch", { name: `${what}, ${person.name}` });
      const answered = page.waitForResponse((answer) => answer.request().method() !== "GET" && answer.ok());
      await pressing(way)(one, what === "Active" ? 2 : 3);
      await answered;
      await expect(one).not.toHaveAttribute("aria-busy");
      await expect
        .poll(async () => {
          const [user] = await get<Record<string, unknown>[]>(page, `/api/admin/users?q=${person.email}`);
          return user?.[field] === (await one.isChecked());
        })
        .toBe(true);
      await expectNoFailure(page);
    }
});

// A flight has at most three reviews, of the aircraft and both users; each way of pressing writes one.
test("a review is sent once, however often Send review is pressed", async ({ page, browser }) => {
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

test("Try again and Discard of a refused change act once, by touch and Enter", async ({ page, context }) => {
  await verifiedPerson(page, "Owner Pressed", "owner");
  await openSignedIn(page);
  for (const way of ["touch", "Enter"] as const) {
    const press = pressing(way);
    const name = named("Deleted");
    const form = { name, make: "Piper", model: "PA-28-181", location: "Phoenix AZ" };
    const { id } = await post<Plane>(page.request, "/api/aircraft", form);
    await page.goto(`/aircraft/${id}`);
    await page.getByRole("button", { name: `Edit ${name}` }).click();
    await dialogOf(page, "Edit Aircraft").getByLabel("Hourly rate").fill("170");
    await context.setOffline(true);
    await dialogOf(page, "Edit Aircraft").getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Saved on this device")).toBeVisible();
    // Another session deletes the listing at the same time.
    expect((await context.request.delete(`/api/aircraft/${id}`, { headers: { Origin: site() } })).ok()).toBe(true);
    await context.setOffline(false);

    await page.getByRole("button", { name: "1 not sent" }).first().click();
    const sheet = page.getByRole("dialog", { name: "Needs you" });
    const refused = sheet.getByRole("listitem").filter({ hasText: "Aircraft not found" });
    await expect(refused).toHaveCount(1);
    const answered = page.waitForResponse("**/api/sync");
    await press(sheet.getByRole("button", { name: /^Try again: / }));
    await answered;
    await expect(refused).toHaveCount(1);
    await expect(toast(page, "Error")).toHaveCount(0);
    await press(sheet.getByRole("button", { name: /^Discard: / }));
    await expect(refused).toHaveCount(0);
    await expectNoFailure(page);
  }
});
