// Measures B1, the bytes Home downloads before it works, and B12, the bytes of its first cards.
import { gzipSync } from "node:zlib";
import { chromium, type Page } from "@playwright/test";
import { browserSwitches, findBrowser } from "../../tests/setup/browser.ts";
import { atMost, type Bench, type Measurement } from "../item.ts";
import { startProduct } from "../../tests/setup/product.ts";
import { CARDS } from "./watch.ts";

const KB = 1000;

export const bundle: Bench = {
  async run() {
    const product = await startProduct();
    try {
      return await measure(product.url);
    } finally {
      await product.stop();
    }
  },
};

async function measure(url: string): Promise<Measurement[]> {
  const html = await (await fetch(url, { headers: { Accept: "text/html" } })).text();
  const shell = await (await fetch(`${url}/index.html`, { headers: { Accept: "text/html" } })).text();
  // The served page loads the app after its first paint; the shell's head has the file names.
  const scripts = addresses(html + shell, /<(?:script|link)[^>]+(?:src|href)="(\/[^"]+\.js)"/g);
  const after = (await scriptsOfSignedIn(url)).filter((path) => !scripts.includes(path));
  const styles = addresses(html, /<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g);
  return [
    {
      item: "B1",
      what: `JavaScript before home works, gzipped (${scripts.length} files)`,
      value: (await gzipped(url, scripts)) / KB,
      unit: "kB",
      bar: atMost(150),
      goal: atMost(110),
    },
    {
      item: "B1",
      what: `JavaScript after the first paint, signed in, gzipped (${after.length} files)`,
      value: (await gzipped(url, after)) / KB,
      unit: "kB",
      goal: atMost(60),
    },
    {
      item: "B1",
      what: `CSS on first load, gzipped (${styles.length} file)`,
      value: (await gzipped(url, styles)) / KB,
      unit: "kB",
    },
    {
      item: "B12",
      what: `data and markup of the first ${CARDS} cards, gzipped`,
      value: (gzipSync(html).length - gzipSync(withoutCards(html)).length) / KB,
      unit: "kB",
      bar: atMost(20),
      goal: atMost(6),
    },
    {
      item: "B12",
      what: "the same with all else of the page: header, search, filters and footer",
      value: (gzipSync(html).length - gzipSync(shell).length) / KB,
      unit: "kB",
    },
  ];
}

/** The page without the markup of its cards and without their data. */
function withoutCards(html: string): string {
  const cards = html.match(/<article\b.*?<\/article>/gs) ?? [];
  const data = /<script[^>]+id="page-data"[^>]*>(.*?)<\/script>/s.exec(html)?.[1];
  if (cards.length !== CARDS || !data) throw new Error(`The page has ${cards.length} cards.`);
  return [...cards, data].reduce((rest, part) => rest.replace(part, ""), html);
}

/** Milliseconds in which home fetches what it defers until the browser is idle. */
const QUIET = 8_000;

/** The scripts that home loads for a returning user without interaction: the service worker serves the page. */
async function scriptsOfSignedIn(url: string): Promise<string[]> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserSwitches });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.evaluate(signUp);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    return await scriptsOfReload(page);
  } finally {
    await browser.close();
  }
}

async function signUp(): Promise<void> {
  const body = { name: "Ann", email: "ann@bench.test", password: "four-words-for-a-bench", userType: "pilot" };
  const headers = { "Content-Type": "application/json" };
  const { status } = await fetch("/api/auth/signup", { method: "POST", headers, body: JSON.stringify(body) });
  if (status >= 300) throw new Error(`The sign-up was answered with ${status}.`);
}

async function scriptsOfReload(page: Page): Promise<string[]> {
  const paths = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script" && request.serviceWorker() === null)
      paths.add(new URL(request.url()).pathname);
  });
  const isSynced = page.waitForResponse((response) => response.url().endsWith("/api/sync"));
  await page.reload();
  await isSynced;
  await page.waitForTimeout(QUIET);
  return [...paths].filter((path) => path.endsWith(".js"));
}

function addresses(html: string, pattern: RegExp): string[] {
  return [...new Set([...html.matchAll(pattern)].map((match) => match[1] ?? ""))];
}

async function gzipped(url: string, paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (path) => gzipSync(Buffer.from(await (await fetch(url + path)).arrayBuffer())).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
