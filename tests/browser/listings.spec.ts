// An owner lists an aircraft with its pictures, changes it and takes it off again: with signal, without, and on two devices.
import { expect as plainly, test, type BrowserContext, type Page } from "@playwright/test";
import sharp from "sharp";
import { seriousFindings } from "./axe.ts";
import { freshAddress, newestMail, openAuthDialog, toast } from "./people.ts";

// Pictures are decoded and made anew several times over, which on a busy machine takes its time.
const expect = plainly.configure({ timeout: 30_000 });
test.describe.configure({ timeout: 120_000 });

type Person = { email: string; password: string };
type Listing = { id: string; name: string; images: string[]; imageUrl: string; hourlyRate: number; features: string[] };

/** A new person with a verified address, signed in on this page, with their rows on the device. */
async function freshPerson(page: Page, userType: "pilot" | "owner" = "owner", isVerified = true): Promise<Person> {
  const who = { email: freshAddress(), password: "short-final" };
  const headers = { Origin: originOf(page) };
  const data = { ...who, name: "Nadia Brandt", userType };
  expect((await page.request.post("/api/auth/signup", { data, headers })).status()).toBe(201);
  if (isVerified) {
    const code = /\b\d{6}\b/.exec(await newestMail(page, who.email, /./))?.[0];
    expect((await page.request.post("/api/auth/verify-email", { data: { code }, headers })).status()).toBe(200);
  }
  await openHome(page);
  return who;
}

function originOf(page: Page): string {
  const { baseURL } = test.info().project.use;
  return new URL(baseURL ?? page.url()).origin;
}

async function openHome(page: Page): Promise<void> {
  await page.goto("/");
  await expect(
    page
      .getByRole("article")
      .first()
      .getByRole("button", { name: /favorites$/ }),
  ).toBeEnabled();
  // The app opens without a network once the worker is in charge.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

const dialogOf = (page: Page, name: "List Your Aircraft" | "Edit Aircraft") => page.getByRole("dialog", { name });

async function openListing(page: Page) {
  await page.getByRole("banner").getByRole("button", { name: "List Your Aircraft" }).click();
  const dialog = dialogOf(page, "List Your Aircraft");
  await expect(dialog).toBeVisible();
  return dialog;
}

/** A small picture of one colour, so that pictures can be told apart. */
async function aPicture(red: number): Promise<Buffer> {
  const background = { r: red, g: 90, b: 160 };
  return await sharp({ create: { width: 480, height: 320, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

async function choosePicture(page: Page, name: string, buffer: Buffer, mimeType = "image/jpeg"): Promise<void> {
  await page.getByRole("button", { name: "Add picture" }).click();
  const uploader = page.locator(".uppy-Dashboard-inner");
  await expect(uploader).toBeVisible();
  await page.locator(".uppy-Dashboard-input").first().setInputFiles({ name, mimeType, buffer });
  await page.getByRole("button", { name: "Upload 1 file" }).click();
}

async function addPicture(page: Page, red: number): Promise<void> {
  const pictures = page.getByRole("group", { name: "Pictures" }).locator("[data-place]");
  const before = await pictures.count();
  await choosePicture(page, `${red}.jpg`, await aPicture(red));
  await expect(pictures).toHaveCount(before + 1);
  await expect(page.locator(".uppy-Dashboard-inner")).toHaveCount(0);
}

async function fillListing(page: Page, name: string): Promise<void> {
  const dialog = dialogOf(page, "List Your Aircraft");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Make", { exact: true }).fill("Piper");
  await dialog.getByLabel("Model").fill("PA-28-181");
  await dialog.getByLabel("Location").selectOption("Phoenix AZ");
  await dialog.getByLabel("Hourly rate").fill("165");
  await dialog.getByLabel("Features").fill("Garmin GTN 650, , ADS-B In/Out ");
}

async function listingsOf(context: BrowserContext): Promise<Listing[]> {
  const { id } = (await (await context.request.get("/api/auth/me")).json()) as { id: string };
  return (await (await context.request.get(`/api/aircraft?ownerId=${id}`)).json()) as Listing[];
}

/** The red of the pictures of a listing, as they are served, in their order. */
async function redsOf(context: BrowserContext, images: readonly string[]): Promise<number[]> {
  const reds: number[] = [];
  for (const image of images) {
    const answer = await context.request.get(image);
    expect(answer.status()).toBe(200);
    const { channels } = await sharp(await answer.body()).stats();
    reds.push(Math.round((channels[0]?.mean ?? 0) / 50) * 50);
  }
  return reds;
}

const named = (prefix: string) => `${prefix} ${Math.random().toString(36).slice(2, 8)}`;
const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name });

test("an aircraft is listed with three pictures, put in another order, changed and deleted", async ({
  page,
  context,
}) => {
  await freshPerson(page);
  const name = named("Archer");
  const dialog = await openListing(page);
  expect(await seriousFindings(page)).toEqual([]);
  for (const red of [50, 150, 250]) await addPicture(page, red);
  await expect(toast(page, "Image uploaded!")).toBeVisible();
  await expect(dialog.getByText("3 of 6. The first is the main picture.")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  await dialog.getByLabel("Hourly rate").fill("0");
  await dialog.getByRole("button", { name: "List Aircraft" }).click();
  await expect(dialog.getByText("Hourly rate must be at least $1")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await fillListing(page, name);
  await dialog.getByRole("button", { name: "Move picture 3 up" }).click();
  await dialog.getByRole("button", { name: "List Aircraft" }).click();
  await expect(toast(page, "Your aircraft has been listed successfully.")).toBeVisible();
  await expect(dialog).toBeHidden();
  const [listed] = await listingsOf(context);
  expect(listed).toMatchObject({ name, hourlyRate: 165, features: ["Garmin GTN 650", "ADS-B In/Out"] });
  expect(await redsOf(context, listed!.images)).toEqual([50, 250, 150]);
  expect(listed!.imageUrl).toBe(listed!.images[0]);
  await expect(card(page, name)).toBeVisible();

  await card(page, name)
    .getByRole("link", { name: /View Details/ })
    .click();
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const edit = dialogOf(page, "Edit Aircraft");
  const first = edit.getByRole("button", { name: /^Picture 1 of 3, main picture/ });
  await first.focus();
  await page.keyboard.press("ArrowRight");
  await expect(edit.getByRole("status").filter({ hasText: "Picture moved to place 2 of 3." })).toBeAttached();
  await expect(edit.getByRole("button", { name: /^Picture 2 of 3/ })).toBeFocused();
  await edit.getByRole("button", { name: "Delete picture 3" }).click();
  await edit.getByLabel("Hourly rate").fill("170");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Your changes have been saved.")).toBeVisible();
  await expect(page.getByText("$170").first()).toBeVisible();
  const [changed] = await listingsOf(context);
  expect(changed).toMatchObject({ id: listed!.id, hourlyRate: 170 });
  expect(await redsOf(context, changed!.images)).toEqual([250, 50]);

  await page.getByRole("button", { name: `Delete ${name}` }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("This cannot be undone.");
  await question.getByRole("button", { name: "Delete Aircraft" }).click();
  await expect(toast(page, "Aircraft Deleted")).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(card(page, name)).toHaveCount(0);
  expect(await listingsOf(context)).toEqual([]);
});

test("[R21] listed without signal, the app closed and opened again: it arrives once, pictures and all", async ({
  page,
  context,
}) => {
  await freshPerson(page);
  const name = named("Dakota");
  // The form's code is on the device once the worker has it.
  const dialog = await openListing(page);
  await addPicture(page, 50);
  await context.setOffline(true);
  await addPicture(page, 150);
  await expect(toast(page, "Saved on this device")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Picture 2 of 2, waiting to be sent/ })).toBeVisible();
  await expect(dialog.getByText("Kept on this device until sent.")).toBeVisible();
  await fillListing(page, name);
  await dialog.getByRole("button", { name: "List Aircraft" }).click();
  await expect(dialog).toBeHidden();
  await expect(toast(page, "Your listing is sent when you have signal.")).toBeVisible();

  await expect(card(page, name)).toContainText("Saved on this device");
  await page.goto("/profile");
  await expect(card(page, name)).toContainText("Saved on this device");
  expect(await seriousFindings(page)).toEqual([]);
  await card(page, name)
    .getByRole("link", { name: /View Details/ })
    .click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  // The second picture is shown from its bytes on the device.
  await page.getByRole("button", { name: `${name}, picture 2 of 2` }).click();
  const shown = page.getByRole("img", { name: `${name}, picture 2 of 2` });
  await expect(shown).toHaveAttribute("src", /^blob:/);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);

  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto("/");
  await expect.poll(async () => (await listingsOf(context)).map((one) => one.name)).toEqual([name]);
  const [listed] = await listingsOf(context);
  expect(await redsOf(context, listed!.images)).toEqual([50, 150]);
  await expect(card(again, name)).toBeVisible();
  await expect(card(again, name)).not.toContainText("Saved on this device");
});

test("[R21] the browser sends a listing and its picture when no page is open @full-chromium", async ({
  page,
  context,
}) => {
  await freshPerson(page);
  const name = named("Seneca");
  const scope = `${originOf(page)}/`;
  const outside = await context.newPage();
  const session = await context.newCDPSession(outside);
  const registrationId = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === scope);
      if (found) resolve(found.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const id = await registrationId;

  await openListing(page);
  await context.setOffline(true);
  await addPicture(page, 250);
  await fillListing(page, name);
  await dialogOf(page, "List Your Aircraft").getByRole("button", { name: "List Aircraft" }).click();
  await expect(card(page, name)).toContainText("Saved on this device");
  await page.close();
  await context.setOffline(false);
  // The browser wakes the worker again as long as something waits; here DevTools does.
  await expect
    .poll(async () => {
      const wake = { origin: originOf(outside), registrationId: id, tag: "outbox", lastChance: false };
      await session.send("ServiceWorker.dispatchSyncEvent", wake);
      return (await listingsOf(context)).map((one) => one.name);
    })
    .toEqual([name]);
  const [listed] = await listingsOf(context);
  expect(await redsOf(context, listed!.images)).toEqual([250]);
});

test("[R21] changed and deleted before it was ever sent, nothing of it reaches the server", async ({
  page,
  context,
}) => {
  await freshPerson(page);
  const name = named("Cherokee");
  await openListing(page);
  await context.setOffline(true);
  await addPicture(page, 50);
  await fillListing(page, name);
  await dialogOf(page, "List Your Aircraft").getByRole("button", { name: "List Aircraft" }).click();
  await card(page, name)
    .getByRole("link", { name: /View Details/ })
    .click();
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const edit = dialogOf(page, "Edit Aircraft");
  await edit.getByLabel("Hourly rate").fill("199");
  await addPicture(page, 150);
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByText("$199").first()).toBeVisible();
  await expect(page.getByRole("banner").getByRole("button", { name: "1 waiting" })).toBeVisible();

  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete Aircraft" }).click();
  await expect(page).toHaveURL("/");
  await expect(card(page, name)).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("button", { name: /waiting/ })).toHaveCount(0);
  await context.setOffline(false);
  await expect.poll(() => listingsOf(context)).toEqual([]);
});

test("a draft stays over a closed dialog and a reload, and can be discarded", async ({ page }) => {
  await freshPerson(page);
  const dialog = await openListing(page);
  await dialog.getByLabel("Name").fill("Half a Cessna");
  await expect(dialog.getByText("Draft saved on this device")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await openListing(page);
  await expect(dialog.getByLabel("Name")).toHaveValue("Half a Cessna");
  await page.reload();
  await expect(page.getByRole("banner").getByRole("button", { name: "Log Out" })).toBeVisible();
  await openListing(page);
  await expect(dialog.getByLabel("Name")).toHaveValue("Half a Cessna");
  await dialog.getByRole("button", { name: "Discard draft" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("");
});

test("two devices change different fields of one listing, and both changes stay", async ({ page, context }) => {
  const who = await freshPerson(page);
  const name = named("Arrow");
  await openListing(page);
  await fillListing(page, name);
  await dialogOf(page, "List Your Aircraft").getByRole("button", { name: "List Aircraft" }).click();
  await expect(toast(page, "Your aircraft has been listed successfully.")).toBeVisible();
  const [{ id } = { id: "" }] = await listingsOf(context);

  await page.goto(`/aircraft/${id}`);
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const edit = dialogOf(page, "Edit Aircraft");
  await edit.getByLabel("Hourly rate").fill("180");
  await context.setOffline(true);
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Your changes are sent when you have signal.")).toBeVisible();

  const other = await page
    .context()
    .browser()!
    .newContext({ baseURL: originOf(page) });
  expect((await other.request.post("/api/auth/login", { data: who })).status()).toBe(200);
  const headers = { Origin: originOf(page) };
  expect((await other.request.patch(`/api/aircraft/${id}`, { data: { seats: 6 }, headers })).status()).toBe(200);
  await context.setOffline(false);
  await expect
    .poll(async () => (await (await other.request.get(`/api/aircraft/${id}/with-owner`)).json()) as object)
    .toMatchObject({ aircraft: { hourlyRate: 180, seats: 6 } });
  await other.close();
});

test("a picture that is none is refused with its reason, and leaves the listing alone", async ({ page }) => {
  await freshPerson(page);
  await openListing(page);
  await choosePicture(page, "lie.jpg", Buffer.from("not a picture at all"));
  await expect(page.locator(".uppy-Informer").first()).toContainText(/picture|image/i);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.locator(".uppy-Dashboard-inner")).toHaveCount(0);
  await expect(page.getByText("0 of 6. The first is the main picture.")).toBeVisible();
  await expect(dialogOf(page, "List Your Aircraft")).toBeVisible();
});

test("[R18] a picture refused after it waited brings its listing back with the reason; without it the listing goes", async ({
  page,
  context,
}) => {
  await freshPerson(page);
  const name = named("Tomahawk");
  await openListing(page);
  await context.setOffline(true);
  await choosePicture(page, "lie.jpg", Buffer.from("not a picture at all"));
  await expect(page.locator(".uppy-Dashboard-inner")).toHaveCount(0);
  await fillListing(page, name);
  await dialogOf(page, "List Your Aircraft").getByRole("button", { name: "List Aircraft" }).click();
  await expect(card(page, name)).toContainText("Saved on this device");
  await context.setOffline(false);

  await page.getByRole("banner").getByRole("button", { name: "1 not sent" }).click();
  const sheet = page.getByRole("dialog", { name: "Waiting to send" });
  await expect(sheet.getByRole("listitem")).toContainText(name);
  await sheet.getByRole("button", { name: "Edit: New listing" }).click();
  const dialog = dialogOf(page, "List Your Aircraft");
  await expect(dialog.getByRole("button", { name: /^Picture 1 of 1, main picture, not sent/ })).toBeVisible();
  await dialog.getByRole("button", { name: "List Aircraft" }).click();
  await expect(dialog.getByText("Delete or retry the picture that could not be sent.")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete picture 1" }).click();
  await dialog.getByRole("button", { name: "List Aircraft" }).click();
  await expect(toast(page, "Your aircraft has been listed successfully.")).toBeVisible();
  expect((await listingsOf(context)).map((one) => one.name)).toEqual([name]);
});

test("[R21] a connection cut in the middle of an upload: the picture goes on and is there once", async ({
  page,
  context,
}) => {
  await freshPerson(page);
  const name = named("Warrior");
  await openListing(page);
  let puts = 0;
  await page.route("**/api/objects/upload/*", async (route) => {
    if (route.request().method() === "PUT" && ++puts === 1) await route.abort("connectionreset");
    else await route.continue();
  });
  await choosePicture(page, "cut.jpg", await aPicture(150));
  await expect(page.getByText("1 of 6. The first is the main picture.")).toBeVisible({ timeout: 20_000 });
  await fillListing(page, name);
  await dialogOf(page, "List Your Aircraft").getByRole("button", { name: "List Aircraft" }).click();
  await expect.poll(async () => (await listingsOf(context)).map((one) => one.images.length)).toEqual([1]);
  const [listed] = await listingsOf(context);
  expect(await redsOf(context, listed!.images)).toEqual([150]);
});

test("a guest is asked to log in, a pilot says that the aircraft is theirs, an unverified person verifies first", async ({
  page,
  browser,
}) => {
  await page.goto("/");
  await expect(page.getByRole("banner").getByRole("button", { name: "Log In" })).toBeVisible();
  const welcome = page.getByRole("dialog", { name: "Welcome to Tailhour" });
  // The button is there before the app has taken the server's page over.
  await expect(async () => {
    await page.getByRole("banner").getByRole("button", { name: "List Your Aircraft" }).click();
    await expect(welcome).toContainText("to list your aircraft", { timeout: 2_000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await openAuthDialog(page, "Log In");

  await freshPerson(page, "pilot");
  const name = named("Cub");
  const dialog = await openListing(page);
  await fillListing(page, name);
  await dialog.getByRole("button", { name: "List Aircraft" }).click();
  await expect(dialog.getByText("Only aircraft owners can list aircraft. Tick this if you are one.")).toBeVisible();
  await dialog.getByRole("checkbox", { name: "I own this aircraft. Make mine an owner account." }).check();
  await dialog.getByRole("button", { name: "List Aircraft" }).click();
  await expect(toast(page, "Your aircraft has been listed successfully.")).toBeVisible();
  await page.goto("/profile");
  await expect(page.getByText("Aircraft Owner").first()).toBeVisible();
  await expect(card(page, name)).toBeVisible();

  const context = await browser.newContext({ baseURL: originOf(page) });
  const newcomer = await context.newPage();
  await freshPerson(newcomer, "owner", false);
  await openListing(newcomer);
  await fillListing(newcomer, name);
  await dialogOf(newcomer, "List Your Aircraft").getByRole("button", { name: "List Aircraft" }).click();
  await expect(newcomer).toHaveURL("/verify-email");
  await expect(toast(newcomer, "Please verify your email first.")).toBeVisible();
  await openListing(newcomer);
  await expect(dialogOf(newcomer, "List Your Aircraft").getByLabel("Name")).toHaveValue(name);
  await context.close();
});
