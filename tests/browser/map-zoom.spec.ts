// The marks of the map while a zoom runs: pictures of them move, in the looks of their elements.
import { expect, test, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { appStarted } from "./device.ts";
import { expectLand } from "./map-land.ts";

type Watched = { seen: number; moves: number };

async function openMap(page: Page, path: string): Promise<Locator> {
  await page.goto(path);
  await appStarted(page);
  const map = page.getByRole("application");
  await expect(map).toHaveAttribute("aria-busy", "false");
  await expectLand(page);
  await expect(map.getByRole("button").first()).toBeVisible();
  return map;
}

test("[S1296] a zoom moves pictures of the marks, and each element only where it ends", async ({ page }) => {
  const map = await openMap(page, "/map");
  const press = async (name: string) => {
    await page.evaluate(watchMarks);
    const address = page.url();
    await page.getByRole("button", { name, exact: true }).click();
    await expect(page).not.toHaveURL(address);
    await expect(map).toHaveAttribute("aria-busy", "false");
    return page.evaluate(() => {
      const { seen, moves } = self as unknown as Watched;
      return { seen, moves };
    });
  };
  // The first pictures come with the letters of the worker.
  await expect.poll(async () => (await press("Closer")).seen + (await press("Farther")).seen).toBe(2);
  const { seen, moves } = await press("Closer");
  expect(seen).toBe(1);
  // Where the zoom ends, and where the marks of its scale belong.
  expect(moves).toBeGreaterThan(0);
  expect(moves).toBeLessThan(4);
  await expect(map.locator("canvas").nth(1)).toBeHidden();
  expect(await map.evaluate((one) => getComputedStyle(one.lastElementChild!).opacity)).toBe("1");
});

/** Notes whether the pictures are seen, 1 or 0, and the most moves of an element. Runs in the page. */
function watchMarks() {
  const watched = self as unknown as Watched;
  Object.assign(watched, { seen: 0, moves: 0 });
  const moves = new Map<Node, number>();
  let wasSeen = false;
  const canvas = document.querySelectorAll<HTMLElement>("[role=application] canvas")[1]!;
  new MutationObserver((all) => {
    for (const { target } of all) {
      if (target === canvas) wasSeen ||= canvas.style.visibility === "visible";
      else if (target instanceof HTMLElement && "x" in target.dataset) moves.set(target, (moves.get(target) ?? 0) + 1);
    }
    watched.seen = wasSeen ? 1 : 0;
    watched.moves = Math.max(...moves.values(), 0);
  }).observe(document.querySelector("[role=application]")!, { attributeFilter: ["style"], subtree: true });
}

/** Shows the marks alone, and lets a zoom that has begun never end. Runs in the page. */
function keepZoom() {
  const style = new CSSStyleSheet();
  style.replaceSync(`
    [aria-label=Map] > :not([role=application]), [role=application] > :first-child { display: none !important }
    [role=application] button { box-shadow: none !important; transition: none !important; outline: none !important }`);
  document.adoptedStyleSheets.push(style);
  const wait = setTimeout;
  const restMs = 140;
  self.setTimeout = ((act: () => void, ms: number) => (ms === restMs ? 0 : wait(act, ms))) as typeof setTimeout;
}

type Picture = { data: Buffer; width: number };

/** The mean difference of two pictures of one size, 0 to 255. The second one is moved by up to `most` pixels. */
function difference(one: Picture, other: Picture, most: number): number {
  const height = one.data.length / one.width / 3;
  let least = Infinity;
  for (let right = -most; right <= most; right++)
    for (let down = -most; down <= most; down++) {
      let sum = 0;
      for (let y = most; y < height - most; y++)
        for (let x = most * 3; x < (one.width - most) * 3; x++)
          sum += Math.abs(one.data[y * one.width * 3 + x]! - other.data[(y + down) * one.width * 3 + x + right * 3]!);
      least = Math.min(least, sum / one.data.length);
    }
  return least;
}

/** The same without the mark. */
function groundOf({ data, width }: Picture): Picture {
  return { data: Buffer.alloc(data.length, data.subarray(0, 3)), width };
}

for (const [theme, density] of [
  ["light", 1],
  ["dark", 2],
] as const)
  test(`[S1297] pictures of a tag, the chosen and the raised one, and a cluster look like the elements, ${theme}`, async ({
    browser,
    baseURL,
  }) => {
    const viewport = { width: 1440, height: 900 };
    const context = await browser.newContext({ baseURL, colorScheme: theme, deviceScaleFactor: density, viewport });
    const page = await context.newPage();
    const map = await openMap(page, "/map?near=KAPA");
    const names = [/^KAPA /, /^KPDK /, /^KPWK /, /^4 aircraft at K M Y F /];
    await expect(map.getByRole("button", { name: names.at(-1)! })).toBeVisible();
    await map.getByRole("button", { name: /^KPWK / }).click();
    await page.mouse.move(0, 0);
    await page.evaluate(keepZoom);
    const { x, y } = (await map.boundingBox())!;
    const pictureOf = async (name: RegExp) => {
      const box = (await map.getByRole("button", { name }).first().boundingBox())!;
      const clip = { x: box.x - 6, y: box.y - 6, width: box.width + 12, height: box.height + 24 };
      const { data, info } = await sharp(await page.screenshot({ clip }))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return { data, width: info.width };
    };
    const elements = await Promise.all(names.map(pictureOf));
    await expect(async () => {
      await page.mouse.move(x + 5, y + 5);
      await page.mouse.wheel(0, 0.01);
      await expect(map.locator("canvas").nth(1)).toBeVisible({ timeout: 1000 });
    }).toPass();
    for (const [nth, name] of names.entries()) {
      const element = elements[nth]!;
      const change = difference(element, await pictureOf(name), density) / difference(element, groundOf(element), 0);
      // Elements lie between pixels, pictures do not.
      expect(change, `${name}`).toBeLessThan(0.5);
    }
    await context.close();
  });

test("[S1298] software that brings a mark into view does not scroll the map away from its land", async ({ page }) => {
  const map = await openMap(page, "/map");
  const tag = map.locator("[data-x]:not([inert]) > button[aria-pressed]").first();
  const [{ x, width }, { x: left, width: wide, y }] = [(await tag.boundingBox())!, (await map.boundingBox())!];
  await page.mouse.move(left + 8, y + 200);
  await page.mouse.down();
  // Its right end is beyond the edge.
  await page.mouse.move(left + 8 + (left + wide - x - width + 20), y + 200, { steps: 10 });
  await page.mouse.up();
  await expect(page).toHaveURL(/[?&]at=/);
  await map.locator("[data-x]:not([inert]) > button").evaluateAll((all) => {
    for (const one of all) one.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  expect(await map.evaluate((one) => [one.scrollLeft, one.scrollTop])).toEqual([0, 0]);
  const land = (await map.locator("canvas").first().boundingBox())!;
  expect(land.x).toBeLessThan(left);
  expect(land.x + land.width).toBeGreaterThan(left + wide);
});
