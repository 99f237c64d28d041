// Takes the screenshots for app stores and install dialogs from a running Tailhour with demo data:
// `node scripts/screenshots.mjs http://localhost:3000`. The results are committed; run it again when the design changes.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const [address = "http://localhost:3000"] = process.argv.slice(2);
const folder = fileURLToPath(new URL("../pwa/public/screenshots/", import.meta.url));
mkdirSync(folder, { recursive: true });

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
const planes = await (await fetch(`${address}/api/aircraft`)).json();
const shown = planes.find(({ name }) => name.startsWith("Pilatus")) ?? planes[0];

const executablePath = process.env["CHROMIUM_PATH"];
const browser = await chromium.launch({
  args: ["--no-sandbox", "--disable-gpu"],
  ...(executablePath && { executablePath }),
});
for (const [file, path, screen] of [
  ["home-phone.jpg", "/", phone],
  ["aircraft-phone.jpg", `/aircraft/${shown.id}`, phone],
  ["home-desktop.jpg", "/", desktop],
  ["aircraft-desktop.jpg", `/aircraft/${shown.id}`, desktop],
]) {
  const context = await browser.newContext({ ...screen, timezoneId: "America/Denver", colorScheme: "light" });
  const page = await context.newPage();
  await page.goto(address + path);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: folder + file, type: "jpeg", quality: 82 });
  await context.close();
}
await browser.close();
