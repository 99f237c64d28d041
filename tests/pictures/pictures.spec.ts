// Takes a screenshot of each screen on three devices in two themes, into artifacts/pictures.
import path from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { seriousFindings } from "../browser/axe.ts";
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

/** Makes the window as high as the page. Its bars are then at its end, and all of its pictures are fetched. */
async function showWhole(page: Page): Promise<void> {
  const height = await page.evaluate(() => {
    const { scrollHeight } = document.documentElement;
    // Its least height is that of the window: the footer would leave the picture.
    document.querySelector("main")?.style.setProperty("min-height", "0");
    return scrollHeight;
  });
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height });
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
          if (isWhole) await showWhole(page);
          await page.waitForFunction(everyPictureInView);
          if (isWhole) await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
          const file = path.join(folder, `${name}-${device}-${theme}.png`);
          await page.screenshot({ path: file, animations: "disabled" });
          // The tests look at each screen in both themes, but not on each device.
          expect(await seriousFindings(page, "colors")).toEqual([]);
        });
      }
    });
  }
}
