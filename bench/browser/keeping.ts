// Measures B5 in a real browser: the time from the text of the catalogue's files to stored, searchable cards.
import type { Browser } from "@playwright/test";
import { build } from "esbuild";
import { ofRounds, type Bound, type Measurement } from "../item.ts";
import { catalogueFiles, manifestOf } from "./stage.ts";

/** tsx adds calls of this helper around named functions, so the page needs it too. */
export const nameless = "globalThis.__name = (it) => it;";

export function count(size: number): string {
  return size.toLocaleString("en-US");
}

declare const device: {
  openDevice(ports: object): Promise<{ catalogue: { refresh(): Promise<string>; summary(): { rows: number } } }>;
};

/** Time to parse, index and store the catalogue, compared with storing the same text. */
export async function keeping(browser: Browser, size: number, bar: Bound, goal: Bound): Promise<Measurement[]> {
  const code = await bundled("pwa/device/open-device.ts", "device");
  const worker = await bundled("pwa/device/catalogue/index/pack-worker.ts");
  const files = catalogueFiles(size);
  const answers: Record<string, string> = { "/api/catalogue": manifestOf(files) };
  for (const [bucket, { base }] of files) answers[`/api/catalogue/${bucket}/base/1`] = base;
  const times: { ours: number; raw: number }[] = [];
  for (let round = 0; round < 5; round++) {
    const context = await browser.newContext();
    await context.addInitScript({ content: nameless });
    const page = await context.newPage();
    // IndexedDB needs a page with an origin.
    await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "<title>Bench</title>" }));
    await page.goto("http://localhost:9/");
    await page.evaluate(code + ";globalThis.device = device");
    times.push(await page.evaluate(keepInPage, { answers, size, worker }));
    await context.close();
  }
  const rounds = ofRounds(
    times.map(({ ours }) => ours),
    times.map(({ raw }) => raw),
  );
  return [{ item: "B5", what: `keep ${count(size)} cards, parsed and searchable`, ...rounds, unit: "ms", bar, goal }];
}

async function bundled(entry: string, globalName?: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    ...(globalName ? { globalName } : {}),
  });
  return outputFiles[0]!.text;
}

type Asked = { answers: Record<string, string>; size: number; worker: string };

/** Runs in the page. */
async function keepInPage({ answers, size, worker: code }: Asked) {
  const fetch = (path: string) => Promise.resolve(new Response(answers[path.replace(/\?.*/, "")]));
  const startWorker = ({ answered, failed }: { answered(answer: unknown): void; failed(): void }) => {
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
    worker.onmessage = ({ data }) => answered(data);
    worker.onerror = failed;
    return { post: (job: unknown) => worker.postMessage(job), end: () => worker.terminate() };
  };
  const { catalogue } = await device.openDevice({ fetch, limits: { rows: 1e6, bytes: 1e9 }, startWorker });
  const from = performance.now();
  await catalogue.refresh();
  const ours = performance.now() - from;
  if (catalogue.summary().rows !== size) throw new Error("Not all cards are there.");

  const raw = await new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open("raw");
    opening.onupgradeneeded = () => opening.result.createObjectStore("texts", { autoIncrement: true });
    opening.onerror = () => reject(opening.error ?? new Error("The raw store did not open."));
    opening.onsuccess = () => {
      const began = performance.now();
      const writing = opening.result.transaction("texts", "readwrite");
      for (const text of Object.values(answers)) writing.objectStore("texts").add(text);
      writing.oncomplete = () => resolve(performance.now() - began);
    };
  });
  return { ours, raw };
}
