// The encrypted copy of a wallet: turned on here, read on another device of the pilot, turned off there. No other device has any of it.
import { expect, test, type Locator, type Page } from "@playwright/test";
import { seriousFindings } from "./axe.ts";
import { choose } from "./choose.ts";
import { openSignedIn } from "./device.ts";
import { demoLogins, otherDevice, signUp } from "./people.ts";
import { to } from "./ways.ts";

const number = "3921748";
const paper = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });
const copySwitch = (page: Page) => page.getByRole("switch", { name: "Also on Tailhour, encrypted" });
const openWallet = (page: Page) => to(page, "/wallet", "Wallet");

async function edit(page: Page, name: string, fill: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const dialog = page.getByRole("dialog");
  await fill(dialog);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
}

const editMedical = (page: Page, until: string) =>
  edit(page, "medical", async (dialog) => {
    await choose(dialog.getByLabel("Class"), "Third class");
    await dialog.getByLabel("Counts to").fill(until);
  });

const editCertificate = (page: Page) =>
  edit(page, "certificate", async (dialog) => {
    await choose(dialog.getByLabel("Certificate", { exact: true }), "Private");
    await dialog.getByLabel("Number").fill(number);
  });

async function copyOnServer(page: Page): Promise<{ rev: number | null; names: string[] }> {
  const answer = await page.request.get("/api/wallet");
  const { rev, papers } = (await answer.json()) as { rev: number | null; papers: object };
  return { rev, names: Object.keys(papers).sort() };
}

/** Everything that the storage of a browser has, caches included. */
async function storedBy(page: Page): Promise<string> {
  const stored = JSON.stringify(await page.context().storageState({ indexedDB: true }));
  const cached = await page.evaluate(async () => {
    const texts: string[] = [JSON.stringify({ ...sessionStorage })];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) texts.push((await (await cache.match(request))?.text()) ?? "");
    }
    return texts.join();
  });
  return stored + cached;
}

// Three browsers are slow on a busy machine.
test.slow();

test("[S865] a wallet with a copy opens on another device, merges offline edits, and is gone from the server", async ({
  page,
}) => {
  const who = await signUp(page, "Rhea Copied");
  await openSignedIn(page);
  await openWallet(page);
  await editMedical(page, "2090-05-31");
  await editCertificate(page);
  await expect(page.getByText("Off. Turn it on to have the wallet on your other devices.")).toBeVisible();
  expect(await copyOnServer(page)).toEqual({ rev: null, names: [] });
  await copySwitch(page).click();
  await expect(page.getByText("On. Your other devices have the wallet once you log in there.")).toBeVisible();
  await expect.poll(async () => (await copyOnServer(page)).names).toEqual(["certificate", "medical"]);
  expect(await seriousFindings(page)).toEqual([]);

  const laptop = await otherDevice(page, who);
  const second = await laptop.newPage();
  await openWallet(second);
  await expect(paper(second, "Medical")).toContainText("Third class, to May 31, 2090");
  await expect(paper(second, "Certificate")).toContainText(number);
  await expect(copySwitch(second)).toBeChecked();

  // An edit without a network waits; meanwhile the other device edits another paper.
  await page.context().setOffline(true);
  await editMedical(page, "2091-01-31");
  await expect(page.getByText("On. Waiting for signal to send it.")).toBeVisible();
  await edit(second, "flight review", (dialog) => dialog.getByLabel("Flown on").fill("2026-03-14"));
  await page.context().setOffline(false);
  for (const device of [page, second]) {
    await expect(paper(device, "Medical")).toContainText("to Jan 31, 2091");
    await expect(paper(device, "Flight review")).toContainText("Mar 14, 2026");
  }

  const owner = await otherDevice(page, demoLogins.owner);
  const others = await owner.newPage();
  await openSignedIn(others);
  expect(await storedBy(page)).toContain(number);
  expect(await storedBy(others)).not.toContain(number);
  expect(await copyOnServer(others)).toEqual({ rev: null, names: [] });

  await copySwitch(second).click();
  for (const device of [page, second])
    await expect(device.getByText("Off. Turn it on to have the wallet on your other devices.")).toBeVisible();
  expect(await copyOnServer(page)).toEqual({ rev: null, names: [] });
  await expect(paper(page, "Certificate")).toContainText(number);
  await Promise.all([laptop.close(), owner.close()]);
});

test("[S866] logging out without a copy asks; a copy brings the wallet back with the next log-in", async ({ page }) => {
  const who = await signUp(page, "Rhea Asked");
  await openSignedIn(page);
  await openWallet(page);
  await editCertificate(page);
  const logOut = page.getByRole("banner").getByRole("button", { name: "Log Out" });
  await logOut.click();
  const question = page.getByRole("dialog", { name: "Log out and lose your wallet?" });
  await expect(question).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await question.getByRole("button", { name: "Stay logged in" }).click();
  await expect(paper(page, "Certificate")).toContainText(number);
  await logOut.click();
  await question.getByRole("button", { name: "Keep a copy on Tailhour, encrypted" }).click();
  // A log-in before the server has ended this session would be ended with it.
  await expect.poll(async () => (await page.request.get("/api/auth/me")).status()).toBe(401);
  await expect(page.getByRole("banner").getByRole("button", { name: "Log In" })).toBeVisible();
  await expect.poll(async () => await storedBy(page)).not.toContain(number);
  expect((await page.request.post("/api/auth/login", { data: who })).status()).toBe(200);
  await openWallet(page);
  await expect(paper(page, "Certificate")).toContainText(number);

  await copySwitch(page).click();
  await expect(page.getByText("Off. Turn it on")).toBeVisible();
  await logOut.click();
  await question.getByRole("button", { name: "Log out and remove the wallet" }).click();
  await expect(page.getByRole("banner").getByRole("button", { name: "Log In" })).toBeVisible();
  await expect.poll(async () => await storedBy(page)).not.toContain(number);
});
