// The JavaScript that a signed-in user's Home loads after the first paint: which files, how large, and whether all work offline.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { openSignedIn } from "./device.ts";
import { signUp } from "./people.ts";

const built = fileURLToPath(new URL("../../dist/pwa", import.meta.url));

/** The goal and the bound, in bytes. Decision 0015 lists what each file contains. */
const MOST_BYTES = 60_000;

/** The files' names without their hashes. A new one has to be worth a request on every visit. */
const afterPaint = ["dexie", "idle-effects", "open-device", "shared", "sync-pill", "user-store"] as const;

const nameOf = (file: string) => path.basename(file).replace(/-[\w-]{8}\.js$/, "");
const gzipped = (file: string) => gzipSync(readFileSync(path.join(built, file))).length;

test("a signed-in Home loads at most 60 kB of scripts after the first paint, and all code works offline", async ({
  page,
}) => {
  await signUp(page, "Ann Small");
  await openSignedIn(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const shell = await (await page.request.get("/index.html", { headers: { Accept: "text/html" } })).text();
  const files = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isPage = request.resourceType() === "script" && request.serviceWorker() === null;
    if (isPage && pathname.startsWith("/assets/") && !shell.includes(pathname)) files.add(pathname);
  });
  await page.reload();
  await expect.poll(() => [...files].map(nameOf).sort()).toEqual(afterPaint);
  const bytes = [...files].reduce((sum, file) => sum + gzipped(file), 0);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);

  const scripts = readdirSync(path.join(built, "assets")).filter((file) => file.endsWith(".js"));
  const missing = await page.evaluate(async (all) => {
    const stored = await Promise.all(all.map((file) => caches.match(`/assets/${file}`, { ignoreSearch: true })));
    return all.filter((_, at) => !stored[at]);
  }, scripts);
  expect(missing).toEqual([]);
});
