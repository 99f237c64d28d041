// Reads the map's canvas, because a picture of land comes from a worker after the page is ready.
import { expect, type Page } from "@playwright/test";

/** Waits until more than half of the middle of the map is land: the rest are edges and names. */
export async function expectLand(page: Page): Promise<void> {
  await expect.poll(() => page.locator("canvas").first().evaluate(landInMiddle)).toBeGreaterThan(0.5);
}

/** The share of pixels in the middle of the map's canvas that have the color of land. Runs in the page. */
function landInMiddle(canvas: HTMLCanvasElement): number {
  const [width, height] = [60, 60];
  const [left, top] = [(canvas.width - width) / 2, (canvas.height - height) / 2];
  const middle = new OffscreenCanvas(width, height).getContext("2d")!;
  middle.fillStyle = getComputedStyle(canvas).getPropertyValue("--map-land");
  middle.fillRect(0, 0, 1, 1);
  const [red, green, blue] = middle.getImageData(0, 0, 1, 1).data;
  middle.drawImage(canvas, left, top, width, height, 0, 0, width, height);
  const { data } = middle.getImageData(0, 0, width, height);
  let land = 0;
  for (let at = 0; at < data.length; at += 4)
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) land += 1;
  return land / (width * height);
}
