// A search saved on Home without a network arrives once and is on every device. Settings edit and delete it.
import { expect, test, type Page } from "@playwright/test";
import { openSignedIn } from "./device.ts";
import { named } from "./listings.ts";
import { demoLogins, otherDevice, post, signUp, toast } from "./people.ts";

const toggle = (page: Page, count: number) => page.getByRole("button", { name: `Saved searches ${count}` });
const list = (page: Page) => page.getByRole("navigation", { name: "Saved searches" });

async function searchesOnServer(page: Page): Promise<unknown> {
  return await (await page.request.get("/api/searches")).json();
}

test("a match appears while the app is open, with a link to the aircraft", async ({ page }) => {
  const name = named("Husky");
  await signUp(page, "Nadia Brandt");
  await post(page.request, "/api/searches", { name: "Bush planes", words: name });
  await openSignedIn(page);
  await expect(toggle(page, 1)).toBeVisible();
  const owner = await otherDevice(page, demoLogins.owner);
  const listing = { name, make: "Aviat", model: "A-1C", location: "Denver CO", hourlyRate: 195 };
  const { id } = await post<{ id: string }>(owner.request, "/api/aircraft", listing);
  await expect(toast(page, name)).toBeVisible();
  await expect(toast(page, "New match for Bush planes")).toBeVisible();
  await page.getByRole("button", { name: "View", exact: true }).click();
  await expect(page).toHaveURL(`/aircraft/${id}`);
  await owner.close();
});

test("a search saved offline survives a reload, arrives, and is edited and deleted in settings", async ({
  page,
  context,
}) => {
  const who = await signUp(page, "Nadia Brandt");
  await openSignedIn(page);
  await page.getByRole("checkbox", { name: /^Jet/ }).check();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save this search" }).click();
  const form = page.getByRole("dialog", { name: "Save this search" });
  await expect(form.getByLabel("Name")).toHaveValue("Jets");
  await form.getByLabel("Name").fill("Something fast");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Saved on this device")).toBeVisible();
  await expect(list(page)).toContainText("Waiting to sync");

  await page.goto("/");
  await toggle(page, 1).click();
  await list(page)
    .getByRole("link", { name: /^Something fast/ })
    .click();
  await expect(page).toHaveURL("/?types=jet");
  await expect(page.getByRole("checkbox", { name: /^Jet/ })).toBeChecked();

  await context.setOffline(false);
  await expect(list(page)).not.toContainText("Waiting to sync");
  expect(await searchesOnServer(page)).toMatchObject([{ name: "Something fast", types: ["jet"], notify: true }]);

  const elsewhere = await otherDevice(page, who);
  const other = await elsewhere.newPage();
  await other.goto("/settings");
  const item = other.getByRole("region", { name: "Saved searches" }).getByRole("listitem");
  await expect(item).toContainText("Something fastJetNotifies you about new matches");
  await item.getByRole("button", { name: "Edit Something fast" }).click();
  const edit = other.getByRole("dialog", { name: "Edit saved search" });
  await edit.getByRole("switch", { name: /^Notify me/ }).uncheck();
  await edit.getByLabel("Name").fill("Jets of all kinds");
  await edit.getByRole("button", { name: "Save", exact: true }).click();
  await expect(item).toContainText("Jets of all kindsJetNo notices");
  await expect(list(page).getByRole("link", { name: /^Jets of all kinds/ })).toBeVisible();

  await item.getByRole("button", { name: "Delete Jets of all kinds" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Delete Search" }).click();
  await expect(item).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Saved searches/ })).toHaveCount(0);
  expect(await searchesOnServer(page)).toEqual([]);
  await elsewhere.close();
});
