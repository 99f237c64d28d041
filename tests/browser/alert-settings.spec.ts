// The settings of notices: on this device, by kind and channel, and quiet hours.
import { expect, test, type Page } from "@playwright/test";
import { seriousFindings } from "./axe.ts";
import { choose } from "./choose.ts";
import { otherDevice, toast, verifiedPerson } from "./people.ts";
import { openWithWorker, withPushService } from "./push-stand-in.ts";

// Some tests use several devices.
test.describe.configure({ timeout: 60_000 });

const panel = (page: Page) => page.getByRole("region", { name: "Alerts on this device" });

test.describe("the state of alerts on this device", () => {
  test("on: a test push can be sent, push can be turned off, and a lost subscription is renewed", async ({ page }) => {
    await withPushService(page);
    await verifiedPerson(page, "Nadia Brandt");
    await openWithWorker(page, "/settings");
    await expect(panel(page)).toContainText("Alerts are off on this computer");
    await panel(page).getByRole("button", { name: "Turn on" }).click();
    await expect(panel(page)).toContainText("Alerts work on this computer");
    await expect(panel(page).getByRole("button", { name: "Send a test" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Devices" })).toContainText("No alert yet");
    // The stand-in loses its subscription with the page, as a browser may lose one.
    await page.addInitScript(() => Object.assign(window, { answer: "granted" }));
    await page.reload();
    await expect(panel(page)).toContainText("Alerts work on this computer");
    await expect(panel(page)).toContainText("It had been lost and was repaired today");
    await panel(page).getByRole("button", { name: "Turn off here" }).click();
    await expect(panel(page)).toContainText("Alerts are off on this computer");
    const state = (await (await page.request.get("/api/push/subscriptions")).json()) as { subscription: unknown };
    expect(state.subscription).toBeNull();
  });

  test("blocked", async ({ page }) => {
    await withPushService(page, "denied");
    await verifiedPerson(page, "Nadia Brandt");
    await openWithWorker(page, "/settings");
    await panel(page).getByRole("button", { name: "Turn on" }).click();
    await expect(panel(page)).toContainText("Alerts are blocked on this computer");
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("a browser that cannot reach its push service shows an error and stays off", async ({ page }) => {
    await withPushService(page, "away");
    await verifiedPerson(page, "Nadia Brandt");
    await openWithWorker(page, "/settings");
    await panel(page).getByRole("button", { name: "Turn on" }).click();
    await expect(toast(page, "Alerts stay off")).toBeVisible();
    await expect(panel(page)).toContainText("Alerts are off on this computer");
  });

  test("a browser without push, and an iPhone without the installed app", async ({ page, browser }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, "PushManager");
    });
    const me = await verifiedPerson(page, "Nadia Brandt");
    await page.goto("/settings");
    await expect(panel(page)).toContainText("Alerts are not possible here");
    const userAgent =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1";
    const phone = await browser.newContext({ userAgent, baseURL: test.info().project.use.baseURL ?? "" });
    expect((await phone.request.post("/api/auth/login", { data: me })).status()).toBe(200);
    const other = await phone.newPage();
    await other.goto("/settings");
    await expect(panel(other)).toContainText("Alerts need Tailhour on your home screen");
    await expect(panel(other)).toContainText("Add to Home Screen");
    await phone.close();
  });
});

test("kinds, quiet hours, privacy and devices are stored for all devices", async ({ page }) => {
  const me = await verifiedPerson(page, "Nadia Brandt");
  const other = await otherDevice(page, me);
  await page.goto("/settings");
  const kinds = page.getByRole("region", { name: "What you hear about" });
  await expect(kinds.getByRole("switch")).toHaveCount(10);
  await kinds.getByRole("switch", { name: "Messages, Email" }).uncheck();
  await page.getByRole("switch", { name: /^Quiet hours/ }).check();
  await choose(page.getByLabel("Until", { exact: true }), "06:30");
  await expect(page.getByText("Push waits until 06:30. Email does not.")).toBeVisible();
  await page.getByRole("switch", { name: /^Hide text on lock screen/ }).check();
  await expect
    .poll(async () => (await other.request.get("/api/settings")).json())
    .toMatchObject({
      notices: { messages: { push: true, email: false } },
      quietHours: { on: true, from: "22:00", until: "06:30", timeZone: "America/Denver" },
      hideText: true,
    });
  expect(await seriousFindings(page)).toEqual([]);

  const devices = page.getByRole("region", { name: "Devices" });
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await devices.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove Device" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  expect((await other.request.get("/api/auth/me")).status()).toBe(401);
  await other.close();
});

test("a guest is asked to log in, but an unsubscribe link needs no log-in", async ({ page }) => {
  await page.goto("/settings");
  await expect(page.getByRole("dialog", { name: "Welcome to Tailhour" })).toBeVisible();
  for (const token of ["nobody.nothing", "x".repeat(101), ""]) {
    await page.goto(`/unsubscribe?token=${token}`);
    await page.getByRole("button", { name: "Stop E-mails" }).click();
    await expect(page.getByRole("heading", { name: "This link does not fit" })).toBeVisible();
  }
  expect(await seriousFindings(page)).toEqual([]);
});
