// A page crashed and a worker stopped without warning, again and again, while a person writes: what was shown as kept is on the
// server exactly once and in order, and nobody did anything by hand.
import { chromium, expect, test as base, type Browser, type BrowserContext } from "@playwright/test";
import { browserPath, browserSwitches } from "../setup/browser.ts";
import { crash, wakeWorker } from "./device.ts";
import { KILLS, rest, Writer } from "./writer.ts";

/** Each of these has a browser of its own: one that has seen many other tests may go down with what is killed in it. */
const test = base.extend<{ mortal: Browser }>({
  mortal: async ({ browserName: _ }, use) => {
    const browser = await chromium.launch({ executablePath: browserPath() ?? undefined, args: browserSwitches });
    await use(browser);
    await browser.close();
  },
});

/** When to strike: at any time, or while an exchange is on its way, or done and not yet answered. */
const moments = ["any", "unheard", "unanswered"] as const;

/** Lets DevTools stop every worker of this browser; resolves when none runs. */
async function workerStop(context: BrowserContext): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(await context.newPage());
  const running = new Set<string>();
  session.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
    for (const { versionId, runningStatus } of versions) {
      if (runningStatus === "stopped") running.delete(versionId);
      else running.add(versionId);
    }
  });
  await session.send("ServiceWorker.enable");
  // Again while one runs: the browser may have been starting it, or may start it anew for what waits.
  const stopped = async () => {
    await session.send("ServiceWorker.stopAllWorkers");
    return running.size;
  };
  return async () => await expect.poll(stopped).toBe(0);
}

test.describe("kills", () => {
  test.describe.configure({ timeout: 60_000 + KILLS * 10_000 });

  test("[R5] [R8] [R9] [R12] [R17] of a page while it keeps and sends: what was shown as kept arrives once, in order", async ({
    mortal,
  }) => {
    const writer = await Writer.start(mortal);
    const { dice } = writer;
    for (let turn = 0; turn < KILLS; turn++) {
      const peer = dice.pick(writer.peers)!;
      const page = await writer.open(peer);
      const moment = moments[turn % moments.length]!;
      const struck = moment === "any" ? null : writer.held(moment);
      const count = 1 + dice.below(5);
      const last = 1 + dice.below(count);
      const before = writer.kept.size;
      let typing: Promise<void> | undefined;
      await new Promise<void>((entered) => {
        typing = writer.type(page, peer, count, (number) => number === last && entered());
      });
      if (!struck) await rest(dice.below(100));
      const held = await struck;
      // Dying before anything is kept is left to the kills at any time.
      if (held) await expect.poll(() => writer.kept.size).toBeGreaterThan(before);
      await crash(page);
      await writer.afterKill(held);
      await typing;
    }
    // The app is opened once more, and sends by itself what is left.
    await writer.open(writer.peers[0]!);
    await writer.check("page crashed");
    await writer.end();
  });

  test("[R5] [R8] [R9] [R12] of the worker that sends for a closed page: it arrives once, in order @full-chromium", async ({
    mortal,
  }) => {
    const writer = await Writer.start(mortal);
    const { context, dice } = writer;
    const [wake, stop] = [await wakeWorker(context), await workerStop(context)];
    for (let turn = 0; turn < KILLS; turn++) {
      const peer = dice.pick(writer.peers)!;
      const page = await writer.open(peer);
      await context.setOffline(true);
      await writer.type(page, peer, 1 + dice.below(5));
      await expect.poll(() => writer.typed.get(peer.id)!.every((words) => writer.kept.has(words))).toBe(true);
      await page.close();
      const moment = moments[turn % moments.length]!;
      const struck = moment === "any" ? null : writer.held(moment, wake);
      await context.setOffline(false);
      await wake();
      if (!struck) await rest(dice.below(300));
      const held = await struck;
      await stop();
      await writer.afterKill(held);
    }
    await writer.check("worker stopped", wake);
    await writer.end();
  });
});
