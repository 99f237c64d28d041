// Crashes the page and stops the worker repeatedly while a user sends messages. All messages that the screen showed reach the
// server exactly once and in order, without manual steps.
import { chromium, expect, test as base, type Browser, type BrowserContext } from "@playwright/test";
import { crash, wakeWorker } from "./device.ts";
import { KILLS, rest, Writer } from "./writer.ts";

/** Each test starts a new browser, because a browser used by many tests may crash together with the page. */
const test = base.extend<{ mortal: Browser }>({
  mortal: async ({ launchOptions }, use) => {
    const browser = await chromium.launch(launchOptions);
    await use(browser);
    await browser.close();
  },
});

/** When to kill: at any time, before the server receives an exchange, or after its commit and before the answer. */
const moments = ["any", "unheard", "unanswered"] as const;

/** Stops all workers of this browser by DevTools; resolves when none runs. */
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
  // Repeats while one runs: the browser may be starting it, or may restart it for waiting entries.
  const stopped = async () => {
    await session.send("ServiceWorker.stopAllWorkers");
    return running.size;
  };
  return async () => await expect.poll(stopped).toBe(0);
}

test.describe("kills", () => {
  test.describe.configure({ timeout: 60_000 + KILLS * 10_000 });

  test("[R5] [R8] [R9] [R12] [R17] of a page while it stores and sends: shown messages arrive once, in order", async ({
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
      // Kills at any time cover a crash before the message is stored.
      if (held) await expect.poll(() => writer.kept.size).toBeGreaterThan(before);
      await crash(page);
      await writer.afterKill(held);
      await typing;
    }
    // Opens the app once more, which sends the rest.
    await writer.open(writer.peers[0]!);
    await writer.check("page crashed");
    await writer.end();
  });

  test("[R5] [R8] [R9] [R12] of the worker that sends for a closed page: messages arrive once, in order @full-chromium", async ({
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
