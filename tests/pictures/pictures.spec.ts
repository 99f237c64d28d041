// Takes a screenshot of each screen on three devices in two themes, into artifacts/pictures.
import path from "node:path";
import { test } from "@playwright/test";
import { enter, openMarket } from "../browser/market.ts";
import { screens } from "../browser/screens.ts";

const folder = path.join(import.meta.dirname, "..", "..", "artifacts", "pictures");

const devices = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
};

/** Loads all pictures: the browser fetches those outside of the view only when they come near. */
function everyPictureInView(): boolean {
  return [...document.images].every(
    (image) => image.complete || image.getBoundingClientRect().top > innerHeight || image.offsetParent === null,
  );
}

for (const [device, viewport] of Object.entries(devices)) {
  for (const theme of ["light", "dark"] as const) {
    test.describe(`${device}, ${theme}`, () => {
      test.use({ viewport, colorScheme: theme, hasTouch: device !== "desktop" });
      // The tab bar exists up to 1024 px.
      const isNarrow = device !== "desktop";
      for (const { name, who, open, isWhole = false, only } of screens) {
        if (only && (only === "phone") !== isNarrow) continue;
        test(name, async ({ page, browser }) => {
          const market = await openMarket(browser);
          await enter(page, who, market);
          await open(page, market);
          await page.evaluate(() => document.fonts.ready.then(() => undefined));
          await page.waitForFunction(everyPictureInView);
          const file = path.join(folder, `${name}-${device}-${theme}.png`);
          await page.screenshot({ path: file, fullPage: isWhole, animations: "disabled" });
        });
      }
    });
  }
}
