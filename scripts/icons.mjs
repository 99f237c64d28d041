// Renders the app's icons from their two SVG sources: `node scripts/icons.mjs`. The results are committed; run it again
// when a source changes. CHROMIUM_PATH names a browser if Playwright has none.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const folder = fileURLToPath(new URL("../pwa/public/", import.meta.url));

/** Background of the rounded icon for systems that round the corners themselves. */
const paper = "#F3F5F1";
const icons = [
  { source: "icon.svg", file: "icon-48.png", size: 48 },
  { source: "icon.svg", file: "icon-192.png", size: 192 },
  { source: "icon.svg", file: "icon-512.png", size: 512 },
  { source: "maskable-icon.svg", file: "maskable-icon-192.png", size: 192 },
  { source: "maskable-icon.svg", file: "maskable-icon-512.png", size: 512 },
  { source: "icon.svg", file: "apple-touch-icon.png", size: 180, background: paper },
];

const executablePath = process.env["CHROMIUM_PATH"];
const browser = await chromium.launch({
  args: ["--no-sandbox", "--disable-gpu"],
  ...(executablePath && { executablePath }),
});
const page = await browser.newPage();
for (const { source, file, size, background = "transparent" } of icons) {
  const svg = readFileSync(folder + source, "utf8").replace(
    /width="\d+" height="\d+"/,
    `width="${size}" height="${size}"`,
  );
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body { margin: 0; background: ${background}; } svg { display: block; }</style>${svg}`);
  writeFileSync(folder + file, await page.screenshot({ omitBackground: true }));
}
await browser.close();
