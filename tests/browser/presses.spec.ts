// Buttons are clicked two and three times: each acts once, and no failure is left on the screen.
import { expect, test, type Browser, type Locator, type Page } from "@playwright/test";
import { dialogOf, fillListing, listingsOf, named } from "./listings.ts";
import { demoLogins, freshAddress, openAuthDialog, post, signIn, site, toast, verifiedPerson } from "./people.ts";

/** Clicks two and three times in turns; the later clicks land wherever the first one led. */
function pressing(): (button: Locator) => Promise<void> {
  let turn = 0;
  return async (button) => {
    const clickCount = 2 + (turn++ % 2);
    await expect(button).toBeEnabled();
    await button.click({ clickCount });
  };
}

/** Nothing waits, nothing was refused, and no toast says that something failed. */
async function expectNoFailure(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: /^(\d+ waiting|Sending|\d+ not sent)/ })).toHaveCount(0);
  await expect(page.getByText(/^Not s(ent|aved)/)).toHaveCount(0);
  await expect(toast(page, "Error")).toHaveCount(0);
}

type Plane = { id: string; ownerId: string };
type Row = { status: string; content: string };

const get = async <Answer = Row[]>(page: Page, path: string) => (await (await page.request.get(path)).json()) as Answer;
const planesOf = async (page: Page, ownerId: string) => await get<Plane[]>(page, `/api/aircraft?ownerId=${ownerId}`);
const statuses = async (page: Page) => (await get(page, "/api/bookings")).map(({ status }) => status).sort();

/** How many messages between two people begin with these words. */
async function linesWith(page: Page, me: string, peer: string, start: string): Promise<number> {
  return (await get(page, `/api/messages/${me}/${peer}`)).filter(({ content }) => content.startsWith(start)).length;
}

async function otherPage(browser: Browser): Promise<Page> {
  const { timezoneId, locale } = test.info().project.use;
  return (await browser.newContext({ baseURL: site(), timezoneId, locale })).newPage();
}

test.use({ reducedMotion: "reduce" });
// Several devices take their time on a busy machine.
test.slow();

test("Accept, Decline and Cancel Booking take one step each", async ({ page, browser }) => {
  const press = pressing();
  const pilot = await verifiedPerson(page, "Twice Pressing Pilot");
  const owner = await otherPage(browser);
  const { id: ownerId } = await signIn(owner, demoLogins.owner);
  const [plane] = await planesOf(page, ownerId);
  // Days that no other test asks for.
  const day = Date.now() + (1_000 + Math.floor(Math.random() * 20_000)) * 86_400_000;
  for (const at of [day, day + 86_400_000]) {
    const startDate = new Date(at).toISOString();
    await post(page.request, "/api/bookings", { aircraftId: plane?.id, startDate, hours: 4, content: "Please" });
  }

  await owner.goto(`/messages?with=${pilot.id}`);
  const log = owner.getByRole("log");
  const cards = log.getByRole("region", { name: "Booking" });
  await expect(cards).toHaveCount(2);
  await press(cards.first().getByRole("button", { name: "Accept" }));
  await expect(log).toContainText("Booking accepted");
  await press(cards.getByRole("button", { name: "Decline" }));
  await expect(log).toContainText("Booking declined");
  await expectNoFailure(owner);
  expect(await statuses(page)).toEqual(["accepted", "declined"]);

  await cards.getByRole("button", { name: "Cancel Booking" }).click();
  await press(owner.getByRole("alertdialog").getByRole("button", { name: "Cancel Booking" }));
  await expect(log).toContainText("Booking cancelled");
  await expectNoFailure(owner);
  expect(await statuses(page)).toEqual(["cancelled", "declined"]);
  for (const line of ["Booking accepted", "Booking declined", "Booking cancelled"])
    expect([line, await linesWith(page, pilot.id, ownerId, line)]).toEqual([line, 1]);
  await owner.context().close();
});

test("a heart, Book Now, Send and Mute act once", async ({ page }) => {
  const press = pressing();
  const pilot = await verifiedPerson(page, "Twice Pressing Pilot");
  await page.goto("/");
  const heart = page
    .getByRole("article")
    .first()
    .getByRole("button", { name: /favorites$/ });
  await press(heart);
  await expect
    .poll(async () => [(await get(page, "/api/favorites")).length, await heart.getAttribute("aria-pressed")].join())
    .toMatch(/^(1,true|0,false)$/);
  await expectNoFailure(page);

  const plane = (await get<Plane[]>(page, "/api/aircraft")).at(-1);
  await page.goto(`/aircraft/${plane?.id}`);
  const panel = page.getByRole("complementary", { name: "Booking" });
  await panel.getByRole("button", { name: /Date/ }).click();
  await page.getByRole("gridcell").getByRole("button", { disabled: false }).last().click();
  await press(panel.getByRole("button", { name: "Book Now" }));
  const bubbles = page.getByRole("log").locator("[data-id]");
  await expect(bubbles).toContainText(["Sent"]);
  expect(await statuses(page)).toEqual(["requested"]);

  await page.getByRole("textbox", { name: /^Message to / }).fill("Once, please.");
  await press(page.getByRole("button", { name: "Send message" }));
  await expect(bubbles).toHaveCount(2);
  await expect(bubbles.last()).toContainText("Sent");
  expect(await linesWith(page, pilot.id, plane?.ownerId ?? "", "Once, please.")).toBe(1);

  const mute = page.getByRole("button", { name: /^Mute / });
  await press(mute);
  await expect
    .poll(async () => {
      const { mutes } = await get<{ mutes: object[] }>(page, "/api/settings");
      return [mutes.length, await mute.getAttribute("aria-pressed")].join();
    })
    .toMatch(/^(1,true|0,false)$/);
  await expectNoFailure(page);
});

test("List Aircraft, Save of an edit and Delete Aircraft act once", async ({ page, context }) => {
  const press = pressing();
  await verifiedPerson(page, "Twice Pressing Owner", "owner");
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

  await page.goto(`/aircraft/${(await listingsOf(context))[0]?.id}`);
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await press(page.getByRole("alertdialog").getByRole("button", { name: "Delete Aircraft" }));
  await expect(toast(page, "Aircraft Deleted")).toBeVisible();
  await expect.poll(async () => (await listingsOf(context)).length).toBe(0);
  await expectNoFailure(page);
});

test("Create Account, Save, Log Out and Log In act once", async ({ page }) => {
  const press = pressing();
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
