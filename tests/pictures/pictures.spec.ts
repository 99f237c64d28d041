// Takes a screenshot of each screen on three devices in two themes, into artifacts/pictures.
import path from "node:path";
import { test } from "@playwright/test";
import { enter, openMarket } from "../browser/market.ts";
import { screens } from "../browser/screens/screens.ts";

const folder = path.join(import.meta.dirname, "..", "..", "artifacts", "pictures");

const devices = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
};

/** The browser fetches pictures only when they come near, and not those that a scrolled list hides. */
function everyPictureInView(): boolean {
  const isInView = (image: HTMLElement) => {
    const { top, bottom } = image.getBoundingClientRect();
    for (let box = image.parentElement; box; box = box.parentElement) {
      const edge = box.getBoundingClientRect();
      if (getComputedStyle(box).overflowY !== "visible" && (bottom <= edge.top || top >= edge.bottom)) return false;
    }
    return bottom > 0 && top < innerHeight && image.offsetParent !== null;
  };
  return [...document.images].every((image) => image.complete || !isInView(image));
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
          if (isWhole) await page.evaluate(() => [...document.images].forEach((image) => (image.loading = "eager")));
          await page.waitForFunction(everyPictureInView);
          if (isWhole) await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
          const file = path.join(folder, `${name}-${device}-${theme}.png`);
          await page.screenshot({ path: file, fullPage: isWhole, animations: "disabled" });
        });
      }
    });
  }
}
