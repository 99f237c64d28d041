// The uploader's client against the server's multipart calls, as for a file above its threshold.
import path from "node:path";
import { expect, test, type Page, type Request } from "@playwright/test";
import { build } from "esbuild";
import sharp from "sharp";
import { demoLogins, signIn } from "./people.ts";
import { openListing } from "./ways.ts";

// Blocks the service worker, because it would hide the requests that the tests modify.
test.use({ serviceWorkers: "block" });

type Result = { successful: { uploadURL?: string }[]; failed: { error: string | null }[] };

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- extends one of a library, which a type cannot
  interface Window {
    uploader: { Uppy: new () => Uploader; AwsS3: unknown };
    uppy: Uploader;
  }
}

type Uploader = {
  use(plugin: unknown, options: object): Uploader;
  addFile(file: object): string;
  upload(): Promise<Result>;
  pauseAll(): void;
  resumeAll(): void;
  cancelAll(): void;
};

let client: string;
let photo: string;

test.beforeAll(async () => {
  const entryPoints = [path.join(import.meta.dirname, "..", "setup", "uploader-client.ts")];
  const { outputFiles } = await build({ entryPoints, bundle: true, format: "iife", platform: "browser", write: false });
  client = outputFiles[0]!.text;
  // Three bytes per pixel give two parts.
  const bytes = await sharp({ create: { width: 1400, height: 1400, channels: 3, background: "#3a6ea5" } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  expect(bytes.length).toBeGreaterThan(5_300_000);
  photo = bytes.toString("base64");
});

async function chooseFile(page: Page): Promise<Request[]> {
  const asked: Request[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/s3/")) asked.push(request);
  });
  await signIn(page, demoLogins.owner);
  await page.goto("/how-it-works");
  await page.evaluate(client);
  await page.evaluate((base64) => {
    const data = new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type: "image/png" });
    window.uppy = new window.uploader.Uppy().use(window.uploader.AwsS3, {
      endpoint: location.origin,
      shouldUseMultipart: true,
      retryDelays: [0, 50, 100, 200],
    });
    window.uppy.addFile({ name: "ramp.png", type: "image/png", data });
  }, photo);
  return asked;
}

const upload = (page: Page) =>
  page.evaluate(async () => {
    const { successful, failed } = await window.uppy.upload();
    return { urls: successful.map(({ uploadURL }) => uploadURL), errors: failed.map(({ error }) => error) };
  });

async function claim(page: Page, aircraftImageURL: string | undefined): Promise<string> {
  const headers = { Origin: new URL(page.url()).origin };
  const answer = await page.request.put("/api/aircraft-images", { data: { aircraftImageURL }, headers });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { objectPath: string }).objectPath;
}

const told = (asked: Request[]) =>
  asked.map((request) => {
    const { pathname } = new URL(request.url());
    return `${request.method()} ${pathname.replaceAll(/[0-9a-f-]{36}/g, "ID")}`;
  });

test("[S274] a large picture of a listing is sent in parts; after a fault and a reload only the missing part follows", async ({
  page,
}) => {
  const asked: Request[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/s3/")) asked.push(request);
  });
  let isCut = true;
  await page.route(/\/s3\/multipart\/[^/]+\/2\?/, async (route) => {
    if (isCut && route.request().method() === "PUT") await route.abort("connectionreset");
    else await route.continue();
  });
  await signIn(page, demoLogins.owner);
  await openListing(page);
  const field = page.getByRole("group", { name: "Pictures" });
  const buffer = Buffer.from(photo, "base64");
  await field.locator("[data-choose]").setInputFiles({ name: "ramp.png", mimeType: "image/png", buffer });
  await expect(field.getByRole("progressbar", { name: "Sending picture 1" })).toBeVisible();
  await expect.poll(() => told(asked).filter((one) => one === "PUT /s3/multipart/ID/2").length).toBeGreaterThan(0);
  await expect.poll(() => told(asked)).toContain("PUT /s3/multipart/ID/1");

  // The server has the first part: a reload would end its request.
  const [first] = asked.filter((request) => told([request])[0] === "PUT /s3/multipart/ID/1");
  await (await first!.response())?.finished();
  await page.reload();
  isCut = false;
  asked.length = 0;
  await openListing(page);
  await expect(field.getByText("Sent", { exact: true })).toBeVisible({ timeout: 60_000 });
  expect(told(asked).filter((one) => one !== "GET /s3/multipart/ID")).toEqual([
    "GET /s3/multipart/ID/2",
    "PUT /s3/multipart/ID/2",
    "POST /s3/multipart/ID/complete",
  ]);
  const shown = field.getByRole("img", { name: "Picture 1, main picture" });
  await expect(shown).toHaveAttribute("src", /^\/objects\/.*w=640$/);
  await expect.poll(() => shown.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBe(640);
});

test("deleting a picture in mid-upload ends its requests and aborts its upload on the server", async ({ page }) => {
  // Held until the page cancels it.
  await page.route(/\/s3\/multipart\/[^/]+\/2\?/, async (route) => {
    if (route.request().method() !== "PUT") await route.continue();
  });
  await signIn(page, demoLogins.owner);
  await openListing(page);
  const field = page.getByRole("group", { name: "Pictures" });
  const second = page.waitForRequest((request) => request.method() === "PUT" && request.url().includes("/2?"));
  const buffer = Buffer.from(photo, "base64");
  await field.locator("[data-choose]").setInputFiles({ name: "ramp.png", mimeType: "image/png", buffer });
  await second;
  const cancelled = page.waitForEvent("requestfailed", (request) => request.url().includes("/2?"));
  const aborted = page.waitForResponse((answer) => answer.request().method() === "DELETE");
  await field.getByRole("button", { name: "Delete picture 1" }).click();
  // The toast offers Undo until it closes.
  await page.locator("li", { hasText: "Picture 1 deleted." }).getByRole("button", { name: "Close" }).click();
  await cancelled;
  const answer = await aborted;
  expect([answer.status(), await answer.json()]).toEqual([200, {}]);
  expect((await page.request.get(answer.url())).status()).toBe(404);
  await expect(field.getByText(/only\. It sends/)).toBeHidden();
});

test("[S303] a failed part is signed and sent again, after a server error, an expired URL or a lost connection", async ({
  page,
}) => {
  const asked = await chooseFile(page);
  const faults = [
    { status: 503, body: "" },
    { status: 403, body: "<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>" },
    null,
  ];
  await page.route(/\/s3\/multipart\/[^/]+\/2\?/, async (route) => {
    const fault = route.request().method() === "PUT" ? faults.shift() : undefined;
    if (fault === undefined) return route.continue();
    return fault ? route.fulfill(fault) : route.abort("connectionreset");
  });
  const { urls, errors } = await upload(page);
  expect(errors).toEqual([]);
  expect(told(asked).filter((one) => one === "PUT /s3/multipart/ID/2")).toHaveLength(4);
  await claim(page, urls[0]);
});

test("[S275] a resumed upload sends only missing parts", async ({ page }) => {
  const asked = await chooseFile(page);
  let isFirst = true;
  await page.route(/\/s3\/multipart\/[^/]+\/2\?/, async (route) => {
    if (route.request().method() !== "PUT" || !isFirst) return route.continue();
    isFirst = false;
    await page.evaluate(() => window.uppy.pauseAll());
    await route.abort();
    await page.evaluate(() => window.uppy.resumeAll());
  });
  const { urls, errors } = await upload(page);
  expect(errors).toEqual([]);
  expect(told(asked)).toContain("GET /s3/multipart/ID");
  await claim(page, urls[0]);
});

test("[S277] a cancelled upload is aborted", async ({ page }) => {
  await chooseFile(page);
  await page.route(/\/s3\/multipart\/[^/]+\/2\?/, async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    await page.evaluate(() => window.uppy.cancelAll());
    await route.abort();
  });
  const ended = page.waitForResponse((answer) => answer.request().method() === "DELETE");
  await page.evaluate(() => void window.uppy.upload());
  const answer = await ended;
  expect([answer.status(), await answer.json()]).toEqual([200, {}]);
  expect((await page.request.get(answer.url())).status()).toBe(404);
});
