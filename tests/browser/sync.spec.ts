// Offline actions are stored, sent once, and visible on the user's other devices.
import { expect, test, type Page } from "@playwright/test";
import { seriousFindings } from "./axe.ts";
import { detailsOnDevice, openSignedIn, wakeWorker } from "./device.ts";
import { dialogLeft } from "./dialogs.ts";
import { demoLogins, otherDevice, signUp, toast, type Person } from "./people.ts";

/** Signs up a new pilot and opens Home once their rows are stored on the device. */
async function freshPilot(page: Page): Promise<Person> {
  const who = await signUp(page, "Nadia Brandt");
  await openSignedIn(page);
  return who;
}

function heart(page: Page, at: number) {
  return page
    .getByRole("article")
    .nth(at)
    .getByRole("button", { name: /favorites$/ });
}

async function favoritesOnServer(page: Page): Promise<string[]> {
  const answer = await page.request.get("/api/favorites");
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { name: string }[]).map(({ name }) => name);
}

async function nameOf(page: Page, at: number): Promise<string> {
  const label = await heart(page, at).getAttribute("aria-label");
  return /^(?:Add|Remove) (.*) (?:to|from) favorites$/.exec(label ?? "")?.[1] ?? "";
}

function pill(page: Page, words: string | RegExp) {
  return page.getByRole("banner").getByRole("button", { name: words });
}

test("[R5] [R11] a favorite added offline survives a reload and arrives exactly once", async ({ page, context }) => {
  await freshPilot(page);
  const name = await nameOf(page, 0);
  await context.setOffline(true);
  await heart(page, 0).click();
  await expect(heart(page, 0)).toHaveAttribute("aria-pressed", "true");
  await expect(toast(page, "Saved on this device")).toBeVisible();
  await expect(pill(page, "1 waiting")).toBeVisible();
  await expect(page.getByRole("article").first()).toContainText("Waiting to sync");

  await page.reload();
  await expect(heart(page, 0)).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("You're offline.")).toBeVisible();
  await pill(page, "1 waiting").click();
  const sheet = page.getByRole("dialog", { name: "Waiting to send" });
  await expect(sheet.getByRole("listitem")).toHaveText(new RegExp(`^Favorite${name}`));
  await expect(sheet.getByRole("button", { name: "Send now" })).toBeDisabled();
  expect(await seriousFindings(page)).toEqual([]);
  await sheet.getByRole("button", { name: "Close" }).click();

  await context.setOffline(false);
  await expect(page.getByRole("banner").getByRole("status").filter({ hasText: "All changes sent" })).toBeAttached();
  await expect(pill(page, /waiting|Sending/)).toHaveCount(0);
  await expect(heart(page, 0)).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("article").first()).not.toContainText("Waiting to sync");
  expect(await favoritesOnServer(page)).toEqual([name]);
});

test("a saved aircraft that was never opened opens offline with its pictures", async ({ page, context }) => {
  await freshPilot(page);
  const name = await nameOf(page, 4);
  const link = await page.getByRole("article").nth(4).getByRole("link").first().getAttribute("href");
  if (!link) throw new Error("The card leads nowhere.");
  await heart(page, 4).click();
  await expect.poll(() => detailsOnDevice(page)).toContain(link.split("/").at(-1));
  await context.setOffline(true);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page.getByRole("button", { name: "Contact Owner" })).toBeVisible();
  const broken = () =>
    page.evaluate(() => [...document.images].filter((one) => one.complete && one.naturalWidth === 0).length);
  expect(await broken()).toBe(0);
});

test("[R1] a favorite appears on the other device without a reload, and disappears there too", async ({ page }) => {
  const who = await freshPilot(page);
  const context = await otherDevice(page, who);
  const other = await context.newPage();
  await openSignedIn(other);
  await heart(page, 1).click();
  await expect(heart(other, 1)).toHaveAttribute("aria-pressed", "true");
  await heart(other, 1).click();
  await expect(heart(page, 1)).toHaveAttribute("aria-pressed", "false");
  await context.close();
});

test("[R1] an owner's new price appears on other screens without a reload", async ({ page }) => {
  await freshPilot(page);
  const owner = await otherDevice(page, demoLogins.owner);
  const { id: ownerId } = (await (await owner.request.get("/api/auth/me")).json()) as { id: string };
  const own = await owner.request.get(`/api/aircraft?ownerId=${ownerId}`);
  const [plane] = (await own.json()) as { id: string; hourlyRate: number }[];
  if (!plane) throw new Error("The demo owner has no aircraft.");
  const { id, hourlyRate } = plane;
  const priced = (rate: number) => page.locator(`article:has(a[href$="${id}"])`).getByText(`$${rate}`);
  await expect(priced(hourlyRate)).toBeVisible();
  const raise = async (rate: number) => {
    const headers = { Origin: new URL(page.url()).origin };
    const answer = await owner.request.patch(`/api/aircraft/${id}`, { data: { hourlyRate: rate }, headers });
    expect(answer.status()).toBe(200);
  };
  await raise(hourlyRate + 1);
  await expect(priced(hourlyRate + 1)).toBeVisible();
  await raise(hourlyRate);
  await expect(priced(hourlyRate)).toBeVisible();
  await owner.close();
});

test("[R23] logging out with waiting commands asks; kept ones are sent after the next log-in", async ({
  page,
  context,
}) => {
  const who = await freshPilot(page);
  const name = await nameOf(page, 2);
  await context.setOffline(true);
  await heart(page, 2).click();
  await expect(pill(page, "1 waiting")).toBeVisible();

  const logOut = page.getByRole("banner").getByRole("button", { name: "Log Out" });
  await logOut.click();
  const question = page.getByRole("dialog", { name: "Log out with changes not sent?" });
  await expect(question).toContainText("1 change has not been sent yet.");
  expect(await seriousFindings(page)).toEqual([]);
  await question.getByRole("button", { name: "Stay logged in" }).click();
  await expect(heart(page, 2)).toHaveAttribute("aria-pressed", "true");

  await logOut.click();
  await question.getByRole("button", { name: "Keep for my next log-in" }).click();
  await expect(page.getByRole("banner").getByRole("button", { name: "Log In" })).toBeVisible();
  // The screen drops the rows at once, the device soon after.
  await expect.poll(() => rowsOnDevice(page)).toEqual({ people: 1, rows: 0, waiting: 1 });
  await dialogLeft(page);
  await page.reload();
  await expect(page.getByRole("banner").getByRole("button", { name: "Log In" })).toBeVisible();

  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole("banner").getByRole("button", { name: "Log In" })).toBeVisible();
  // Waits until the cookie is gone too: the server rejects requests that have a cookie but come from no page.
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain("tailhour_session");
  expect((await page.request.get("/api/auth/me")).status()).toBe(401);
  expect((await page.request.post("/api/auth/login", { data: who })).status()).toBe(200);
  expect(await favoritesOnServer(page)).toEqual([]);
  await openSignedIn(page);
  await expect.poll(() => favoritesOnServer(page)).toEqual([name]);
});

test("[R23] logging out without waiting commands leaves nothing private on the device", async ({ page }) => {
  await freshPilot(page);
  await heart(page, 0).click();
  await expect.poll(async () => (await favoritesOnServer(page)).length).toBe(1);
  await page.getByRole("banner").getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByRole("banner").getByRole("button", { name: "Log In" })).toBeVisible();
  await expect.poll(() => rowsOnDevice(page)).toEqual({ people: 0, rows: 0, waiting: 0 });
});

test("the browser sends waiting commands without an open page @full-chromium", async ({ page, context }) => {
  await freshPilot(page);
  const name = await nameOf(page, 3);
  const wake = await wakeWorker(context);

  await context.setOffline(true);
  await heart(page, 3).click();
  await expect(pill(page, "1 waiting")).toBeVisible();
  await page.close();
  await context.setOffline(false);
  await expect
    .poll(async () => {
      await wake();
      const answer = await context.request.get("/api/favorites");
      return ((await answer.json()) as { name: string }[]).map((plane) => plane.name);
    })
    .toEqual([name]);
});

/** Private data on this device: databases of users, their mirrored rows and waiting entries. */
async function rowsOnDevice(page: Page): Promise<{ people: number; rows: number; waiting: number }> {
  return await page.evaluate(async () => {
    const count = { people: 0, rows: 0, waiting: 0 };
    for (const { name = "" } of await indexedDB.databases()) {
      if (!name.startsWith("person-")) continue;
      const db = await new Promise<IDBDatabase | null>((resolve) => {
        const request = indexedDB.open(name);
        // The database was deleted after it was listed: opening must not create it again.
        request.onupgradeneeded = () => request.transaction?.abort();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => resolve(null);
      });
      if (!db) continue;
      count.people += 1;
      for (const table of db.objectStoreNames) {
        const rows = await new Promise<number>((resolve, reject) => {
          const request = db.transaction(table).objectStore(table).count();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error ?? new Error("not counted"));
        });
        if (table.startsWith("rows-") || table === "conversations") count.rows += rows;
        if (table === "outbox") count.waiting += rows;
      }
      db.close();
    }
    return count;
  });
}
