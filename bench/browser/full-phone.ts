// Measures a phone with 50,000 messages in 200 conversations: its first exchange, taps on a heart, and the heap while conversations are read.
import { chromium, type BrowserContext, type Page } from "@playwright/test";
import type { Knex } from "knex";
import { seedFleet } from "../../sync-server/db/seed/fleet.ts";
import { newId } from "../../shared/kit/ids.ts";
import { browserSwitches, findBrowser } from "../../tests/setup/browser.ts";
import { atMost, ofRounds, quantile, type Bench, type Measurement } from "../item.ts";
import { addPhones, signIn, type Phone } from "../sync/people.ts";
import { atServer } from "../sync/place.ts";
import { CARDS, GUARD, heapOf, heartToPaint, shown, tapOn, throttle, watch } from "./watch.ts";

const MESSAGES = 50_000;
const PEERS = 200;
const ROUNDS = 3;
const TAPS = 5;
/** Visits of the list and of a conversation between two measurements of the heap. */
const VISITS = 20;
/** Milliseconds without an answer after which the first exchange has ended. */
const REST = 3000;
const tab = "nav[aria-label=Tabs] a";
const SHOWN = `${(MESSAGES / 1000).toFixed(0)},000 messages`;

export const fullPhone: Bench = {
  run: () =>
    atServer(async ({ url, db }) => {
      const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserSwitches });
      try {
        await seedFleet(db, CARDS);
        const [me, ...peers] = (await addPhones(db, PEERS + 1)) as [Phone, ...Phone[]];
        await write(db, me, peers);
        const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
        await watch(context);
        await signIn(context, url, me);
        return await used(context, url);
      } finally {
        await browser.close();
      }
    }),
};

/** In turns from and to each peer; the newest of the first three conversations are not read. */
async function write(db: Knex, me: Phone, peers: readonly Phone[]): Promise<void> {
  const from = Date.now() - MESSAGES * 60_000;
  const rows = Array.from({ length: MESSAGES }, (_, at) => {
    const peer = peers[at % PEERS]!;
    const isReceived = at % (2 * PEERS) < PEERS;
    return {
      id: newId(),
      senderId: isReceived ? peer.id : me.id,
      receiverId: isReceived ? me.id : peer.id,
      content: `Message ${at}`,
      read: at < MESSAGES - 2 * PEERS || at % PEERS > 2,
      createdAt: new Date(from + at * 60_000),
    };
  });
  await db.batchInsert("messages", rows, 1000);
}

async function used(context: BrowserContext, url: string): Promise<Measurement[]> {
  const page = await context.newPage();
  const firstSync = await synced(page, `${url}/messages`);
  await page.goto(url);
  await shown(page, "article button[aria-pressed]:enabled");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const found: Measurement[] = [
    { item: "S2", what: `a new phone's first exchange, ${SHOWN}`, unit: "s", value: firstSync },
  ];
  for (const cpu of [1, 4] as const) {
    await throttle(page, cpu);
    await heartToPaint(page, GUARD);
    const figures = await rounds(() => heartToPaint(page, GUARD));
    found.push({
      ...{ item: "B7", what: `tap on a heart to painted, ${SHOWN}, ${cpu}× CPU`, unit: "ms" },
      ...figures,
      ...(cpu === 4 ? { bar: atMost(100), goal: atMost(50) } : { bar: atMost(50), goal: atMost(16) }),
    });
  }
  await throttle(page, 1);
  await visit(page);
  const before = await heapOf(page);
  const heaps: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (let n = 0; n < VISITS; n++) await visit(page);
    heaps.push(await heapOf(page));
  }
  const shape = { item: "B10", unit: "MB" };
  return [
    ...found,
    { ...shape, what: `heap with ${SHOWN}`, ...ofRounds(heaps) },
    {
      ...{ ...shape, what: `its growth by ${ROUNDS * VISITS} visits of a conversation`, value: heaps.at(-1)! - before },
      ...{ bar: atMost(5), goal: atMost(1) },
    },
  ];
}

async function rounds(act: () => Promise<number>) {
  const medians: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const times: number[] = [];
    for (let n = 0; n < TAPS; n++) times.push(await act());
    medians.push(quantile(times, 0.5));
  }
  return ofRounds(medians);
}

/** Opens the list of conversations on a new phone. Returns the seconds until the last answer of its first exchange. */
async function synced(page: Page, address: string): Promise<number> {
  const startedAt = performance.now();
  let answeredAt = startedAt;
  page.on("response", (response) => {
    if (response.url().includes("/api/sync")) answeredAt = performance.now();
  });
  await page.goto(address);
  await shown(page, "main", `Message ${MESSAGES - 1}`);
  while (performance.now() - answeredAt < REST) await page.waitForTimeout(REST / 10);
  return (answeredAt - startedAt) / 1000;
}

/** From Home to the list, to a conversation, and back. */
async function visit(page: Page): Promise<void> {
  await tapOn(page, tab, "Messages");
  await tapOn(page, "main a, main button", "Message ");
  await shown(page, "[role=log]", "Message ");
  await page.goBack();
  await tapOn(page, tab, "Home");
  await shown(page, "article button[aria-pressed]");
}
