// Opens every screen once. Nothing is cut at 400 % zoom (320 pixels wide), on a desktop and with large text.
// Axe finds nothing serious in either theme, and nothing violates the policy.
import { expect, test, type Page } from "@playwright/test";
import { expectAccessible, sizes } from "./axe.ts";
import { crowdedControls, doubleText } from "./large-text.ts";
import { dropKeptPage, keptPage } from "./kept-page.ts";
import { enter, openMarket } from "./market.ts";
import { demoLogins, post, signIn, site, verifiedPerson } from "./people.ts";
import { screens } from "./screens/screens.ts";
import { home } from "./ways.ts";

test.use({ viewport: sizes.narrow, reducedMotion: "reduce", colorScheme: "light" });
test.describe.configure({ mode: "parallel" });
/** Texts outside of the view, or cut at an edge without an ellipsis. */
function cutTexts(): string[] {
  const found: string[] = [];
  const isForScreenReaders = (inner: Element) => {
    for (let box: Element | null = inner; box; box = box.parentElement) {
      const { width, height } = box.getBoundingClientRect();
      if ((width <= 1 && height <= 1) || getComputedStyle(box).clipPath === "inset(50%)") return true;
    }
    return false;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim();
    const element = node.parentElement;
    if (!text || !element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest("script, style, option") || isForScreenReaders(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
    let left = Math.min(...rects.map((rect) => rect.left));
    let right = Math.max(...rects.map((rect) => rect.right));
    for (let box: Element | null = element; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.textOverflow === "ellipsis" || style.position === "fixed") break;
      const edge = box.getBoundingClientRect();
      // A strip of choices scrolls sideways by design; the strip itself must be whole.
      if (box.matches("[data-strip]") && /auto|scroll/.test(style.overflowX)) {
        ({ left, right } = edge);
        continue;
      }
      const isCutting = box === document.documentElement || /hidden|clip/.test(style.overflowX);
      const from = box === document.documentElement ? 0 : edge.left;
      const to = box === document.documentElement ? innerWidth : edge.right;
      if (isCutting && (left < from - 1 || right > to + 1)) found.push(`${text.slice(0, 60)} (${left} to ${right})`);
      if (/auto|scroll/.test(style.overflowX) && box.scrollWidth > box.clientWidth + 1) {
        found.push(`${text.slice(0, 60)} (in a box that scrolls sideways)`);
      }
    }
  }
  return [...new Set(found)];
}

async function expectReflow(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  // A frame after a resize, a map says whether it still places its marks.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(page.locator("[role=application][aria-busy=true]")).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(await page.evaluate(cutTexts)).toEqual([]);
  expect(await crowdedControls(page)).toEqual([]);
}

/** Overlays and popups. */
function openLayers(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("[role=dialog], [role=alertdialog], [role=listbox], [role=grid], [role=alert]")]
      .filter((layer) => layer.checkVisibility())
      .map((layer) => layer.role ?? ""),
  );
}

for (const [place, { name, who, open, only, leaves }] of screens.entries())
  test(`on ${name} nothing is cut, covered or small, axe finds nothing serious and no policy is violated`, async ({
    browser,
  }) => {
    const market = await openMarket(browser);
    const { page, refused } = await keptPage(browser);
    await enter(page, who, market);
    await open(page, market);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await expectReflow(page);
    const layers = await openLayers(page);
    // In turns a screen is light on the desktop and dark on the phone, or the other way.
    const larger = only === "phone" ? sizes.narrow : sizes.desktop;
    await expectAccessible(page, [larger, sizes.narrow], place % 2 === 0 ? "light" : "dark");
    // The larger screen has not closed the overlay.
    expect(await openLayers(page)).toEqual(layers);
    expect(refused).toEqual([]);
    // A separate test opens the menu with large text.
    if (name === "menu") return;
    await doubleText(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
      await expectReflow(page);
    }
    if (leaves) await dropKeptPage();
  });

test.describe("in a new browser context", () => {
  test.use({ serviceWorkers: "block" });

  test("with text at 200 % nothing is cut, covered or small on the menu with unread messages", async ({
    page,
    browser,
  }) => {
    await doubleText(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const pilot = await verifiedPerson(page, "Nomsa Dube");
    const ownersPage = await (await browser.newContext({ baseURL: site() })).newPage();
    await signIn(ownersPage, demoLogins.owner);
    for (let place = 1; place <= 10; place++)
      await post(ownersPage.request, "/api/messages", { receiverId: pilot.id, content: `Answer ${place}` });
    await ownersPage.context().close();
    await home(page);
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("link", { name: "Messages 10 unread" })).toBeVisible();
    await expectReflow(page);
  });

  test("with text at 200 % an aircraft with a verified owner fits a phone of 320 pixels", async ({ page }) => {
    await doubleText(page);
    await page.goto("/aircraft/019b76da-a800-7688-bd67-0202abaf193c");
    await expect(page.getByRole("heading", { name: "Hank Osterberg" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });

  test("at 400 % the auth dialog works as on a large screen", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto("/forgot-password");
    await page.getByRole("button", { name: "Back to Log In" }).click();
    const dialog = page.getByRole("dialog", { name: "Welcome to Tailhour" });
    await dialog.getByRole("tab", { name: "Sign Up" }).click();
    await dialog.getByLabel("Full name").fill("Nadia Brandt");
    await dialog.getByRole("radio", { name: "Aircraft Owner" }).check({ force: true });
    await dialog.getByRole("button", { name: "Create Account" }).click();
    await expect(dialog.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
    await expect(dialog.getByLabel("Email")).toBeInViewport();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toBeHidden();
  });

  test("a preference for more contrast makes borders and secondary text darker", async ({ page }) => {
    await page.emulateMedia({ contrast: "more" });
    await page.goto("/");
    const [line, strong, second, ink] = await page.evaluate(() =>
      ["--line", "--line-strong", "--ink-2", "--ink"].map((name) =>
        getComputedStyle(document.documentElement).getPropertyValue(name).trim(),
      ),
    );
    expect([line, second]).toEqual([strong, ink]);
  });

  test("forced colors keep an edge around every control", async ({ page, browser }) => {
    const market = await openMarket(browser);
    await enter(page, "pilot", market);
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto("/");
    await expect(page.getByRole("button", { name: /(to|from) favorites$/ }).first()).toBeVisible();
    const without = await page.evaluate(() =>
      [...document.querySelectorAll("main :is(button, input, select):not([tabindex='-1'])")]
        .filter((control) => control.checkVisibility() && control.getBoundingClientRect().width > 2)
        .filter((control) => {
          for (let box: Element | null = control; box && box !== document.body; box = box.parentElement) {
            const { borderTopStyle, borderBottomStyle, outlineStyle } = getComputedStyle(box);
            if (borderTopStyle !== "none" || borderBottomStyle !== "none" || outlineStyle !== "none") return false;
          }
          return true;
        })
        .map((control) => control.outerHTML.slice(0, 120)),
    );
    expect(without).toEqual([]);
  });
});
