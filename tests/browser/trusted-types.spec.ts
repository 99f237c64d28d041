// The browser rejects text that would become markup or a script URL; reflow.spec.ts checks that no screen tries.
import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { demoLogins, signIn } from "./people.ts";
import { watchPolicy } from "./policy.ts";
import { home, openListing } from "./ways.ts";
import { workerControls } from "./worker.ts";

test("the uploader and its image editor violate no policy", async ({ context, page }) => {
  test.slow();
  const refused = await watchPolicy(context);
  await signIn(page, demoLogins.owner);
  await openListing(page);
  await page.getByRole("button", { name: "More ways to add" }).click();
  const uploader = page.locator(".uppy-Dashboard-inner");
  const background = { r: 40, g: 90, b: 160 };
  const buffer = await sharp({ create: { width: 480, height: 320, channels: 3, background } })
    .jpeg()
    .toBuffer();
  await page
    .locator(".uppy-Dashboard-input")
    .first()
    .setInputFiles({ name: "ramp.jpg", mimeType: "image/jpeg", buffer });
  await uploader.getByRole("button", { name: /^Edit file/ }).click();
  await uploader.getByRole("button", { name: "Crop and turn" }).click();
  await expect(uploader.getByRole("slider", { name: "Crop frame" })).toBeVisible();
  expect(refused).toEqual([]);
});

test("the service worker and the catalogue's worker start", async ({ context, page }) => {
  const refused = await watchPolicy(context);
  await home(page);
  await workerControls(page);
  const built = path.join(import.meta.dirname, "..", "..", "dist", "pwa", "assets");
  const file = readdirSync(built).find((name) => /^pack-worker-.*\.js$/.test(name));
  const started = page.waitForEvent("worker");
  await page.evaluate((name) => void new Worker(`/assets/${name}`, { type: "module" }), file);
  expect(new URL((await started).url()).pathname).toBe(`/assets/${file}`);
  expect(refused).toEqual([]);
});

test("other markup, code and script URLs are refused, and no second policy can be created", async ({
  context,
  page,
}) => {
  const refused = await watchPolicy(context);
  await home(page);
  await workerControls(page);
  const outcomes = await page.evaluate(async () => {
    const attempt = async (work: () => unknown) => {
      try {
        await work();
        return "allowed";
      } catch (error) {
        return error instanceof Error ? error.name : "unknown";
      }
    };
    const div = document.createElement("div");
    const script = document.createElement("script");
    const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } };
    return {
      markup: await attempt(() => (div.innerHTML = "<img src=x onerror=alert(1)>")),
      harmless: await attempt(() => (div.innerHTML = "<b>x</b>")),
      inserted: await attempt(() => div.insertAdjacentHTML("beforeend", "<b>x</b>")),
      parsed: await attempt(() => new DOMParser().parseFromString("<b>x</b>", "text/html")),
      emptied: await attempt(() => (div.innerHTML = "")),
      serviceWorker: await attempt(() => navigator.serviceWorker.register("/objects/sw.js")),
      worker: await attempt(() => new Worker("/theme.js")),
      foreignWorker: await attempt(() => new Worker("https://evil.example/sw.js")),
      address: await attempt(() => (script.src = "/objects/x.js")),
      code: await attempt(() => (script.text = "alert(1)")),
      policy: await attempt(() => trustedTypes.createPolicy("lax", {})),
      second: await attempt(() => trustedTypes.createPolicy("default", {})),
      children: div.childNodes.length,
      workers: (await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.scriptURL),
    };
  });
  const all = [
    "markup",
    "harmless",
    "inserted",
    "parsed",
    "serviceWorker",
    "worker",
    "foreignWorker",
    "address",
    "code",
  ];
  expect(outcomes).toEqual({
    ...Object.fromEntries([...all, "policy", "second"].map((name) => [name, "TypeError"])),
    emptied: "allowed",
    children: 0,
    workers: [new URL("/sw.js", page.url()).href],
  });
  // The listener of the other tests records such attempts.
  await expect
    .poll(() => refused.filter((words) => words.startsWith("require-trusted-types-for")).length)
    .toBe(all.length);
});
