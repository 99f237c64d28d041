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

/** Of the first load; the goal and the bound too. */
const MOST_FIRST_BYTES = 110_000;

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

test("[S1325] Home's first load is at most 110 kB of scripts", async ({ page }) => {
  const [document, shell] = await Promise.all(
    ["/", "/index.html"].map(async (path) =>
      (await page.request.get(path, { headers: { Accept: "text/html" } })).text(),
    ),
  );
  const named = [...`${document}${shell}`.matchAll(/<(?:script|link)[^>]+(?:src|href)="\/([^"]+\.js)"/g)];
  const files = [...new Set(named.map(([, file]) => file!))];
  expect(files.map((file) => file.replace(/-[\w-]{8}\.js$/, ".js")).sort()).toEqual([
    ...["assets/index.js", "assets/libraries.js", "assets/rolldown-runtime.js"],
    ...["start.js", "theme.js", "trusted-types.js"],
  ]);
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(built, file))).length, 0);
  expect(bytes).toBeLessThanOrEqual(MOST_FIRST_BYTES);
});

test("[S1329] neither Home nor an aircraft's page makes a formatter of dates or numbers before it works", async ({
  page,
}) => {
  await page.addInitScript(() => {
    // A slow phone waits 60 to 130 ms for the first one.
    const made: string[] = [];
    const noted = <Made extends object>(name: string, make: () => Made): Made => (made.push(name), make());
    for (const name of ["DateTimeFormat", "NumberFormat", "ListFormat"] as const) {
      const Formatter = Intl[name] as new (...given: unknown[]) => object;
      const construct = (_: object, given: unknown[]) => noted(name, () => new Formatter(...given));
      const apply = (_: object, __: unknown, given: unknown[]) => construct(_, given);
      Object.assign(Intl, { [name]: new Proxy(Formatter, { construct, apply }) });
    }
    for (const name of ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"] as const) {
      const words = Date.prototype[name];
      Date.prototype[name] = function (...given: []) {
        made.push(name);
        return words.apply(this, given);
      };
    }
    document.addEventListener("app-listens", () => Object.assign(globalThis, { made: [...made] }));
  });
  const [plane] = (await (await page.request.get("/api/aircraft")).json()) as { id: string }[];
  for (const path of ["/", `/aircraft/${plane!.id}`]) {
    await page.goto(path);
    const made = await page.waitForFunction(() => (globalThis as { made?: string[] }).made);
    expect([path, await made.jsonValue()]).toEqual([path, []]);
  }
});

test("[S1330] Temporal and a formatter of dates agree on the clock of every zone", async ({ page }) => {
  await page.goto("/");
  const [zones, different] = await page.evaluate(() => {
    type Clocks = {
      Instant: { fromEpochMilliseconds(at: number): { toZonedDateTimeISO(zone: string): { toString(): string } } };
    };
    const { Instant } = (globalThis as unknown as { Temporal: Clocks }).Temporal;
    const all = Intl.supportedValuesOf("timeZone");
    const wrong: string[] = [];
    for (const timeZone of all) {
      const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
      for (let at = Date.UTC(2025, 0, 1); at < Date.UTC(2030, 0, 1); at += 20 * 86_400_000) {
        const shown = Instant.fromEpochMilliseconds(at)
          .toZonedDateTimeISO(timeZone)
          .toString()
          .slice(0, 19)
          .replace("T", " ");
        if (shown !== format.format(at)) wrong.push(`${timeZone} ${at}`);
      }
    }
    return [all.length, wrong] as const;
  });
  expect(zones).toBeGreaterThan(300);
  expect(different).toEqual([]);
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
    // Other tests change aircraft, and the code for that comes with the first change.
    const isOfChanges = nameOf(pathname) === "segments";
    if (isPage && pathname.startsWith("/assets/") && !shell.includes(pathname) && !isOfChanges) files.add(pathname);
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
