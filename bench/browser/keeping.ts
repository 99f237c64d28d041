// Measures B5 in a real browser: the time from the text of the catalogue's files to stored, searchable cards.
import type { Browser, Page } from "@playwright/test";
import { build } from "esbuild";
import { ofRounds, type Bound, type Measurement } from "../item.ts";
import type * as devicePage from "./device-page.ts";
import { catalogueFiles, manifestOf } from "./stage.ts";

/** tsx adds calls of this helper around named functions, so the page needs it too. */
export const nameless = "globalThis.__name = (it) => it;";

const ROUNDS = 3;

export function count(size: number): string {
  return size.toLocaleString("en-US");
}

declare const device: typeof devicePage;

/** Code for pages: the device engines as the global `device`, and the worker that packs cards. */
export type DeviceCode = { page: string; worker: string };

export async function deviceCode(): Promise<DeviceCode> {
  return {
    page: `${await bundled("bench/browser/device-page.ts", "device")};globalThis.device = device;`,
    worker: await bundled("pwa/device/catalogue/index/pack-worker.ts"),
  };
}

/** Runs `work` in a page of a browser without any data, at this address; the page has the device engines. */
export async function onNewDevice<Result>(
  browser: Browser,
  { page: code }: DeviceCode,
  address: string,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ bypassCSP: true });
  try {
    await context.addInitScript({ content: nameless });
    const page = await context.newPage();
    await page.goto(address);
    await page.evaluate(code);
    return await work(page);
  } finally {
    await context.close();
  }
}

/** Time to parse, index and store the catalogue, compared with storing the same text. The smallest page serves it before that. */
export async function keeping(
  browser: Browser,
  { url: address, serve }: { url: string; serve(value: unknown): void },
  size: number,
  bar: Bound,
  goal: Bound,
): Promise<Measurement[]> {
  const code = await deviceCode();
  const files = catalogueFiles(size);
  const answers: Answers = { "/api/catalogue": manifestOf(files) };
  for (const [bucket, { base }] of files) answers[`/api/catalogue/${bucket}/base/1`] = base;
  serve(answers);
  const [ours, raw]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const asked = { size, worker: code.worker };
    ours.push(await onNewDevice(browser, code, address, (page) => page.evaluate(keepInPage, asked)));
    raw.push(await onNewDevice(browser, code, address, (page) => page.evaluate(keepTextsInPage)));
  }
  const what = `keep ${count(size)} cards, parsed and searchable`;
  return [{ item: "B5", what, ...ofRounds(ours, raw), unit: "ms", bar, goal }];
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

type Answers = Record<string, string>;

/** Runs in the page. */
async function keepInPage({ size, worker }: { size: number; worker: string }): Promise<number> {
  const answers = (await (await fetch("/value")).json()) as Answers;
  const answer = (path: string) => Promise.resolve(new Response(answers[path.replace(/\?.*/, "")]));
  return device.keepCatalogue(answer, worker, size);
}

/** Runs in the page. */
async function keepTextsInPage(): Promise<number> {
  return device.keepTexts(Object.values((await (await fetch("/value")).json()) as Answers));
}
