// Lazy components whose code cannot be fetched show a notice, and open once the network is back.
import { expect, test } from "@playwright/test";
import { demoLogins, signIn } from "./people.ts";

// The device stores only files that the page has already fetched.
test.use({ serviceWorkers: "block" });

const missing = "Not on this device yet";

test("a dialog and a page whose code is missing show a notice, and open when the network is back", async ({
  page,
  context,
}) => {
  const owner = await signIn(page, demoLogins.owner);
  const planes = (await (await page.request.get("/api/aircraft")).json()) as { id: string; ownerId: string }[];
  const own = planes.find(({ ownerId }) => ownerId === owner.id)!;
  // Prevents prefetching of these files.
  await page.route(/\/assets\/(toaster|listing-dialog|confirm-dialog|messages)-/, (route) => route.abort());
  await page.goto(`/aircraft/${own.id}`);
  const edit = page.getByRole("button", { name: /^Edit/ }).first();
  await edit.click();
  const notice = page.getByRole("dialog", { name: missing });
  await expect(notice.getByRole("button", { name: "Try again" })).toBeFocused();
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(notice.getByText(missing)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(notice).toBeHidden();
  await expect(edit).toBeFocused();
  await page
    .getByRole("button", { name: /^Delete/ })
    .first()
    .click();
  await expect(notice).toBeVisible();
  await notice.getByRole("button", { name: "Close" }).click();

  await edit.click();
  await expect(notice).toBeVisible();
  await page.unrouteAll();
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Save" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.route(/\/assets\/messages-/, (route) => route.abort());
  await page
    .getByRole("link", { name: /^Messages/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: missing })).toBeVisible();
  await page.unrouteAll();
  // The network is back: the page opens without a click.
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible();
});
