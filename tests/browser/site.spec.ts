// The footer and the texts about this site: below the first screen, without a shift, without JavaScript, and stored for use offline.
import { expect, test } from "@playwright/test";
import type { AircraftCard } from "../../shared/domain/aircraft.ts";
import { appStarted, detailsOnDevice } from "./device.ts";
import { workerControls } from "./worker.ts";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("[S522] terms and help are readable, and their links work", async ({ page }) => {
    await page.goto("/legal/terms");
    await expect(page.getByRole("heading", { level: 1, name: "Terms" })).toBeVisible();
    await expect(page.getByText("This site introduces pilots and owners of aircraft.")).toBeVisible();
    await page.getByRole("contentinfo").getByRole("link", { name: "Bookings and cancellation" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Bookings and Cancellation" })).toBeVisible();
  });
});

test("[S523] the footer begins below the first screen, and texts that were never opened open offline", async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    const moved = { shift: 0 };
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const shift = () => page.evaluate(() => (globalThis as unknown as { moved: { shift: number } }).moved.shift);
  const footer = page.getByRole("contentinfo");

  const planes = (await (await page.request.get("/api/aircraft")).json()) as AircraftCard[];
  const verified = planes.find((plane) => plane.verified)!;
  const aircraftPage = `/aircraft/${verified.id}`;
  for (const path of ["/legal/terms", aircraftPage, "/how-it-works", "/nowhere"]) {
    await page.goto(path);
    await appStarted(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(footer).not.toBeInViewport();
    expect(await shift()).toBeLessThan(0.001);
    if (path === aircraftPage) await expect.poll(() => detailsOnDevice(page)).toContain(verified.id);
  }
  await expect(footer).toContainText("This is a demo of Tailhour.");

  await workerControls(page);
  const texts = () => page.evaluate(async () => (await (await caches.open("site-texts")).keys()).length);
  await expect.poll(texts).toBe(6);
  await context.setOffline(true);
  await page.goto("/legal/privacy");
  await expect(page.getByRole("heading", { level: 1, name: "Privacy" })).toBeVisible();
  await expect(page.getByRole("note")).toContainText("Template.");
  await footer.getByRole("link", { name: "Bookings and cancellation" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bookings and Cancellation" })).toBeFocused();
  await expect(footer).toContainText("This is a demo of Tailhour.");

  await page.goto(aircraftPage);
  await appStarted(page);
  await page.getByRole("button", { name: "Verified" }).first().click();
  const dialog = page.getByRole("dialog", { name: "What Verified means" });
  await expect(dialog).toContainText("An administrator of this demo confirmed this aircraft");
  await expect(dialog.getByRole("heading", { name: "Not checked" })).toBeVisible();
});
