// The full-screen viewer on a phone: fingers, Back, and no network.
import { expect, test, type CDPSession, type Locator, type Page } from "@playwright/test";
import { appStarted, detailsOnDevice } from "./device.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

type Fingers = readonly { x: number; y: number }[];

/** Moves fingers over the screen as a touch device reports them. */
async function touch(session: CDPSession, from: Fingers, to: Fingers): Promise<void> {
  const between = (share: number) =>
    from.map(({ x, y }, id) => ({ id, x: x + (to[id]!.x - x) * share, y: y + (to[id]!.y - y) * share }));
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: between(0) });
  for (const share of [0.25, 0.5, 0.75, 1])
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: between(share) });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Notes from where («0») or to where («1») each picture travels, beside the place of the viewer. */
async function noteTravels(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (keyframes, options) {
      if (this instanceof HTMLImageElement && this.dataset["travels"] !== undefined && Array.isArray(keyframes)) {
        const end = keyframes.findIndex(({ transform }) => transform !== "none");
        const [x = 0, y = 0] = String(keyframes[end]?.["transform"])
          .match(/-?[\d.]+/g)!
          .map(Number);
        const { left, top, width, height } = this.getBoundingClientRect();
        const middle = [left + width / 2 + x, top + height / 2 + y].map(Math.round);
        document.body.dataset["noted"] = `${document.body.dataset["noted"] ?? ""}${end}: ${middle.join(" ")};`;
      }
      return animate.call(this, keyframes, options);
    };
  });
  return () => page.evaluate(() => document.body.dataset["noted"]?.split(";").slice(0, -1) ?? []);
}

const middleOf = (control: Locator) =>
  control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2].map(Math.round).join(" ");
  });

test("[S554] offline, a visited aircraft's pictures open full screen: swipe, pinch, double tap; Back closes them; they travel from and to their thumbnails, not with reduced motion", async ({
  page,
  context,
}) => {
  const list = (await (await page.request.get("/api/aircraft")).json()) as { id: string; name: string }[];
  const plane = list.find(({ name }) => name.startsWith("Cirrus SR22"))!;
  const address = `/aircraft/${plane.id}`;
  await page.goto(address);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const stored = () =>
    page.evaluate(async () => (await (await caches.open("pictures")).keys()).map(({ url }) => new URL(url).pathname));
  await expect
    .poll(stored)
    .toEqual(
      expect.arrayContaining([
        "/illustrations/cirrus-sr22-g5.svg",
        "/illustrations/panel-single-engine.svg",
        "/illustrations/cabin-single-engine.svg",
      ]),
    );
  await expect.poll(() => detailsOnDevice(page)).toContain(plane.id);

  await context.setOffline(true);
  await page.reload();
  await appStarted(page);
  const opener = page.getByRole("button", { name: "Show 3 drawings full screen" });
  const travels = await noteTravels(page);
  const thumb = (place: number) => page.getByRole("button", { name: `${plane.name}, picture ${place} of 3` });
  await opener.scrollIntoViewIfNeeded();
  const first = await middleOf(thumb(1));
  await opener.tap();
  const viewer = page.getByRole("dialog", { name: plane.name });
  const counter = viewer.getByRole("status");
  const scale = async () => Number(await viewer.locator("[data-scale]").getAttribute("data-scale"));
  await expect(counter).toContainText("Picture 1 of 3");

  const session = await context.newCDPSession(page);
  await touch(session, [{ x: 300, y: 400 }], [{ x: 90, y: 410 }]);
  await expect(counter).toContainText("Picture 2 of 3");
  const picture = viewer.getByRole("img", { name: /picture 2 of 3$/ });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  // The pinch asks for ten times the size.
  const pinch = [
    { x: 185, y: 400 },
    { x: 205, y: 400 },
  ];
  await touch(session, pinch, [
    { x: 95, y: 400 },
    { x: 295, y: 400 },
  ]);
  expect(await scale()).toBe(4);
  await touch(session, [{ x: 300, y: 400 }], [{ x: 90, y: 400 }]);
  await expect(counter).toContainText("Picture 2 of 3");
  const middle = [{ x: 195, y: 400 }];
  await touch(session, middle, middle);
  await touch(session, middle, middle);
  await expect.poll(scale).toBe(1);

  await page.goBack();
  await expect(viewer).toBeHidden();
  expect(new URL(page.url()).pathname).toBe(address);
  await expect(thumb(2)).toBeFocused();
  expect(await travels()).toEqual([`0: ${first}`, `1: ${await middleOf(thumb(2))}`]);
  await expect(page.locator("[data-travels]")).toHaveCount(0);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await opener.tap();
  const moving = () =>
    viewer.evaluate((box) =>
      [box, ...box.querySelectorAll("[data-scale] > *")].flatMap((part) => {
        const { animationDuration, transitionDuration } = getComputedStyle(part);
        return [animationDuration, transitionDuration].map(Number.parseFloat).filter((seconds) => seconds > 0.001);
      }),
    );
  expect(await moving()).toEqual([]);
  await touch(session, [{ x: 195, y: 300 }], [{ x: 200, y: 560 }]);
  await expect(viewer).toBeHidden();
  expect(await travels()).toHaveLength(2);
  const hasEntry = () => page.evaluate(() => Boolean((history.state as { overlay?: boolean } | null)?.overlay));
  await expect.poll(hasEntry).toBe(false);
});
