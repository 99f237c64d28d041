// Serves the smallest page that does what the product does, as the limit of the browser's figures.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { build } from "esbuild";
import type { Part } from "../limits/page.ts";
import { CARDS } from "./watch.ts";

export type Smallest = {
  url: string;
  /** Serves a value at `/value` from now on: DevTools would need many seconds to hand a catalogue to a page. */
  serve(value: unknown): void;
  /** Opens it once with the first cards of the product's page and the texts of a catalogue. */
  fill(page: Page, product: Page, texts: readonly string[]): Promise<void>;
  stop(): Promise<void>;
};

declare const keep: (first: readonly Part[], texts: readonly string[]) => Promise<void>;

/** The page and its code come from the browser's cache, as the product's do. */
const worker = `
addEventListener("install", (event) => event.waitUntil(
  caches.open("page").then((cache) => cache.addAll(["/", "/page.js", "/page.css"])).then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => event.respondWith(
  caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request))));`;

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Limit</title>
<link rel="stylesheet" href="/page.css"></head><body><div id="root"></div><script src="/page.js"></script></body></html>`;

export async function startSmallest(): Promise<Smallest> {
  const { outputFiles } = await build({
    entryPoints: ["bench/limits/page.ts"],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  let css = "";
  let value = "";
  const files = (): Record<string, [type: string, text: string]> => ({
    "/": ["text/html", html],
    "/page.js": ["text/javascript", outputFiles[0]!.text],
    "/page.css": ["text/css", css],
    "/worker.js": ["text/javascript", worker],
  });
  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? "/", "http://localhost");
    if (pathname === "/value") return answer.writeHead(200, { "Content-Type": "application/json" }).end(value);
    const [type, text] = files()[pathname] ?? ["text/plain", ""];
    answer.writeHead(200, { "Content-Type": type, "Content-Encoding": "gzip" }).end(gzipSync(text));
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
    serve(given) {
      value = JSON.stringify(given);
    },
    async fill(page, product, texts) {
      const taken = await product.evaluate(takeCards, CARDS);
      css = taken.css;
      await page.goto(url);
      value = JSON.stringify(texts);
      await page.evaluate(
        async (first) => keep(first, (await (await fetch("/value")).json()) as string[]),
        taken.parts,
      );
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.reload();
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Runs in the product's page: its first cards as data, and its styles. */
function takeCards(most: number): { parts: Part[]; css: string } {
  const partOf = (element: Element): Part => ({
    tag: element.localName,
    attributes: Object.fromEntries(
      // The smallest page shows the same pictures' boxes; the pictures themselves come from the product's cache.
      [...element.attributes]
        .filter(({ name }) => !/^(src|srcset|style)$/.test(name))
        .map(({ name, value }) => [name, value]),
    ),
    children: [...element.childNodes].flatMap((node) => {
      if (node instanceof Element) return partOf(node);
      return node.nodeType === Node.TEXT_NODE && node.textContent ? node.textContent : [];
    }),
  });
  const parts = [...document.querySelectorAll("article")].slice(0, most).map(partOf);
  const sheets = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
  return { parts, css: sheets.join("\n") };
}
