// The uploader of a listing: its panels, fields and texts.
import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { seriousFindings } from "./axe.ts";
import { dialogEntered } from "./dialogs.ts";
import { crowdedControls, doubleText } from "./large-text.ts";
import { demoLogins, signIn } from "./people.ts";
import { openListing } from "./ways.ts";

test.use({ serviceWorkers: "block" });

// Each test loads the editor and runs axe several times.
test.slow();

test("[S114] the uploader has its panels, its card and its texts; only the top panel can be reached", async ({
  page,
}) => {
  await signIn(page, demoLogins.owner);
  await openListing(page);
  await page.getByRole("button", { name: "More ways to add" }).click();
  const uploader = page.locator(".uppy-Dashboard-inner");
  await expect(uploader.locator(".uppy-Dashboard-AddFiles").first()).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  const input = page.locator(".uppy-Dashboard-input").first();

  await input.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("No picture.") });
  await expect(uploader.getByRole("alert")).toHaveText("You can only upload: image/*");

  const background = { r: 40, g: 90, b: 160 };
  const buffer = await sharp({ create: { width: 480, height: 320, channels: 3, background } })
    .jpeg()
    .toBuffer();
  await input.setInputFiles({ name: "ramp.jpg", mimeType: "image/jpeg", buffer });
  await expect(uploader.locator(".uppy-StatusBar.is-waiting")).toBeVisible();
  await expect(uploader.getByRole("button", { name: "Upload 1 file" })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  await uploader.getByRole("button", { name: /^Edit file/ }).click();
  // The card does not save a picture without a name.
  const card = uploader.locator(".uppy-Dashboard-FileCard");
  const name = card.getByRole("textbox", { name: "Name" });
  await expect(name).toHaveValue("ramp.jpg");
  await name.fill("");
  await card.getByRole("button", { name: "Save changes" }).click();
  await expect(name).toBeFocused();
  await name.fill("Ramp at dawn");
  await card.getByRole("button", { name: "Save changes" }).click();
  await expect(card).toBeHidden();
  await expect(uploader.locator(".uppy-Dashboard-Item")).toContainText("Ramp at dawn");

  await uploader.getByRole("button", { name: /^Edit file/ }).click();
  const edit = card.getByRole("button", { name: "Crop and turn" });
  const frame = uploader.getByRole("slider", { name: "Crop frame" });
  // While a message is shown the library moves no focus.
  // A file that is refused again and again keeps the message there until the frame has the focus.
  const dropping = await uploader.evaluateHandle((place) =>
    setInterval(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["No picture."], "notes.txt", { type: "text/plain" }));
      place.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
    }, 500),
  );
  await expect(uploader.getByRole("alert").first()).toBeVisible();
  await edit.click();
  await expect(frame).toBeFocused();
  await expect(uploader.getByRole("alert").first()).toBeVisible();
  await dropping.evaluate((timer) => clearInterval(timer));
  await expect(frame).toHaveAttribute("aria-valuetext", "480 by 320");
  const editor = uploader.locator("[data-uppy-paneltype=FileEditor]");
  await expect(editor.getByRole("heading", { name: "Crop and turn" })).toBeVisible();
  // Nothing below the panel takes the focus. Escape and Back close the panel, not the uploader.
  const below = uploader.locator(".uppy-Dashboard-FileCard :is(button, input), .uppy-StatusBar button");
  const reached = await below.evaluateAll((parts: HTMLElement[]) =>
    parts.map((part) => [part.textContent, (part.focus(), document.activeElement === part)]),
  );
  expect(reached).toEqual(reached.map(([words]) => [words, false]));
  expect(reached.length).toBeGreaterThan(3);
  for (const close of [() => page.keyboard.press("Escape"), () => page.goBack()]) {
    await dialogEntered(page);
    await close();
    await expect(frame).toBeHidden();
    await expect(edit).toBeFocused();
    await expect(card.getByRole("heading", { name: "Editing Ramp at dawn" })).toBeVisible();
    await edit.click();
    await expect(frame).toBeFocused();
  }
  // As in our dialogs the actions are below the picture.
  const boxes = await Promise.all(
    [frame, uploader.getByRole("button", { name: "Use picture" })].map((part) => part.boundingBox()),
  );
  expect(boxes[1]!.y).toBeGreaterThan(boxes[0]!.y + boxes[0]!.height);
  await frame.press("]");
  await expect(frame).toHaveAttribute("aria-valuetext", "320 by 213, turned 90 degrees");
  expect(await seriousFindings(page)).toEqual([]);
  await uploader.getByRole("button", { name: "Use picture" }).click();
  await card.getByRole("button", { name: "Save changes" }).click();
  await uploader.getByRole("button", { name: "Upload 1 file" }).click();
  const tile = page.getByRole("group", { name: "Pictures" }).getByRole("img", { name: "Picture 1, main picture" });
  await expect.poll(() => tile.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBe(320);
});

test("[S115] the uploader is 750 by 550, shows a single picture at 600 pixels, and its controls are ours", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, demoLogins.owner);
  await openListing(page);
  await page.getByRole("button", { name: "More ways to add" }).click();
  const uploader = page.locator(".uppy-Dashboard-inner");
  const size = () => uploader.evaluate(({ offsetWidth, offsetHeight }: HTMLElement) => [offsetWidth, offsetHeight]);
  await expect.poll(size).toEqual([750, 550]);
  // No icon of the library is visible: ours replace them.
  const theirs = uploader.locator("svg:not(.lucide), .uppy-Dashboard-close > span").filter({ visible: true });
  await expect(theirs).toHaveCount(0);

  await uploader.getByRole("tab", { name: "Camera" }).click();
  const picker = uploader.locator('.uppy-DashboardContent-panel[data-uppy-panelType="PickerPanel"]');
  await expect(picker).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await picker.getByRole("button", { name: "Cancel" }).click();
  await expect(picker).toBeHidden();

  const background = { r: 40, g: 90, b: 160 };
  const buffer = await sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const choose = (name: string) =>
    page.locator(".uppy-Dashboard-input").first().setInputFiles({ name, mimeType: "image/jpeg", buffer });
  await choose("ramp.jpg");
  // A single picture fills the modal: the library sets a width of 600, and 280 for each of several.
  const thumbnail = uploader.locator(".uppy-Dashboard-Item-previewImg");
  await expect.poll(() => thumbnail.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBe(600);

  // Edit and remove show our icons and are 44 pixels wide and high, in the grid and on a phone.
  await uploader.getByRole("button", { name: /^Add more/ }).click();
  await choose("panel.jpg");
  const controls = uploader.locator(".uppy-Dashboard-Item").getByRole("button");
  await expect(controls).toHaveCount(4);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator(".uppy-Dashboard.uppy-size--md")).toHaveCount(width > 820 ? 1 : 0);
    const sizes = await controls.evaluateAll((all: HTMLElement[]) =>
      all.map(({ offsetWidth, offsetHeight }) => Math.min(offsetWidth, offsetHeight)),
    );
    expect([width, ...sizes.filter((size) => size < 44)]).toEqual([width]);
    await expect(theirs).toHaveCount(0);
  }
  await controls.first().click();
  await expect(uploader.locator(".uppy-Dashboard-FileCard")).toBeVisible();
  await expect(theirs).toHaveCount(0);
});

// The letters around each line break of a text that is inside a word.
function brokenWords(element: Element): string[] {
  const node = element.firstChild!;
  const text = node.textContent ?? "";
  const lineOf = (place: number) => {
    const range = document.createRange();
    range.setStart(node, place);
    range.setEnd(node, place + 1);
    return range.getBoundingClientRect().top;
  };
  return [...text].flatMap((letter, place) => {
    const next = text[place + 1];
    const isBroken = next && lineOf(place + 1) > lineOf(place) && /\w/.test(letter) && /\w/.test(next);
    return isBroken ? [text.slice(place - 3, place + 5)] : [];
  });
}

test("[S870] the uploader breaks no name inside a word, says which picture is cropped, and fits with large text", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, demoLogins.owner);
  await openListing(page);
  const form = page.getByRole("group", { name: "Pictures" });
  const background = { r: 40, g: 90, b: 160 };
  const buffer = await sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const jpeg = (name: string) => ({ name, mimeType: "image/jpeg", buffer });
  await form.locator("[data-choose]").setInputFiles([jpeg("first.jpg")]);
  await expect(form.getByRole("img", { name: "Picture 1, main picture" })).toBeVisible();
  await page.getByRole("button", { name: "More ways to add" }).click();
  const uploader = page.locator(".uppy-Dashboard-inner");
  const files = [jpeg("panel-single-engine.jpg"), jpeg("IMG_20261124_101512_evening_ramp.jpg")];
  await page.locator(".uppy-Dashboard-input").first().setInputFiles(files);
  const names = uploader.locator(".uppy-Dashboard-Item-name");
  await expect(names).toHaveCount(2);
  for (const large of [false, true]) {
    if (large) {
      await doubleText(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await expect(page.locator(".uppy-Dashboard.uppy-size--md")).toHaveCount(0);
    }
    for (const name of await names.all()) expect(await name.evaluate(brokenWords)).toEqual([]);
    // Another width plays its entrance again.
    await expect.poll(() => crowdedControls(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await uploader
    .getByRole("button", { name: /^Edit file/ })
    .nth(1)
    .click();
  await uploader.getByRole("button", { name: "Crop and turn" }).click();
  await expect(uploader.getByText("Picture 3 of 3", { exact: true })).toBeVisible();
  // The panel slides in.
  await expect.poll(() => crowdedControls(page)).toEqual([]);
});
