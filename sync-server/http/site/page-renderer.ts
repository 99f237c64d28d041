// A worker thread renders pages, because React needs milliseconds for each and would delay messages.
import { Worker } from "node:worker_threads";
import type { DevicePage } from "../../../shared/pages.ts";
import type { PageData } from "../../../shared/sync.ts";

export type RenderedPage = { head: string; body: string };

/** Renders a page. Rejects when the page cannot be rendered, the thread ends, or too many wait. */
export type RenderPage = (data: PageData | DevicePage) => Promise<RenderedPage>;

/** Most renderings that wait for the thread. */
export const MOST_WAITING = 100;

/** Added to the nice value of the worker thread, so that a busy machine serves messages before pages. */
export const NICER = 10;

/**
 * The code of the worker thread, as a string, so that the build needs no second file.
 * Only Linux sets the nice value of one thread; other systems would set that of the process. Rendering works without it.
 */
const code = `const { parentPort, workerData } = require("node:worker_threads");
const { getPriority, setPriority } = require("node:os");
try {
  if (process.platform === "linux") setPriority(Math.min(19, getPriority() + ${NICER}));
} catch {}
const bundle = import(workerData);
parentPort.on("message", async ({ id, data }) => {
  try {
    parentPort.postMessage({ id, rendered: (await bundle).renderPage(data) });
  } catch (error) {
    parentPort.postMessage({ id, error });
  }
});`;

type Answer = { id: number; rendered: RenderedPage } | { id: number; error: unknown };
type Waiting = { resolve(rendered: RenderedPage): void; reject(error: unknown): void };

/**
 * Opens the thread at the first rendering, and again after it has ended. `bundle` is the URL of a module that exports
 * `renderPage`. The thread keeps no process alive.
 */
export function openPageRenderer(bundle: string): RenderPage {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | null = null;
  let last = 0;

  function open(): Worker {
    const opened = new Worker(code, { eval: true, workerData: bundle });
    opened.unref();
    opened.on("message", (answer: Answer) => {
      const { resolve, reject } = waiting.get(answer.id)!;
      waiting.delete(answer.id);
      if ("rendered" in answer) resolve(answer.rendered);
      else reject(answer.error);
    });
    let cause: unknown = new Error("the thread that renders pages has ended");
    opened.on("error", (error) => (cause = error));
    opened.on("exit", () => {
      thread = null;
      for (const { reject } of waiting.values()) reject(cause);
      waiting.clear();
    });
    return opened;
  }

  return (data) =>
    new Promise((resolve, reject) => {
      if (waiting.size >= MOST_WAITING) return reject(new Error("too many pages wait to be rendered"));
      thread ??= open();
      waiting.set(++last, { resolve, reject });
      thread.postMessage({ id: last, data });
    });
}
