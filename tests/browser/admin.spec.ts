// The admin's dashboard: access, changes, and that other users see them at once. Each test creates its users and listings, because
// all tests share a server.
import { expect, test, type Browser, type Page } from "@playwright/test";
import { expectAccessible, sizes } from "./axe.ts";
import { demoLogins, freshAddress, newestCode, newestMail, signIn, toast } from "./people.ts";
import { withSecondFactor } from "./second-factor.ts";

test.use({ serviceWorkers: "block" });

type Person = { id: string; name: string; email: string; password: string };

const origin = () => new URL(test.info().project.use.baseURL ?? "").origin;

/** Creates a new, verified user without changing the page's session. */
async function aPerson(browser: Browser, name: string, userType: "pilot" | "owner"): Promise<Person> {
  const context = await browser.newContext({ baseURL: origin() });
  const page = await context.newPage();
  const who = { email: freshAddress(), password: "short-final" };
  const headers = { Origin: origin() };
  const answer = await page.request.post("/api/auth/signup", { data: { ...who, name, userType }, headers });
  expect(answer.status()).toBe(201);
  const { user } = (await answer.json()) as { user: { id: string } };
  const code = await newestCode(page, who.email);
  expect((await page.request.post("/api/auth/verify-email", { data: { code }, headers })).status()).toBe(200);
  await context.close();
  return { id: user.id, name, ...who };
}

/** Calls the API as a user without changing the page's session; returns the record. */
async function as(browser: Browser, who: { email: string; password: string }, act: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ baseURL: origin() });
  const page = await context.newPage();
  await signIn(page, who);
  await act(page);
  await context.close();
}

async function send(page: Page, method: "POST" | "PATCH" | "DELETE", path: string, data?: object): Promise<unknown> {
  const answer = await page.request.fetch(path, { method, data, headers: { Origin: origin() } });
  expect(answer.ok()).toBe(true);
  return answer.status() === 204 ? null : await answer.json();
}

const users = (page: Page) => page.getByRole("table", { name: "Users" });

async function find(page: Page, person: { email: string }): Promise<void> {
  await page.getByRole("searchbox", { name: "Find a user" }).fill(person.email);
  await expect(users(page).getByRole("rowheader")).toHaveCount(1);
  await expect(users(page)).toContainText(person.email);
}

/** Presses a switch and waits for the server's success. */
async function press(page: Page, what: string, to: boolean, says: string): Promise<void> {
  await page.getByRole("switch", { name: what }).click();
  await expect(toast(page, says)).toBeVisible();
  await expect(page.getByRole("switch", { name: what })).toBeChecked({ checked: to });
}

test("[S011] an admin verifies, deactivates and reactivates users; other users' lists update without a reload", async ({
  page,
  browser,
}) => {
  // Two browsers and three accounts.
  test.slow();
  const owner = await aPerson(browser, "Wanda Rivet", "owner");
  const name = `Stinson 108 ${owner.id.slice(-6)}`;
  let planeId = "";
  await as(browser, owner, async (own) => {
    const form = { name, make: "Stinson", model: "108-3", location: "Phoenix AZ" };
    planeId = ((await send(own, "POST", "/api/aircraft", form)) as { id: string }).id;
  });

  const pilots = await browser.newContext({ baseURL: origin() });
  const second = await pilots.newPage();
  await signIn(second, await aPerson(browser, "Nadia Brandt", "pilot"));
  await second.goto("/");
  const card = second.getByRole("article").filter({ hasText: name });
  await expect(card).toBeVisible();
  await send(second, "POST", "/api/messages", { receiverId: owner.id, content: "Is it free?", aircraftId: null });

  await signIn(page, demoLogins.admin);
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Admin" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
  const stats = page.getByRole("main").locator("dl").first();
  await expect(stats).toHaveText(/Total Users\d+Verified Users\d+Total Aircraft\d+/);
  await expect(page.getByRole("region", { name: "Test Credentials" })).toContainText("pilot@demo.test");
  await find(page, demoLogins.admin);
  for (const what of ["Verified", "Active", "Admin"])
    await expect(page.getByRole("switch", { name: `${what}, Renata Kowal` })).toBeDisabled();

  await find(page, owner);
  await press(page, `Verified, ${owner.name}`, true, `${owner.name} is now verified.`);
  await press(page, `Active, ${owner.name}`, false, `${owner.name}'s account is now deactivated.`);
  await expect(card).toHaveCount(0);
  await second.goto(`/profile/${owner.id}`);
  await expect(second.getByRole("heading", { name: "User not found" })).toBeVisible();
  await second.goto("/messages");
  await expect(second.getByRole("button", { name: /Former member/ })).toContainText("Is it free?");
  await second.goto("/");
  await expect(second.getByRole("article").first()).toBeVisible();
  await expect(card).toHaveCount(0);

  await press(page, `Active, ${owner.name}`, true, `${owner.name}'s account is now active.`);
  await expect(card).toBeVisible();

  await page.getByRole("searchbox", { name: "Find an aircraft" }).fill(name);
  await press(page, `Verified, ${name}`, true, `${name} has been updated.`);
  await expect(card).toContainText("Verified");
  await as(browser, owner, async (own) => void (await send(own, "DELETE", `/api/aircraft/${planeId}`)));
  await pilots.close();
});

test("[S242] an admin grants the admin flag and sets a password, after a confirmation", async ({ page, browser }) => {
  test.slow();
  const person = await aPerson(browser, "Theo Lindqvist", "pilot");
  await signIn(page, demoLogins.admin);
  await page.goto("/admin");
  await find(page, person);
  const flag = page.getByRole("switch", { name: `Admin, ${person.name}` });
  await flag.click();
  const dialog = page.getByRole("alertdialog", { name: `Make ${person.name} an admin?` });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(flag).not.toBeChecked();
  await flag.click();
  await dialog.getByRole("button", { name: "Make Admin" }).click();
  await expect(toast(page, `${person.name} is now an admin.`)).toBeVisible();

  // The new admin keeps an earlier session and changes the password in it.
  await as(browser, person, async (own) => {
    await own.goto("/admin");
    const form = own.getByRole("region", { name: "Change password" });
    await form.getByLabel("Current password").fill(person.password);
    await form.getByLabel("New password", { exact: true }).fill("cross-wind");
    await form.getByLabel("Confirm new password").fill("cross-wind");
    await form.getByRole("button", { name: "Change Password" }).click();
    await expect(toast(own, "Your password has been changed.")).toBeVisible();
    await flag.click();
    await page.getByRole("button", { name: "Remove Admin" }).click();
    await expect(toast(page, `${person.name} is no longer an admin.`)).toBeVisible();
    // No reload: the live line updates the user's profile.
    await expect(own).toHaveURL(`${origin()}/`);
  });

  await page.getByRole("button", { name: `Reset password of ${person.name}` }).click();
  const reset = page.getByRole("dialog", { name: "Reset password" });
  await reset.getByLabel("New password", { exact: true }).fill("tail-wind");
  await reset.getByLabel("Confirm new password").fill("tail-wnid");
  await reset.getByRole("button", { name: "Reset Password" }).click();
  await expect(toast(page, "Passwords Don't Match")).toBeVisible();
  await reset.getByLabel("Confirm new password").fill("tail-wind");
  await reset.getByRole("button", { name: "Reset Password" }).click();
  await expect(reset).toBeHidden();
  await as(browser, { ...person, password: "tail-wind" }, () => Promise.resolve());
});

test("[S1257] an admin removes the second factor of a user who lost it, who then logs in with the password alone", async ({
  page,
  browser,
}) => {
  const person = await aPerson(browser, "Lars Lostrand", "pilot");
  await as(browser, person, async (own) => void (await withSecondFactor(own, person.password)));
  await signIn(page, demoLogins.admin);
  await page.goto("/admin");
  await find(page, person);
  await page.getByRole("button", { name: `Reset password of ${person.name}` }).click();
  await page.getByRole("button", { name: "Lost the App and All Recovery Codes?" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove the second factor?" });
  await dialog.getByLabel("How do you know that it is them?").fill("Showed a passport in a video call");
  await dialog.getByRole("button", { name: "Remove Second Factor" }).click();
  await expect(dialog).toBeHidden();
  await as(browser, person, () => Promise.resolve());
  expect(await newestMail(page, person.email, /second factor was removed/)).toContain("Tailhour");
});

test("[S245] only admins open the dashboard, which needs a network", async ({ page, context }) => {
  await page.goto("/admin");
  await expect(page).toHaveURL(`${origin()}/`);
  await signIn(page, demoLogins.pilot);
  await page.goto("/admin");
  await expect(page).toHaveURL(`${origin()}/`);

  await signIn(page, demoLogins.admin);
  await page.goto("/admin");
  await expect(users(page)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByRole("button", { name: "Change Password" })).toBeDisabled();
  await expect(page.getByRole("switch", { name: "Verified, Marisol Vega" })).toBeDisabled();
  await expect(page.getByText("Needs a connection").first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("switch", { name: "Verified, Marisol Vega" })).toBeEnabled();
});

test("axe finds nothing serious on the admin's screens, also on a phone", async ({ page }) => {
  // Eight runs of axe on long tables.
  test.slow();
  const looks = [sizes.desktop, sizes.phone] as [typeof sizes.desktop, typeof sizes.phone];
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page, demoLogins.admin);
  await page.setViewportSize(sizes.phone);
  await page.goto("/");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Admin Dashboard" }).click();
  await expect(users(page).getByText("owner@demo.test")).toBeVisible();
  await expectAccessible(page, looks);
  await page.getByRole("button", { name: "Reset password of Marisol Vega" }).click();
  await page.getByRole("button", { name: "Reset Password", exact: true }).click();
  await expect(toast(page, "Invalid Password")).toBeVisible();
  await expectAccessible(page, looks);
  // The page is not wider than the screen: tables scroll inside their panels.
  for (const size of looks) {
    await page.setViewportSize(size);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  }
});
