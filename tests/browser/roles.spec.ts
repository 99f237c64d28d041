// The main journeys of a guest, a pilot and an owner.
import { expect, test } from "@playwright/test";
import { chooseHours, panelOf } from "./booking-ways.ts";
import { appStarted } from "./device.ts";
import { demoLogins, fillLogin, signIn, toast, verifiedPerson } from "./people.ts";

test.use({ serviceWorkers: "block" });

test("[S022] a guest browses, and is asked to log in for personal features", async ({ page }) => {
  test.slow();
  const dialog = page.getByRole("dialog", { name: "Welcome to Tailhour" });
  const expectAsked = async () => {
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  };
  await page.goto("/");
  await expect(page.getByText("24 aircraft available")).toBeVisible();
  await expect(page.getByRole("button", { name: /favorites$/ })).toHaveCount(0);
  await page.getByRole("banner").getByRole("button", { name: "List Your Aircraft" }).click();
  await expectAsked();

  await page
    .getByRole("link", { name: /View Details/ })
    .nth(1)
    .click();
  await expect(page.getByRole("heading", { level: 2, name: "Reviews" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Delete|Edit) / })).toHaveCount(0);
  await page.getByRole("button", { name: "Contact Owner" }).click();
  await expectAsked();
  const panel = panelOf(page);
  await chooseHours(page, 1);
  await panel.getByRole("button", { name: "Book Now" }).click();
  await expectAsked();

  await page.getByRole("link", { name: "How It Works" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "How It Works" })).toBeFocused();
  await page.getByRole("button", { name: "Browse Aircraft" }).click();
  await expect(page).toHaveURL(/\/#aircraft-listings$/);
  await expect(page.getByRole("heading", { name: "Available Aircraft" })).toBeInViewport();

  for (const path of ["/profile", "/messages", "/admin", "/verify-email"]) {
    await page.goto(path);
    if (path !== "/admin") await expect(page).toHaveURL(/\/$/);
  }
  const { id } = await (await page.request.get("/api/aircraft")).json().then(([plane]: { ownerId: string }[]) => ({
    id: plane?.ownerId ?? "",
  }));
  await page.goto(`/profile/${id}`);
  await expect(page.getByText("Aircraft Owner").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Log Out" })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  for (const tab of ["Messages", "Profile"]) {
    await page.getByRole("navigation", { name: "Tabs" }).getByRole("button", { name: tab }).click();
    await expectAsked();
  }
});

test("a guest's input survives the log-in, and nothing is sent", async ({ page }) => {
  await page.goto("/");
  await appStarted(page);
  await page
    .getByRole("link", { name: /View Details/ })
    .nth(1)
    .click();
  const panel = panelOf(page);
  await chooseHours(page, 1);
  const day = await panel.getByRole("button", { name: /^Date/ }).innerText();
  await panel.getByRole("button", { name: "Book Now" }).click();
  await expect(page.getByRole("dialog", { name: "Welcome to Tailhour" })).toBeVisible();
  await fillLogin(page, demoLogins.pilot);
  await expect(toast(page, "You've been logged in successfully!")).toBeVisible();
  await expect(panel.getByRole("button", { name: /^Date/ })).toHaveText(day, { useInnerText: true });
  await expect(panel.getByText("$345 × 3 hours")).toBeVisible();
  await expect(page.getByRole("log")).toHaveCount(0);
});

test("[S010] a pilot saves an aircraft, requests it, and finds both again", async ({ page }) => {
  test.slow();
  await verifiedPerson(page, "Beth Calloway");
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible({ timeout: 30_000 });
  const first = page.getByRole("button", { name: /^Add .* to favorites$/ }).first();
  const name = ((await first.getAttribute("aria-label")) ?? "").replace(/^Add | to favorites$/g, "");
  await page.getByRole("button", { name: `Add ${name} to favorites` }).click();
  await expect(toast(page, "Added to favorites")).toBeVisible();
  await page.getByRole("link", { name: "My Favorites" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.getByRole("link", { name: `View Details, ${name}` }).click();

  await page.getByRole("button", { name: "Contact Owner" }).click();
  const chat = page.getByRole("dialog");
  await expect(chat.getByText("No messages yet")).toBeVisible();
  const composer = chat.getByRole("textbox", { name: /^Message to/ });
  await composer.fill("Is there a tie-down at night?");
  await composer.press("Enter");
  await expect(chat.getByRole("log")).toContainText("Sent");
  await chat.getByRole("button", { name: "Close" }).click();

  await page.getByRole("banner").getByRole("link", { name: "Messages" }).click();
  await expect(page.getByRole("main").getByRole("button", { name: /You: Is there a tie-down/ })).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Profile" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Beth Calloway" })).toBeVisible();
  await expect(page.getByText("Pilot").first()).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("banner").getByRole("button", { name: "Log In" })).toBeVisible();
});

test("[S023] an owner finds their aircraft on the profile and answers a pilot", async ({ page, browser }) => {
  test.slow();
  const { baseURL = "" } = test.info().project.use;
  const pilot = await (await browser.newContext({ baseURL })).newPage();
  const person = await verifiedPerson(pilot, "Walt Prentiss");
  const { id: ownerId } = await signIn(page, demoLogins.owner);
  const question = `Is the block rate still ten hours? ${person.id.slice(-6)}`;
  await pilot.request.post("/api/messages", {
    data: { receiverId: ownerId, content: question, aircraftId: null },
    headers: { Origin: baseURL },
  });

  await page.goto("/profile");
  const fleet = page.getByRole("region", { name: "My Aircraft" });
  await expect(fleet.getByRole("article").first()).toBeVisible();
  await fleet
    .getByRole("link", { name: /View Details/ })
    .first()
    .click();
  await expect(page.getByRole("button", { name: /^Delete / })).toBeVisible();
  await expect(page.getByRole("button", { name: "Contact Owner" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Book Now" })).toHaveCount(0);

  await page
    .getByRole("banner")
    .getByRole("link", { name: /^Messages/ })
    .click();
  const row = page.getByRole("main").getByRole("button", { name: new RegExp(question.replace("?", "\\?")) });
  await expect(row).toContainText("New");
  await row.click();
  await expect(page.getByRole("dialog", { name: "Walt Prentiss" })).toContainText("Pilot");
  await page.getByRole("textbox", { name: /^Message to/ }).fill("It is.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("log")).toContainText("Sent");
  await pilot.goto("/messages");
  await expect(pilot.getByRole("button", { name: /Marisol Vega/ })).toContainText("It is.");
  await pilot.context().close();
});
