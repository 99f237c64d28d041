// Photographs of papers: added and shared without a network, opened by the owner of that request alone, withdrawn, and gone at log-out.
import { expect, test, type Page } from "@playwright/test";
import sharp from "sharp";
import { seriousFindings } from "./axe.ts";
import { appStarted, openSignedIn } from "./device.ts";
import { named } from "./listings.ts";
import { otherDevice, post, toast, verifiedPerson } from "./people.ts";
import { startWorker } from "./worker.ts";
import { to } from "./ways.ts";

const PAGE = /\/api\/wallet\/pages\//;
const SECRET = "Secret Camera";
const listing = { make: "Mooney", model: "M20J", location: "Phoenix AZ", hourlyRate: 150 };

const photo = async (background: string) => ({
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 2400, height: 1800, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Artist: SECRET }, IFD3: { GPSLatitude: "32/1 44/1 0/1" } })
    .toBuffer(),
});

const paperOf = (page: Page) => page.getByRole("main").getByRole("listitem").filter({ hasText: "Both sides" });

async function openChat(page: Page, name: string): Promise<void> {
  await page.goto("/messages");
  await appStarted(page);
  await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole("log")).toBeVisible();
}

/** Size and content of the stored pages of a wallet; null where no wallet is on the device. */
const storedPages = (page: Page) =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).find((one) => one.name?.startsWith("wallet-"))?.name;
    if (!name) return null;
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(new Error("The wallet cannot be opened."));
    });
    const rows = await new Promise<{ data: Blob }[]>((resolve) => {
      const asking = opened.transaction("pages").objectStore("pages").getAll();
      asking.onsuccess = () => resolve(asking.result as { data: Blob }[]);
    });
    opened.close();
    return Promise.all(
      rows.map(async ({ data }) => {
        const { width, height } = await createImageBitmap(data);
        return { width, height, bytes: data.size, text: new TextDecoder("latin1").decode(await data.arrayBuffer()) };
      }),
    );
  });

/** Whether any storage of a browser names a page of a paper, or has a blob. */
const storedOfPapers = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) if (url.includes("/papers")) found.push(url);
    for (const { name = "" } of await indexedDB.databases()) {
      if (name.startsWith("wallet-")) found.push(name);
      if (!name.startsWith("person-")) continue;
      const opened = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const table of opened.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve) => {
          const asking = opened.transaction(table).objectStore(table).getAll();
          asking.onsuccess = () => resolve(asking.result);
        });
        if (table === "blobs" && rows.length > 0) found.push("blobs");
        if (JSON.stringify(rows).includes("Both sides")) found.push(table);
      }
      opened.close();
    }
    if (JSON.stringify({ ...localStorage, ...sessionStorage }).includes("Both sides")) found.push("localStorage");
    return found;
  });

// Two browsers are slow on a busy machine.
test.slow();

test("[S960] a paper is photographed and shared offline, opened by that owner alone, and gone after Stop sharing and log-out", async ({
  page,
}) => {
  const context = page.context();
  const [pilotName, ownerName] = [named("Rhea"), named("Olga")];
  const host = await verifiedPerson(page, ownerName, "owner");
  const plane = await post<{ id: string }>(page.request, "/api/aircraft", { ...listing, name: named("Mooney") });
  await page.request.post("/api/auth/logout", { data: {} });
  await verifiedPerson(page, pilotName);
  const startDate = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 10 * 86_400_000);
  startDate.setUTCHours(18, 0, 0, 0);
  const { booking } = await post<{ booking: { id: string } }>(page.request, "/api/bookings", {
    ...{ aircraftId: plane.id, ownerId: host.id, startDate: startDate.toISOString(), hours: 3 },
    content: "Booking request",
  });
  const papersPath = `/api/bookings/${booking.id}/papers`;
  await openSignedIn(page);
  await openChat(page, ownerName);
  await to(page, "/wallet", "Wallet");
  await startWorker(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Add paper" }).click();
  const form = page.getByRole("dialog", { name: "Add paper" });
  await form.getByLabel("Name").fill("Both sides");
  await form.locator("[data-choose]").setInputFiles([
    { name: "front.jpg", ...(await photo("#884422")) },
    { name: "back.jpg", ...(await photo("#228844")) },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("No picture.") },
  ]);
  await expect(form.getByRole("img")).toHaveCount(2);
  await expect(form.getByText("Page 3: this file is no picture. Choose JPEG, PNG or HEIC.")).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await form.getByRole("button", { name: "Save" }).click();
  const row = paperOf(page);
  await expect(row).toContainText("2 pages. Shown to nobody.");
  const pages = await storedPages(page);
  expect(pages?.map(({ width, height }) => [width, height])).toEqual([
    [1600, 1200],
    [1600, 1200],
  ]);
  for (const { bytes, text } of pages ?? []) {
    expect(bytes).toBeLessThan(300_000);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain("Exif");
  }

  await page.reload();
  const open = row.getByRole("button", { name: "Open both sides, 2 pages" });
  await open.click();
  const viewer = page.getByRole("dialog", { name: "Both sides" });
  await expect(viewer.getByRole("status")).toContainText("Page 1 of 2");
  await page.keyboard.press("ArrowRight");
  await expect(viewer.getByRole("img", { name: "Both sides, page 2 of 2" })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();

  await openChat(page, ownerName);
  await page.getByRole("button", { name: "Share papers" }).click();
  const choices = page.getByRole("dialog", { name: "Share papers" });
  await choices.getByRole("checkbox", { name: /Both sides/ }).check();
  await choices.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: /^1 paper shared Waiting for signal/ })).toBeVisible();
  const sent: string[] = [];
  context.on("requestfinished", (request) => PAGE.test(request.url()) && sent.push(request.url()));
  await page.close();
  const later = await context.newPage();
  const desk = await otherDevice(later, host);
  const owner = await desk.newPage();
  await openSignedIn(owner);
  expect(await (await desk.request.get(papersPath)).json()).toEqual({ papers: {}, scans: [] });
  await context.setOffline(false);
  await to(later, "/wallet", "Wallet");
  const laterRow = paperOf(later);
  await expect(laterRow).toContainText(`2 pages. Shown to ${ownerName} for the request of`);
  await expect
    .poll(async () => ((await (await desk.request.get(papersPath)).json()) as { scans: object[] }).scans.length)
    .toBe(1);
  // The worker may have sent them, whose requests no page sees.
  expect(new Set(sent).size).toBe(sent.length);

  await openChat(owner, pilotName);
  await owner.getByRole("button", { name: /1 paper/ }).click();
  const request = owner.getByRole("dialog", { name: /^Request for/ });
  await expect(request.getByText("Front and back")).toBeVisible();
  const answered = owner.waitForResponse((answer) => answer.url().includes(`${papersPath}/`));
  await request.getByRole("button", { name: "Open both sides, front and back" }).click();
  expect((await answered).headers()["cache-control"]).toBe("private, no-store");
  const shown = owner.getByRole("dialog", { name: "Both sides" }).getByRole("img", { name: "Both sides, page 1 of 2" });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
  expect(await seriousFindings(owner)).toEqual([]);
  await owner.keyboard.press("Escape");
  await expect(request).toBeVisible();
  expect(await storedOfPapers(owner)).toEqual([]);
  const { scans } = (await (await desk.request.get(papersPath)).json()) as { scans: { pages: string[] }[] };
  const pagePath = `${papersPath}/${scans[0]!.pages[0]!}`;
  expect((await desk.request.get(pagePath)).status()).toBe(200);
  expect((await context.request.get(pagePath)).status()).toBe(404);

  await context.setOffline(true);
  await laterRow.getByRole("button", { name: /^Stop sharing both sides with/ }).click();
  await expect(toast(later, "Waiting for signal")).toBeVisible();
  await expect(laterRow).toContainText("2 pages. Shown to nobody.");
  await expect(later.getByText(/waiting for signal\. Until then/)).toBeVisible();
  await context.setOffline(false);
  await expect.poll(async () => (await desk.request.get(pagePath)).status()).toBe(404);
  // Nothing is left to open there.
  await expect(request).toBeHidden();

  await later.getByRole("banner").getByRole("button", { name: "Log Out" }).click();
  await later
    .getByRole("dialog", { name: "Log out and lose your wallet?" })
    .getByRole("button", { name: "Log out and remove the wallet" })
    .click();
  await expect(later.getByRole("banner").getByRole("button", { name: "Log In" })).toBeVisible();
  await expect.poll(() => storedPages(later)).toBeNull();
  await desk.close();
});
