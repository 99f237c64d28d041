// Commands of a user with an unverified email wait, and are sent once any device verifies the email.
import { expect, test, type Page } from "@playwright/test";
import { chooseHours, panelOf } from "./booking-ways.ts";
import { demoLogins, freshAddress, newestCode, otherDevice, post, signIn, signUp, site, toast } from "./people.ts";

test.use({ serviceWorkers: "block" });

// Sign-up, mail and several pages are slow on a busy machine.
test.slow();

const cirrus = "Cirrus SR22 G5 - Demo Data";
const waits = (noun: string) => `Your ${noun} waits until your email is verified. Then it goes by itself.`;

type Plane = { id: string; name: string; ownerId: string };

async function openAircraft(page: Page): Promise<Plane> {
  const planes = (await (await page.request.get("/api/aircraft")).json()) as Plane[];
  const plane = planes.find(({ name }) => name === cirrus)!;
  await page.goto(`/aircraft/${plane.id}`);
  return plane;
}

/** The conversation as the server returns it. */
async function stored(page: Page, me: string, peer: string): Promise<{ content: string; bookingId: string | null }[]> {
  return (await (await page.request.get(`/api/messages/${me}/${peer}`)).json()) as [];
}

test("[S203] a guest's request waits for the verified email and is sent once, and the pilot returns to the aircraft", async ({
  page,
}) => {
  const plane = await openAircraft(page);
  const panel = panelOf(page);
  await expect(page.getByRole("banner").getByRole("button", { name: "Sign Up" })).toBeVisible();
  await chooseHours(page, 1);
  const filled = await panel.locator("dl").textContent();
  await panel.getByRole("button", { name: "Book Now" }).click();

  const email = freshAddress();
  const dialog = page.getByRole("dialog", { name: "Welcome to Tailhour" });
  await dialog.getByRole("tab", { name: "Sign Up" }).click();
  await dialog.getByLabel("Full Name").fill("Mira Sand");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Password", { exact: true }).fill("short-final");
  await dialog.getByRole("tabpanel").getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL("/verify-email");
  await expect(page.getByLabel("Code")).toBeVisible();

  // The pilot leaves the code screen and requests the aircraft first.
  await page.goBack();
  await expect(page).toHaveURL(`/aircraft/${plane.id}`);
  await expect(panel.locator("dl")).toHaveText(filled ?? "");
  await panel.getByRole("button", { name: "Book Now" }).click();
  await expect(page).toHaveURL("/verify-email");
  await expect(toast(page, waits("request"))).toBeVisible();
  const me = ((await (await page.request.get("/api/auth/me")).json()) as { id: string }).id;
  expect(await stored(page, me, plane.ownerId)).toEqual([]);

  const other = await page.context().newPage();
  await other.goto("/messages");
  await other.getByRole("button", { name: /^Marisol Vega/ }).click();
  const chat = other.getByRole("dialog", { name: "Marisol Vega" });
  await expect(chat.locator("[data-id]")).toHaveCount(1);
  await expect(chat.locator("[data-id]")).toContainText(waits("request"));
  await expect(chat.getByText("Not sent")).toHaveCount(0);
  await expect(other).toHaveURL("/messages");

  await page.bringToFront();
  await page.getByLabel("Code").fill(await newestCode(page, email));
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(page).toHaveURL(`/aircraft/${plane.id}`);
  await expect(panel).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await expect(chat.locator("[data-id]")).toContainText("Sent");
  await expect(chat.locator("[data-id]")).toHaveCount(1);
  await expect(chat.getByRole("region", { name: "Booking" })).toContainText("Requested");
  const sent = await stored(page, me, plane.ownerId);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.content).toContain(`Booking request for ${cirrus}`);
  const bookings = (await (await page.request.get("/api/bookings")).json()) as { id: string; hours: number }[];
  // The request has the hours that the guest chose before sign-up.
  expect(filled).toContain(`× ${bookings[0]?.hours} hours`);
  expect(bookings.map(({ id }) => id)).toEqual([sent[0]?.bookingId]);
});

test("[S204] a message is sent once the email is verified on another device, and the user returns to the aircraft", async ({
  page,
  browser,
}) => {
  const owners = await browser.newContext({ baseURL: site() });
  const owner = await signIn(await owners.newPage(), demoLogins.owner);
  await owners.close();
  const person = await signUp(page, "Lena Orth");
  const plane = await openAircraft(page);
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
  await page.getByRole("button", { name: "Contact Owner" }).click();
  const box = page.getByRole("textbox", { name: /^Message to / });
  await box.fill("Is she hangared?");
  await box.press("Enter");
  await expect(page).toHaveURL("/verify-email");
  await expect(toast(page, waits("message"))).toBeVisible();

  const elsewhere = await otherDevice(page, person);
  await post(elsewhere.request, "/api/auth/verify-email", { code: await newestCode(page, person.email) });
  await elsewhere.close();
  await expect(page).toHaveURL(`/aircraft/${plane.id}`);
  await expect.poll(async () => (await stored(page, person.id, owner.id)).length).toBe(1);
  await page.getByRole("button", { name: "Contact Owner" }).click();
  await expect(page.getByRole("log").locator("[data-id]")).toHaveCount(1);
  await expect(page.getByRole("log").locator("[data-id]")).toContainText("Sent");
  expect(await stored(page, person.id, owner.id)).toHaveLength(1);
});
