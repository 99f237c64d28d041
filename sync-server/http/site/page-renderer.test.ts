import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import type { PageData } from "../../../shared/sync.ts";
import { MOST_WAITING, NICER, openPageRenderer } from "./page-renderer.ts";

const SLOW_MS = 1000;
const folder = mkdtempSync(path.join(tmpdir(), "page-renderer-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = path.join(folder, "bundle.mjs");
writeFileSync(
  file,
  `export function renderPage({ page }) {
    if (page === "unknown") throw new Error("cannot render");
    if (page === "last") process.exit(1);
    for (const until = Date.now() + (page === "slow" ? ${SLOW_MS} : 0); Date.now() < until;);
    return { head: "", body: page };
  }`,
);
const open = () => openPageRenderer(pathToFileURL(file).href);
const named = (page: string) => ({ page }) as unknown as PageData;

it("[S1150] a page that takes long to render delays nothing else in the process", async () => {
  const render = open();
  await render(named("first"));
  let [longest, before] = [0, performance.now()];
  const ticks = setInterval(() => {
    longest = Math.max(longest, performance.now() - before);
    before = performance.now();
  }, 5);
  try {
    expect(await render(named("slow"))).toEqual({ head: "", body: "slow" });
  } finally {
    clearInterval(ticks);
  }
  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThan(SLOW_MS * 0.8);
});

it.runIf(process.platform === "linux")("[S1303] the thread that renders leaves the processor to others", async () => {
  const tasks = "/proc/self/task";
  // The nineteenth field; the second may have spaces.
  const nice = (task: string) => Number(readFileSync(`${tasks}/${task}/stat`, "utf8").split(") ")[1]?.split(" ")[16]);
  const own = getPriority();
  await open()(named("one"));
  const all = readdirSync(tasks).map(nice);
  expect(all).toContain(Math.min(19, own + NICER));
  expect(getPriority()).toBe(own);
});

it("[S1151] a page that fails harms no other, and after the end of the thread another one renders", async () => {
  const render = open();
  const [failed, rendered] = await Promise.allSettled([render(named("unknown")), render(named("one"))]);
  expect(failed).toMatchObject({ status: "rejected", reason: { message: "cannot render" } });
  expect(rendered).toMatchObject({ status: "fulfilled", value: { body: "one" } });
  const ends = await Promise.allSettled([render(named("last")), render(named("behind it"))]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await render(named("two"))).toEqual({ head: "", body: "two" });
});

it("[S1152] refuses pages above the most that may wait", async () => {
  const render = open();
  const all = await Promise.allSettled(Array.from({ length: MOST_WAITING + 1 }, () => render(named("one"))));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(MOST_WAITING);
  expect(all.at(-1)).toMatchObject({ status: "rejected" });
});
