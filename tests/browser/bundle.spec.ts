// The JavaScript that a signed-in user's Home loads after the first paint: which files, how large, and whether all work offline.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test, type Page } from "@playwright/test";
import { openSignedIn } from "./device.ts";
import { signUp } from "./people.ts";
import { workerControls } from "./worker.ts";

const built = fileURLToPath(new URL("../../dist/pwa", import.meta.url));

/** The goal and the bound, in bytes. Decision 0016 lists what each file contains. */
const MOST_BYTES = 60_000;

/** The files' names without their hashes. A new one has to be worth a request on every visit. */
const afterPaint = ["dexie", "idle-effects", "open-device", "shared", "user-store"] as const;

const nameOf = (file: string) => path.basename(file).replace(/-[\w-]{8}\.js$/, "");
const gzipped = (file: string) => gzipSync(readFileSync(path.join(built, file))).length;

/** The scripts and style sheets that the browser does not keep. */
function missing(page: Page): Promise<string[]> {
  const files = readdirSync(path.join(built, "assets")).filter((file) => /\.(js|css)$/.test(file));
  return page.evaluate(async (all) => {
    const stored = await Promise.all(all.map((file) => caches.match(`/assets/${file}`, { ignoreSearch: true })));
    return all.filter((_, at) => !stored[at]);
  }, files);
}

test("[S1166] a guest's first visit keeps no code that few people open; the second keeps all", async ({ page }) => {
  await page.goto("/");
  await workerControls(page);
  const left = (await missing(page)).map((file) => file.replace(/-[\w-]{8}\./, "."));
  for (const rare of ["admin.js", "map.js", "uploader.js", "uploader.css", "enrol-dialog.js"])
    expect(left).toContain(rare);
  for (const common of ["aircraft-detail.js", "messages.js", "bookings.js", "listing-dialog-with-pictures.js"])
    expect(left).not.toContain(common);
  await page.reload();
  await expect.poll(() => missing(page)).toEqual([]);
});

test("[S1262] the worker of a first visit gets the code in one request, and keeps it with its type and policies", async ({
  page,
  context,
}) => {
  const asked: string[] = [];
  context.on("request", (request) => {
    if (request.serviceWorker()) asked.push(new URL(request.url()).pathname);
  });
  await page.goto("/");
  await workerControls(page);
  expect(asked.filter((file) => /^\/assets\/code-[\w-]+\.json$/.test(file))).toHaveLength(1);
  // The font, the pictures, and what the page itself has loaded.
  expect(asked.length).toBeLessThan(30);
  const files = [".js", ".css"].map((ending) =>
    readdirSync(path.join(built, "assets")).find((file) => file.startsWith("chat-dialog-") && file.endsWith(ending)),
  );
  const headers = await page.evaluate(
    (all) =>
      Promise.all(
        all.map(async (file) => {
          const { headers: kept } = (await caches.match(`/assets/${file}`))!;
          const isGuarded = kept.get("content-security-policy")?.includes("default-src 'self'");
          return [
            kept.get("content-type"),
            kept.get("x-content-type-options"),
            isGuarded,
            kept.get("content-encoding"),
          ];
        }),
      ),
    files,
  );
  expect(headers).toEqual([
    ["text/javascript; charset=utf-8", "nosniff", true, null],
    ["text/css; charset=utf-8", "nosniff", true, null],
  ]);
});

test("[S1322] the page that links lead to comes in few files, with two style sheets of its own", async ({ page }) => {
  const [plane] = (await (await page.request.get("/api/aircraft")).json()) as { id: string }[];
  const document = await (await page.request.get(`/aircraft/${plane!.id}`)).text();
  // The app's own and the page's; others would delay its first paint one by one.
  expect(document.match(/<link rel="stylesheet"/g)!.length).toBeLessThanOrEqual(3);
  expect(/data-modules="([^"]+)"/.exec(document)![1]!.split(" ").length).toBeLessThanOrEqual(40);
});

test("the server's page renderer has one build of React, the one for production", () => {
  const bundle = readFileSync(fileURLToPath(new URL("../../dist/prerender/prerender.js", import.meta.url)), "utf8");
  expect(bundle).toContain("react-dom-server.node.production.js");
  expect(bundle.match(/react[a-z.-]*\.development\.js/g)).toBeNull();
});

test("a signed-in Home loads at most 60 kB of scripts after the first paint, and all code works offline", async ({
  page,
}) => {
  await signUp(page, "Ann Small");
  await openSignedIn(page);
  await workerControls(page);
  // Before any further navigation, with which the worker keeps all code for guests too.
  await expect.poll(() => missing(page)).toEqual([]);
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

  await expect.poll(() => missing(page)).toEqual([]);
  // Of the second visit on, so that a search without a network finds all airfields.
  const hasIndex = () => page.evaluate(async () => (await (await caches.open("airfields")).keys()).length);
  await expect.poll(hasIndex).toBe(1);
});
