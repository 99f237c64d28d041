// Buttons of accounts and an admin's switches act once when pressed several times in a row.
import { expect, test } from "@playwright/test";
import { named } from "./listings.ts";
import { demoLogins, freshAddress, openAuthDialog, signIn, toast, verifiedPerson } from "./people.ts";
import { expectNoFailure, get, otherPage, pressing } from "./presses.ts";

test.describe.configure({ mode: "parallel" });
test.use({ serviceWorkers: "block", hasTouch: true, reducedMotion: "reduce" });
// Several devices and all ways of pressing are slow on a busy machine.
test.slow();

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

test("an admin's switches show the server's state, by touch and Enter", async ({ page, browser }) => {
  const other = await otherPage(browser);
  const person = await verifiedPerson(other, named("Switched"));
  await other.context().close();
  await signIn(page, demoLogins.admin);
  await page.goto("/admin");
  await page.getByRole("searchbox", { name: "Find a user" }).fill(person.email);
  // The row moves when the answer arrives, and a second press would hit another button.
  await expect(page.getByRole("region", { name: "Users" }).getByRole("status")).toHaveText("1 user found");
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
